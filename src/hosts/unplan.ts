import { type Original, sumOf, sumOfWords, wordsOf } from './embed.ts'
import type { Stdio } from './entry.ts'
import { edit, edited, type FilePlan } from './plan.ts'
import type { Config, ServerEntry } from './read.ts'
import { originalFrom, unwrapEntry, withoutVariable } from './unwrap-entry.ts'

/** Where the original comes from: the entry itself, our copy of it, or the arguments behind `--`. */
export type Source = 'entry' | 'copy' | 'arguments'

/** What is to happen to one server when the proxy is taken off. */
export type UndoPlan =
  | {
      readonly kind: 'undo'
      readonly server: ServerEntry
      /** The raw text of the entry as it will stand. */
      readonly after: string
      /** The command line that the host starts then. */
      readonly starts: readonly string[]
      readonly from: Source
    }
  /** What starts the server was changed since it was wrapped: somebody must say which of the two is meant. */
  | {
      readonly kind: 'edited'
      readonly server: ServerEntry
      readonly was: readonly string[]
      readonly now: readonly string[]
    }
  | { readonly kind: 'plain'; readonly server: ServerEntry }

/** What is wished for a file. */
export interface UnwrapWish {
  readonly wants: (server: ServerEntry) => boolean
  /** The copy of what was replaced in an entry of this file, where there is one. */
  readonly copyOf: (server: ServerEntry) => Original | undefined
  /** What to do where the server's command was changed since: put back what was, keep what is now, or leave it and say so. */
  readonly whenEdited: 'original' | 'current' | 'leave'
}

/** Plans to take the proxy off the servers of a file. Pure: nothing is read or written. */
export function planUnwrap(config: Config, wish: UnwrapWish): FilePlan<UndoPlan> {
  const servers = config.servers.filter(wish.wants).map(server => planServer(config, server, wish))
  const edits = servers.flatMap(plan => (plan.kind === 'undo' ? [edit(plan.server, plan.after)] : []))
  return { config, servers, bytes: edited(config, edits) }
}

function planServer(config: Config, server: ServerEntry, wish: UnwrapWish): UndoPlan {
  const { entry } = server
  const isOurs = entry.kind === 'stdio' && (entry.launch !== undefined || entry.embedded !== undefined)
  if (!isOurs) return { kind: 'plain', server }
  const known = knownOriginal(server, entry, wish)
  const now = entry.launch?.server ?? [entry.command, ...entry.args]
  const was = known === undefined ? [] : (wordsOf(known.original) ?? [])
  const sound = known === undefined ? 'current' : 'original'
  const choice = isEdited(entry, known, now) ? wish.whenEdited : sound
  if (choice === 'current') {
    return { kind: 'undo', server, after: asItIsNow(config, server, entry), starts: now, from: 'arguments' }
  }
  if (choice === 'leave' || known === undefined) return { kind: 'edited', server, was, now }
  const after = unwrapEntry(server.text, config.file.shape, known.original)
  return { kind: 'undo', server, after, starts: was, from: known.from }
}

/** Where nothing is known of the original, nothing can have been edited. */
function isEdited(entry: Stdio, known: Known | undefined, now: readonly string[]): boolean {
  const sum = known === undefined ? digestOf(entry) : sumOf(known.original)
  return sum !== undefined && sum !== sumOfWords(now)
}

interface Known {
  readonly original: Original
  readonly from: Source
}

function knownOriginal(server: ServerEntry, entry: Stdio, wish: UnwrapWish): Known | undefined {
  if (entry.embedded?.kind === 'original') return { original: entry.embedded.original, from: 'entry' }
  const copy = wish.copyOf(server)
  const fits = copy !== undefined && (entry.embedded === undefined || entry.embedded.sum === sumOf(copy))
  return fits ? { original: copy, from: 'copy' } : undefined
}

function digestOf({ embedded }: Stdio): string | undefined {
  return embedded?.kind === 'digest' ? embedded.sum : undefined
}

/** The entry with what stands behind the dashes now; where nothing of ours starts it any more, without our variable. */
function asItIsNow(config: Config, server: ServerEntry, { launch, embedded }: Stdio): string {
  const { shape } = config.file
  const addedEnv = embedded?.kind === 'digest' ? embedded.addedEnv : (embedded?.original.addedEnv ?? false)
  if (launch === undefined) return withoutVariable(server.text, shape, addedEnv)
  return unwrapEntry(server.text, shape, { ...originalFrom(server.text, shape, launch), addedEnv })
}
