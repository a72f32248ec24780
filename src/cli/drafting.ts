import { type BundledMatch, matchBundled } from '../adapter/bundled.ts'
import { classify } from '../adapter/classify.ts'
import type { DraftNote } from '../adapter/draft/notes.ts'
import { type ListedTool, listedTools } from '../adapter/tool.ts'
import { machineOf } from '../hosts/machine.ts'
import type { Config, ServerEntry } from '../hosts/read.ts'
import { startOf } from '../hosts/start.ts'
import type { JsonObject } from '../json.ts'
import { Problem, reasonOf } from '../problem.ts'
import { openSession } from '../relay/session.ts'
import type { Shell } from './shell.ts'
import { version } from './version.ts'

/** What was found out about how a server's resources can be read back. */
export type Drafted =
  /** One that ships with us fits its tools; the proxy takes it by itself. */
  | ({ readonly kind: 'bundled'; readonly server: string } & BundledFit)
  | {
      readonly kind: 'draft'
      readonly server: string
      readonly text: string
      readonly notes: readonly DraftNote[]
    }
  /** Each of its tools only reads, by its name and by its hints. */
  | { readonly kind: 'reads'; readonly server: string }
  | { readonly kind: 'none'; readonly server: string; readonly why: string }

/** What is told of a bundled adapter that fits. */
type BundledFit = Pick<BundledMatch, 'name' | 'leftOut' | 'onlyReads'> & {
  readonly observes: readonly string[]
}

const timeoutMs = 30_000

/**
 * Starts one server as its entry says, asks for its tools, and ends it again. No tool is called. What cannot be
 * started or drafted is a value: it never stands in the way of wrapping.
 */
export async function draftAdapters(shell: Shell, config: Config, server: ServerEntry): Promise<Drafted> {
  try {
    const tools = await toolsOf(shell, config, server)
    const bundled = matchBundled(listedTools(tools))
    if (bundled !== undefined) return { kind: 'bundled', server: server.name, ...fitOf(bundled) }
    if (onlyReads(listedTools(tools))) return { kind: 'reads', server: server.name }
    return await draftOf(server.name, tools)
  } catch (error) {
    const why = error instanceof Problem ? `${error.message} ${error.now}` : reasonOf(error)
    return { kind: 'none', server: server.name, why }
  }
}

function onlyReads(tools: readonly ListedTool[]): boolean {
  return tools.length > 0 && tools.every(tool => classify(tool.name, tool.hints).effect === 'READ_ONLY')
}

function fitOf({ name, leftOut, onlyReads, adapter }: BundledMatch): BundledFit {
  const classes = adapter.resources.map(rule => rule.resourceClass)
  return { name, leftOut, onlyReads, observes: classes.filter(each => !leftOut.includes(each)) }
}

async function toolsOf(shell: Shell, config: Config, server: ServerEntry): Promise<JsonObject[]> {
  const start = startOf(config, server, machineOf(shell), 'server')
  const session = await openSession({
    ...start,
    env: { ...shell.env, ...start.env },
    clientName: 'mcpgraphy',
    clientVersion: version(),
    timeoutMs,
  })
  try {
    return await session.tools()
  } finally {
    await session.close()
  }
}

async function draftOf(server: string, tools: readonly JsonObject[]): Promise<Drafted> {
  const { draftAdapter } = await import('../adapter/draft/draft.ts')
  const { adapter, notes, cannotDraft } = draftAdapter({ server, tools: listedTools(tools) })
  if (adapter === null) return { kind: 'none', server, why: cannotDraft ?? 'no tool reads one item back' }
  return { kind: 'draft', server, text: `${JSON.stringify(adapter, null, 2)}\n`, notes }
}
