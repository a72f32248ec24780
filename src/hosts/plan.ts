import { Problem } from '../problem.ts'
import { applyEdits, type Edit } from '../text-edit.ts'
import { type Original, originalVariable } from './embed.ts'
import { isWrapped } from './entry.ts'
import type { Config, ServerEntry } from './read.ts'
import { readText } from './read.ts'
import { type ProxyCommand, wrapEntry } from './wrap-entry.ts'

/** What is to happen to one server of a file. */
export type ServerPlan =
  | {
      readonly kind: 'wrap'
      readonly server: ServerEntry
      /** The raw text of the entry as it will stand. */
      readonly after: string
      readonly original: Original
    }
  | { readonly kind: 'wrapped'; readonly server: ServerEntry }
  | { readonly kind: 'left'; readonly server: ServerEntry; readonly why: string }

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
}

/** Plans to put the proxy before the servers of a file. Pure: nothing is read or written. */
export function planWrap(config: Config, wish: WrapWish): FilePlan<ServerPlan> {
  const servers = config.servers.filter(wish.wants).map(server => planServer(config, server, wish))
  const edits = servers.flatMap(plan => (plan.kind === 'wrap' ? [edit(plan.server, plan.after)] : []))
  return { config, servers, bytes: edited(config, edits) }
}

function planServer(config: Config, server: ServerEntry, wish: WrapWish): ServerPlan {
  const { entry } = server
  const left = (why: string): ServerPlan => ({ kind: 'left', server, why })
  if (isWrapped(entry)) return { kind: 'wrapped', server }
  if (entry.kind === 'malformed') return left(`${entry.why}: mend the entry first`)
  if (entry.kind === 'neither') return left('it has neither a command nor an address')
  if (entry.kind === 'remote')
    return left('it is reached by address; remote servers come with a later version')
  if (entry.hasVariable)
    return left(
      `it still holds ${originalVariable} from an earlier wrap: unwrap it first, or remove that line`,
    )
  if (wish.forbidden !== undefined) return left(wish.forbidden)
  if (server.name === '--') return left('its name cannot be handed on by a command line')
  const { text, original } = wrapEntry(server.text, config.file.shape, wish.proxyFor(server))
  return { kind: 'wrap', server, after: text, original }
}

/** The change of one entry. */
export function edit({ offset, text }: ServerEntry, after: string): Edit {
  return { offset, length: text.length, content: after }
}

/**
 * The bytes of a file with entries changed. Before anybody writes them they are read again: the same servers must
 * stand there, and those that were not meant must have the very text that they had.
 */
export function edited(config: Config, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return config.bytes
  const text = applyEdits(config.text, edits)
  const touched = new Set(edits.map(each => each.offset))
  const bytes = Buffer.from(config.mark + text)
  const again = readText(config, { bytes, text, mark: config.mark })
  const after = again.kind === 'config' ? again.config.servers : []
  for (const [index, server] of config.servers.entries()) {
    const now = after[index]
    const isSame = now?.name === server.name && (touched.has(server.offset) || now.text === server.text)
    if (!isSame || after.length !== config.servers.length) {
      throw new Problem('edit-wrong', { file: config.path, server: server.name })
    }
  }
  return bytes
}
