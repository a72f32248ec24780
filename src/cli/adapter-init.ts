import { readFileSync } from 'node:fs'
import { matchBundled } from '../adapter/bundled.ts'
import { draftAdapter } from '../adapter/draft/draft.ts'
import type { DraftNote } from '../adapter/draft/notes.ts'
import { type ListedTool, listedTools } from '../adapter/tool.ts'
import { machineOf } from '../hosts/machine.ts'
import { isObject, type Json } from '../json.ts'
import { parseJsonc } from '../jsonc.ts'
import { Problem } from '../problem.ts'
import { adapterPath, projectAdapter, writeProjectAdapter } from '../project/adapters.ts'
import { type Folder, projectFolder, projectRoot, userFolder } from '../project/paths.ts'
import { meantServer, openServer, type ServerOptions, toolsInFile } from './adapter-server.ts'
import type { CommandLine } from './adapter-words.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import { shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { count } from './words.ts'

/** What `mcpgraphy adapter init` was asked for. */
export interface InitOptions extends ServerOptions {
  readonly write?: true
  readonly force?: true
  readonly tools?: string
  readonly json?: true
}

/** What came of it: an adapter in its file form, or the reason why there is none. */
interface Result {
  readonly server: string
  /** The bundled adapter that is made for these tools, if one is. */
  readonly bundled: string | null
  readonly adapter: Json | object
  readonly notes: readonly DraftNote[]
  readonly cannotDraft: string | null
}

/** Drafts an adapter for a server; prints it, or writes it where `--write` says so. */
export async function runInit(line: CommandLine, options: InitOptions, shell: Shell): Promise<number> {
  const { server, tools, folder } = await source(line, options, shell)
  const result = bundledResult(server, tools) ?? { server, bundled: null, ...draftAdapter({ server, tools }) }
  const text = `${JSON.stringify(result.adapter, null, 2)}\n`
  const isMade = result.adapter !== null
  const file = isMade && options.write ? await write(server, folder, text, options, shell) : null
  shell.stderr.write(inWords(result, tools.length))
  if (options.json) await print(shell, json({ ...result, file }))
  else if (isMade && file === null) await print(shell, text)
  shell.stderr.write(whatNext(result, file, line.serverCommand.length > 0 ? ' -- …' : '', shell))
  return isMade ? exit.done : exit.failed
}

/** The tools to draft from, what their server is called, and the folder that would keep its adapter. */
async function source(line: CommandLine, options: InitOptions, shell: Shell) {
  if (options.tools !== undefined) {
    const folder = projectFolder(projectRoot(machineOf(shell)))
    if (line.name === undefined)
      throw new Problem('usage', { what: 'No name was given for the server of these tools' })
    return { server: line.name, folder, tools: toolsInFile(options.tools) }
  }
  const startable = await meantServer(line, options, shell)
  const session = await openServer(startable, shell)
  try {
    return { server: startable.name, folder: startable.folder, tools: listedTools(await session.tools()) }
  } finally {
    await session.close()
  }
}

/** The ready-made adapter for these tools, without the reference to a schema that lies beside it. */
function bundledResult(server: string, tools: readonly ListedTool[]): Result | undefined {
  const bundled = matchBundled(tools)
  if (bundled === undefined || bundled.adapter.resources.length === 0) return undefined
  const parsed = parseJsonc(readFileSync(bundled.path, 'utf8'))
  const { $schema: _, ...adapter } = parsed.kind === 'value' && isObject(parsed.value) ? parsed.value : {}
  return {
    server,
    bundled: bundled.name,
    adapter: { ...adapter, server_id: server },
    notes: [],
    cannotDraft: null,
  }
}

async function write(
  server: string,
  folder: Folder,
  text: string,
  options: InitOptions,
  shell: Shell,
): Promise<string> {
  const user = userFolder(machineOf(shell))
  const there = projectAdapter(folder, user, server)
  if (there.kind !== 'none' && there.text !== text && options.force !== true) {
    throw new Problem('adapter-exists', { path: adapterPath(folder, server), server })
  }
  return await writeProjectAdapter(folder, user, server, text)
}

function inWords({ server, bundled, notes, cannotDraft }: Result, tools: number): string {
  const listed = `${printable(server)} lists ${count(tools, 'tool')}.\n`
  if (bundled !== null)
    return `${listed}The adapter "${bundled}" that comes with mcpgraphy is made for them.\n`
  const width = Math.max(0, ...notes.map(note => note.confidence.length))
  const reasons = notes.map(({ path, why, confidence }) => {
    return `  ${confidence.padEnd(width)}  ${printable(path)}: ${printable(why, 300)}\n`
  })
  const verdict = cannotDraft === null ? '' : `No adapter can be drafted: ${cannotDraft}\n`
  return [listed, ...reasons, verdict].join('')
}

function whatNext(
  { server, cannotDraft, bundled }: Result,
  file: string | null,
  dashes: string,
  shell: Shell,
): string {
  const name = printable(server)
  if (cannotDraft !== null)
    return 'Write one by hand (docs/adapters.md), or go without: repeated calls are noticed still.\n'
  if (file === null)
    return `Nothing was written. To write it: mcpgraphy adapter init ${name} --write${dashes}\n`
  const written = `Wrote ${shortPath(machineOf(shell), file)}.\n`
  if (bundled !== null) return written
  return `${written}Read it, then try it on a real resource: mcpgraphy adapter check ${name} ${dashes === '' ? '--live ' : ''}--resource ID${dashes}\n`
}
