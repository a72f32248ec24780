import { readFileSync } from 'node:fs'
import { matchBundled } from '../adapter/bundled.ts'
import { commented, placed } from '../adapter/draft/commented.ts'
import { type DraftSource, draftAdapter } from '../adapter/draft/draft.ts'
import type { DraftNote } from '../adapter/draft/notes.ts'
import { sampled } from '../adapter/draft/sampling.ts'
import { type ListedTool, listedTools } from '../adapter/tool.ts'
import { machineOf } from '../hosts/machine.ts'
import { isObject, type JsonObject } from '../json.ts'
import { parseJsonc } from '../jsonc.ts'
import { Problem } from '../problem.ts'
import { type Folder, projectFolder, projectRoot } from '../project/paths.ts'
import { askTool } from './adapter-ask.ts'
import { seenCalls } from './adapter-evidence.ts'
import { meantServer, openServer, type ServerOptions, toolsInFile } from './adapter-server.ts'
import type { CommandLine } from './adapter-words.ts'
import { schemaReference, type Written, writeDraft } from './adapter-write.ts'
import { exit } from './main.ts'
import { harmless, json, print, printable } from './print.ts'
import { shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { count } from './words.ts'

/** What `mcpgraphy adapter init` was asked for. */
export interface InitOptions extends ServerOptions {
  readonly write?: true
  readonly force?: true
  readonly draft?: true
  readonly sample?: readonly string[]
  readonly tools?: string
  readonly json?: true
}

/** What came of it: an adapter in its file form, or the reason why there is none. */
interface Result {
  readonly server: string
  /** The bundled adapter that is made for these tools, if one is. */
  readonly bundled: string | null
  readonly adapter: JsonObject | null
  readonly notes: readonly DraftNote[]
  readonly cannot_draft: string | null
  /** So many real answers were looked at. */
  readonly samples: number
}

/** Drafts an adapter for a server; prints it, or writes it where `--write` says so. */
export async function runInit(line: CommandLine, options: InitOptions, shell: Shell): Promise<number> {
  const { folder, ...source } = await sourceOf(line, options, shell)
  const { server } = source
  const result = (options.draft ? undefined : bundledResult(server, source.tools)) ?? draftedResult(source)
  const { adapter } = result
  const text = adapter === null ? '' : harmless(commented(adapter, result.notes))
  const written =
    adapter !== null && options.write
      ? await writeDraft({ server, folder, adapter, text }, options.force === true, shell)
      : null
  shell.stderr.write(inWords(result, source.tools.length))
  if (options.json) await print(shell, json(factsOf(result, written)))
  else if (adapter !== null && written === null) await print(shell, text)
  shell.stderr.write(whatNext(result, written, line.serverCommand.length > 0 ? ' -- …' : '', shell))
  return adapter === null ? exit.failed : exit.done
}

function factsOf(result: Result, written: Written | null) {
  const notes = placed(result.notes, result.adapter)
  return { ...result, notes, file: written?.file ?? null, changed: written?.changed ?? null }
}

type Source = DraftSource & { readonly folder: Folder }

/** The tools to draft from, what their server is called, what was seen of it, and the folder that would keep its adapter. */
async function sourceOf(line: CommandLine, options: InitOptions, shell: Shell): Promise<Source> {
  if (options.tools !== undefined) {
    if (line.name === undefined)
      throw new Problem('usage', { what: 'No name was given for the server of these tools' })
    if (options.sample !== undefined)
      throw new Problem('usage', {
        what: 'Tools in a file answer no call',
        now: 'Leave out --sample, or let the server be started: leave out --tools.',
      })
    const folder = projectFolder(projectRoot(machineOf(shell)))
    const samples = await seenCalls(folder, line.name)
    return { server: line.name, folder, tools: toolsInFile(options.tools), samples }
  }
  const startable = await meantServer(line, options, shell)
  const { name: server, folder } = startable
  const session = await openServer(startable, shell)
  try {
    const source = {
      server,
      tools: listedTools(await session.tools()),
      samples: await seenCalls(folder, server),
    }
    const isReady = !options.draft && matchBundled(source.tools) !== undefined
    const refs = isReady ? [] : (options.sample ?? [])
    if (refs.length === 0) return { ...source, folder }
    const ask = async (reading: Parameters<typeof askTool>[1]) => {
      shell.stderr.write(
        `Calling ${printable(reading.tool)} ${printable(JSON.stringify(reading.arguments), 200)}\n`,
      )
      return await askTool(session, reading)
    }
    return { ...(await sampled(source, refs, ask)), folder }
  } finally {
    await session.close()
  }
}

function draftedResult(source: DraftSource): Result {
  const { adapter, notes, cannotDraft } = draftAdapter(source)
  return {
    server: source.server,
    bundled: null,
    adapter: adapter === null ? null : { $schema: schemaReference, ...(adapter as unknown as JsonObject) },
    notes,
    cannot_draft: cannotDraft,
    samples: source.samples?.length ?? 0,
  }
}

/** The ready-made adapter for these tools, with a reference to the schema as it lies beside a project's adapters. */
function bundledResult(server: string, tools: readonly ListedTool[]): Result | undefined {
  const bundled = matchBundled(tools)
  if (bundled === undefined || bundled.adapter.resources.length === 0) return undefined
  const parsed = parseJsonc(readFileSync(bundled.path, 'utf8'))
  const { $schema: _, ...adapter } = parsed.kind === 'value' && isObject(parsed.value) ? parsed.value : {}
  return {
    server,
    bundled: bundled.name,
    adapter: { $schema: schemaReference, ...adapter, server_id: server },
    notes: [],
    cannot_draft: null,
    samples: 0,
  }
}

function inWords(
  { server, bundled, notes, cannot_draft: cannotDraft, samples }: Result,
  tools: number,
): string {
  const seen =
    samples === 0
      ? ''
      : ` ${samples === 1 ? 'One real answer was' : `${samples} real answers were`} looked at.`
  const listed = `${printable(server)} lists ${count(tools, 'tool')}.${seen}\n`
  if (bundled !== null)
    return `${listed}The adapter "${bundled}" that comes with mcpgraphy is made for them. To draft one all the same: --draft\n`
  const width = Math.max(0, ...notes.map(note => note.confidence.length))
  const reasons = notes.map(({ path, why, confidence }) => {
    return `  ${confidence.padEnd(width)}  ${printable(path)}: ${printable(why, 300)}\n`
  })
  const verdict = cannotDraft === null ? '' : `No adapter can be drafted: ${printable(cannotDraft, 300)}\n`
  return [listed, ...reasons, verdict].join('')
}

function whatNext(
  { server, cannot_draft: cannotDraft, bundled }: Result,
  written: Written | null,
  dashes: string,
  shell: Shell,
): string {
  const name = printable(server)
  if (cannotDraft !== null)
    return 'Write one by hand (docs/adapters.md), or go without: repeated calls are noticed still.\n'
  if (written === null)
    return `Nothing was written. To write it: mcpgraphy adapter init ${name} --write${dashes}\n`
  const done = `${wroteInWords(written, shortPath(machineOf(shell), written.file))}\n`
  if (bundled !== null) return done
  return `${done}Read it, then try it on a real resource: mcpgraphy adapter check ${name} ${dashes === '' ? '--live ' : ''}--resource ID${dashes}\n`
}

function wroteInWords({ became, changed }: Written, file: string): string {
  if (became === 'the same') return `${file} says all this already. Nothing was changed.`
  if (became !== 'merged') return `Wrote ${file}.`
  const changes = changed.map(each => `  ${printable(each, 200)}\n`).join('')
  return `${changes}Wrote that into ${file}. What you had changed there stays as it was; to replace it all: --write --force`
}
