import { Problem } from '../problem.ts'
import { applyEdits } from '../text-edit.ts'
import { type Original, originalVariable } from './embed.ts'
import { isWrapped } from './entry.ts'
import type { Config, ServerEntry } from './read.ts'
import { readText } from './read.ts'
import { type EntryChange, type ProxyCommand, type Wrapping, wrapCommand } from './wrap-entry.ts'
import { wrapAddress } from './wrap-remote.ts'

/** What is to happen to one server of a file. */
export type ServerPlan =
  | {
      readonly kind: 'wrap'
      readonly server: ServerEntry
      /** The entry as it will stand. */
      readonly after: ServerEntry
      readonly original: Original
    }
  | { readonly kind: 'wrapped'; readonly server: ServerEntry }
  | { readonly kind: 'left'; readonly server: ServerEntry; readonly why: string }

/** Is it a server that should go through us and does not: one that can be wrapped, or one that is wrapped by half? */
export function isOpen({ kind, server: { entry } }: ServerPlan): boolean {
  if (kind !== 'left') return kind === 'wrap'
  if (entry.kind === 'stdio') return entry.hasVariable || entry.lookalike !== undefined
  return entry.kind === 'malformed'
}

/** What is to happen to a file: the servers in their order, and the text as it will be. */
export interface FilePlan<Plan> {
  readonly config: Config
  readonly servers: readonly Plan[]
  readonly bytes: Buffer
}

/** What is wished for a file. */
export interface WrapWish {
  /** The proxy's command line for a server, without the server's own. */
  readonly proxyFor: (server: ServerEntry) => ProxyCommand
  readonly wants: (server: ServerEntry) => boolean
  /** Why no server of this file may be wrapped: a company's policy. */
  readonly forbidden: string | undefined
  /** Servers that the host logs in to are wrapped too: the proxy logs in itself then. */
  readonly remote?: boolean
}

/** Plans to put the proxy before the servers of a file. Pure: nothing is read or written. */
export function planWrap(config: Config, wish: WrapWish): FilePlan<ServerPlan> {
  const decided = config.servers.filter(wish.wants).map(server => decide(config, server, wish))
  const { bytes, after } = changed(
    config,
    decided.flatMap(each => (each.kind === 'wrap' ? [each] : [])),
  )
  const servers = decided.map(
    (each): ServerPlan => (each.kind === 'wrap' ? { ...each, after: after(each.server) } : each),
  )
  return { config, servers, bytes }
}

type Decided = Exclude<ServerPlan, { kind: 'wrap' }> | ({ kind: 'wrap'; server: ServerEntry } & Wrapping)

function decide(config: Config, server: ServerEntry, wish: WrapWish): Decided {
  if (isWrapped(server.entry)) return { kind: 'wrapped', server }
  const why = config.file.untouched ?? obstacle(server, wish) ?? wish.forbidden
  if (why !== undefined) return { kind: 'left', server, why }
  const wrapping = wrappingOf(config, server, wish)
  return typeof wrapping === 'string'
    ? { kind: 'left', server, why: wrapping }
    : { kind: 'wrap', server, ...wrapping }
}

/** Why the entry as it is cannot be wrapped, or should not be. */
function obstacle({ entry, name }: ServerEntry, wish: WrapWish): string | undefined {
  if (entry.kind === 'malformed') return `${entry.why}: mend the entry first`
  if (entry.kind === 'neither') return 'it has neither a command nor an address'
  if (entry.kind === 'stdio' && entry.lookalike !== undefined)
    return 'it looks as if it went through mcpgraphy already, and nothing proves that: if it does, take it off with unwrap --edited current, then wrap it again'
  if (entry.kind === 'stdio' && entry.hasVariable)
    return `it still holds ${originalVariable} from an earlier wrap: unwrap it first, or remove that line`
  if (name === '--') return 'its name cannot be handed on by a command line'
  if (entry.kind !== 'remote') return undefined
  if (entry.obstacle !== undefined) return entry.obstacle
  if (entry.login === undefined || wish.remote) return undefined
  return `${entry.login}; with --remote mcpgraphy logs in in its place`
}

function wrappingOf(config: Config, server: ServerEntry, wish: WrapWish): Wrapping | string {
  const manner = { syntax: config.syntax, shape: config.file.shape }
  const { text, at } = scopeOf(config, server)
  const { entry } = server
  const proxy = wish.proxyFor(server)
  if (entry.kind === 'stdio') return wrapCommand(manner, text, at, entry, proxy)
  if (entry.kind === 'remote')
    return wrapAddress(manner, text, at, entry, proxy, config.file.expands ?? 'everywhere')
  throw new Error('only what starts or reaches a server is wrapped')
}

/** The text in which an entry is changed, and the way to it there. */
export function scopeOf({ syntax, text }: Config, server: ServerEntry) {
  return syntax.isLocal ? { text: server.text, at: [] } : { text, at: server.at }
}

/** The change of one server's entry. */
export interface ServerChange {
  readonly server: ServerEntry
  readonly change: EntryChange
}

/** A file with entries changed: its bytes, and each entry as it stands then. */
export interface Changed {
  readonly bytes: Buffer
  readonly after: (server: ServerEntry) => ServerEntry
}

/**
 * The bytes of a file with entries changed. Before anybody writes them they are read again: the same servers must
 * stand there, and those that were not meant must have the very text that they had.
 */
export function changed(config: Config, changes: readonly ServerChange[]): Changed {
  if (changes.length === 0) return { bytes: config.bytes, after: server => server }
  const text = changedText(config, changes)
  const bytes = Buffer.from(config.mark + text)
  const again = readText(config, { bytes, text, mark: config.mark }, config.syntax)
  const servers = again.kind === 'config' ? again.config.servers : []
  const after = (server: ServerEntry) => servers[config.servers.indexOf(server)]
  const touched = new Set(changes.map(each => each.server))
  const wrong = config.servers.find(server => {
    const now = after(server)
    return now?.name !== server.name || (!touched.has(server) && now.text !== server.text)
  })
  if (wrong !== undefined || servers.length !== config.servers.length)
    throw new Problem('edit-wrong', { file: config.path, server: wrong?.name ?? changes[0]?.server.name })
  return { bytes, after: server => after(server) ?? server }
}

function changedText({ syntax, text }: Config, changes: readonly ServerChange[]): string {
  if (!syntax.isLocal) return changes.reduce((now, { server, change }) => change(now, server.at), text)
  const edits = changes.map(({ server, change }) => ({
    offset: server.node.offset,
    length: server.node.length,
    content: change(server.text, []),
  }))
  return applyEdits(text, edits)
}
