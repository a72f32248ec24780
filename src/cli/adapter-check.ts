import { isAbsolute, join } from 'node:path'
import type { Adapter } from '../adapter/adapter.ts'
import { checkAdapter } from '../adapter/check.ts'
import type { Finding } from '../adapter/finding.ts'
import { spellPath } from '../adapter/form-faults.ts'
import { readAdapter, readAdapterText } from '../adapter/load.ts'
import { type ListedTool, listedTools } from '../adapter/tool.ts'
import { machineOf } from '../hosts/machine.ts'
import { Problem } from '../problem.ts'
import type { Session } from '../relay/session.ts'
import { knownAdapters } from './adapter-list.ts'
import { type LiveReading, readingsInWords, readLive } from './adapter-reading.ts'
import { meantServer, openServer, type ServerOptions, toolsInFile } from './adapter-server.ts'
import type { CommandLine } from './adapter-words.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import { shortPath, unknownName } from './scene.ts'
import type { Shell } from './shell.ts'

/** What `mcpgraphy adapter check` was asked for. */
export interface CheckOptions extends ServerOptions {
  readonly live?: true
  readonly resource?: string
  readonly slow?: string
  readonly tools?: string
  readonly json?: true
}

/** An adapter file and what was found wrong with it. */
interface Checked {
  readonly file: string
  /** What it was held against. */
  readonly against: 'form' | 'tools'
  readonly findings: readonly (Finding & { readonly line?: number; readonly column?: number })[]
  readonly reading: LiveReading | null
  /** The reading of one that does not exist. */
  readonly missing: LiveReading | null
}

/** Checks one adapter, or every adapter of the project; with a server also what its tools bear out. */
export async function runCheck(line: CommandLine, options: CheckOptions, shell: Shell): Promise<number> {
  const isLive = options.live === true || options.url !== undefined || line.serverCommand.length > 0
  if (options.resource !== undefined && !isLive) throw needsServer()
  const limit = limitOf(options)
  const files = filesFor(line, shell)
  const checked =
    isLive || options.tools !== undefined
      ? await againstTools(files, line, { ...options, limit }, shell)
      : files.map(byForm)
  const isRight = checked.every(each => each.findings.every(finding => finding.severity !== 'error'))
  if (options.json) await print(shell, json({ ok: isRight, adapters: checked }))
  else await print(shell, checked.map(each => inWords(each, shell)).join(''))
  return isRight ? exit.done : exit.failed
}

/** How many milliseconds a reading may take before it is said to be slow. */
const usualLimit = 1000

function limitOf({ slow }: CheckOptions): number {
  if (slow === undefined) return usualLimit
  if (/^\d{1,7}$/.test(slow)) return Number(slow)
  throw new Problem('usage', {
    what: `--slow ${slow} is no number of milliseconds`,
    now: 'Write, for example, --slow 500.',
  })
}

function needsServer(): Problem {
  const now = 'Add --live, or the command that starts the server behind two dashes.'
  return new Problem('usage', { what: 'A resource can only be read from a live server', now })
}

/** The files that are meant: the one named by path or by server, else every one of the project. */
function filesFor({ name, serverCommand }: CommandLine, shell: Shell): string[] {
  const known = knownAdapters(shell)
  if (name === undefined) {
    const own = known.filter(each => each.from === 'project').map(each => each.path)
    if (own.length === 0 || serverCommand.length > 0) {
      throw new Problem('usage', {
        what: 'No adapter was named',
        now: 'Name a file, a server, or a bundled adapter.',
      })
    }
    return own
  }
  return [adapterFile(name, shell)]
}

/** The file of an adapter that is named by its path, or by the server or bundled adapter. Throws `usage`. */
export function adapterFile(name: string, shell: Shell): string {
  if (isPath(name)) return isAbsolute(name) ? name : join(shell.cwd, name)
  const known = knownAdapters(shell)
  const found = known.find(each => each.name === name)
  if (found !== undefined) return found.path
  throw unknownName(
    'adapter',
    name,
    known.map(each => each.name),
  )
}

function isPath(name: string): boolean {
  return /[\\/]|\.jsonc?$/.test(name)
}

function byForm(file: string): Checked & { readonly adapter?: Adapter } {
  const read = readAdapter(readAdapterText(file))
  if ('adapter' in read)
    return { file, against: 'form', findings: [], reading: null, missing: null, adapter: read.adapter }
  const findings = read.faults.map(({ path, what, now, line, column }) => {
    return { severity: 'error' as const, path: spellPath(path), what, now, line, column }
  })
  return { file, against: 'form', findings, reading: null, missing: null }
}

async function againstTools(
  files: readonly string[],
  line: CommandLine,
  options: CheckOptions & { readonly limit: number },
  shell: Shell,
): Promise<Checked[]> {
  const [first, ...others] = files.map(byForm)
  if (first === undefined || others.length > 0)
    throw new Problem('usage', { what: 'Name one adapter to hold against a server' })
  if (first.adapter === undefined) return [first]
  if (options.tools !== undefined) return [withTools(first, first.adapter, toolsInFile(options.tools))]
  const session = await openServer(
    await meantServer({ ...line, name: serverOf(line, first.adapter) }, options, shell),
    shell,
  )
  try {
    return [await live(first, first.adapter, session, options)]
  } finally {
    await session.close()
  }
}

/** An adapter that is named by its file says itself which server it is for. */
function serverOf({ name }: CommandLine, adapter: Adapter): string | undefined {
  return name === undefined || isPath(name) ? adapter.serverId : name
}

/** Reads the resource only where the adapter has no error: a wrong reading tool must not be called. */
async function live(
  form: Checked,
  adapter: Adapter,
  session: Session,
  { resource, limit }: { readonly resource?: string; readonly limit: number },
): Promise<Checked> {
  const tools = listedTools(await session.tools())
  const checked = withTools(form, adapter, tools)
  if (resource === undefined || checked.findings.some(each => each.severity === 'error')) return checked
  const { findings, ...readings } = await readLive(adapter, tools, session, { resource, limit })
  return { ...checked, ...readings, findings: [...checked.findings, ...findings] }
}

function withTools(form: Checked, adapter: Adapter, tools: readonly ListedTool[]): Checked {
  return {
    file: form.file,
    against: 'tools',
    findings: checkAdapter(adapter, tools),
    reading: null,
    missing: null,
  }
}

function inWords({ file, against, findings, reading, missing }: Checked, shell: Shell): string {
  const name = printable(shortPath(machineOf(shell), file))
  const lines = findings.map(({ severity, path, what, now, line, column }) => {
    const place = line === undefined ? '' : `:${line}:${column}`
    const where = printable(path)
    return `${name}${place}  ${severity}  ${where}: ${printable(what, 300)}. ${printable(now, 300)}\n`
  })
  const good =
    against === 'form'
      ? 'the form is right; its server was not asked (--live)'
      : "its server's tools bear it out"
  const verdict = findings.length === 0 ? `${name}  ${good}.\n` : ''
  return [...lines, verdict, reading === null ? '' : readingsInWords({ reading, missing })].join('')
}
