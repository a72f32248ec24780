import { type Kept, type Original, sumOf, sumOfWords, wordsOf } from './embed.ts'
import type { Stdio } from './entry.ts'
import { isRest } from './launch.ts'
import { changed, type FilePlan, scopeOf } from './plan.ts'
import type { Config, ServerEntry } from './read.ts'
import type { Syntax } from './syntax/syntax.ts'
import { originalFrom, unwrapEntry, withoutVariables } from './unwrap-entry.ts'
import { addressFrom, addressNow, addressSum } from './unwrap-remote.ts'
import type { EntryChange } from './wrap-entry.ts'

/**
 * Where the original comes from: the entry itself, our copy of it, or the arguments behind `--`; `none` where nothing of
 * ours starts the entry any more, and only what an earlier wrap left in it goes.
 */
export type Source = 'entry' | 'copy' | 'arguments' | 'none'

/** What is to happen to one server when the proxy is taken off. */
export type UndoPlan =
  | {
      readonly kind: 'undo'
      readonly server: ServerEntry
      /** The entry as it will stand. */
      readonly after: ServerEntry
      /** The command line that the host starts then, or the address that it reaches. */
      readonly starts: readonly string[]
      readonly from: Source
    }
  /** What starts the server was changed since it was wrapped: somebody must say which of the two is meant. */
  | {
      readonly kind: 'edited'
      readonly server: ServerEntry
      /** Nothing where it was too long to be kept. */
      readonly was: readonly string[]
      /** Nothing where no server is started any more. */
      readonly now: readonly string[]
    }
  /** It looks as if it went through us, and nothing proves that: somebody must say that it does. */
  | { readonly kind: 'unsure'; readonly server: ServerEntry; readonly now: readonly string[] }
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
  const decided = config.servers.filter(wish.wants).map(server => decide(config, server, wish))
  const { bytes, after } = changed(
    config,
    decided.flatMap(each => (each.kind === 'undo' ? [each] : [])),
  )
  const servers = decided.map(
    (each): UndoPlan => (each.kind === 'undo' ? { ...each, after: after(each.server) } : each),
  )
  return { config, servers, bytes }
}

type Undo = Extract<UndoPlan, { kind: 'undo' }>
type Decided = Exclude<UndoPlan, Undo> | (Omit<Undo, 'after'> & { readonly change: EntryChange })

function decide(config: Config, server: ServerEntry, wish: UnwrapWish): Decided {
  const { entry } = server
  const isOurs = entry.kind === 'stdio' && (entry.launch !== undefined || entry.hasVariable)
  if (!isOurs) return decideUnsure(config, server, wish)
  const known = knownOriginal(server, entry, wish, config.syntax)
  const now = nowOf(entry)
  const was = known === undefined ? [] : (wordsOf(known.original, config.syntax) ?? [])
  const sound = known === undefined ? 'current' : 'original'
  const choice = isEdited(entry, known, config.syntax) ? wish.whenEdited : sound
  if (choice === 'current' && now.length > 0) {
    const from = entry.launch === undefined ? 'none' : 'arguments'
    return { kind: 'undo', server, change: asItIsNow(config, server, entry), starts: now, from }
  }
  if (choice !== 'original' || known === undefined) return { kind: 'edited', server, was, now }
  const change = unwrapEntry(mannerOf(config), known.original)
  return { kind: 'undo', server, change, starts: was, from: known.from }
}

/** Another program may have our name: only the user's word takes it off. */
function decideUnsure(config: Config, server: ServerEntry, { whenEdited }: UnwrapWish): Decided {
  const { entry } = server
  if (entry.kind !== 'stdio' || entry.lookalike === undefined) return { kind: 'plain', server }
  const known = { ...entry, launch: entry.lookalike }
  const now = nowOf(known)
  if (whenEdited !== 'current') return { kind: 'unsure', server, now }
  return { kind: 'undo', server, change: asItIsNow(config, server, known), starts: now, from: 'arguments' }
}

/** What the entry starts or reaches now, behind us; nothing where only our own words are left of its command. */
function nowOf(entry: Stdio): readonly string[] {
  const { launch, command, args } = entry
  if (launch?.url !== undefined) return [addressNow(entry)]
  const words = [command, ...args]
  return launch?.server ?? (isRest(words) ? [] : words)
}

/** Where nothing is known of the original, nothing can have been edited. */
function isEdited(entry: Stdio, known: Known | undefined, syntax: Syntax): boolean {
  const sum = known === undefined ? digestOf(entry) : sumOf(known.original, syntax)
  return (
    sum !== undefined &&
    sum !== (entry.launch?.url === undefined ? sumOfWords(nowOf(entry)) : addressSum(entry))
  )
}

interface Known {
  readonly original: Original
  readonly from: Source
}

function knownOriginal(
  server: ServerEntry,
  entry: Stdio,
  wish: UnwrapWish,
  syntax: Syntax,
): Known | undefined {
  if (entry.embedded?.kind === 'original') return { original: entry.embedded.original, from: 'entry' }
  const copy = wish.copyOf(server)
  const fits =
    copy !== undefined && (entry.embedded === undefined || entry.embedded.sum === sumOf(copy, syntax))
  return fits ? { original: copy, from: 'copy' } : undefined
}

function digestOf({ embedded }: Stdio): string | undefined {
  return embedded?.kind === 'digest' ? embedded.sum : undefined
}

/** The entry with what stands behind us now; where nothing of ours starts it any more, without our variables. */
function asItIsNow(config: Config, server: ServerEntry, entry: Stdio): EntryChange {
  const { launch, embedded } = entry
  const manner = mannerOf(config)
  const kept = embedded?.kind === 'original' ? embedded.original : (embedded ?? { addedEnv: false })
  if (launch === undefined) return (text, at) => withoutVariables(manner, text, at, kept)
  const { text, at } = scopeOf(config, server)
  if (launch.url !== undefined) return unwrapEntry(manner, addressFrom(manner, text, at, entry))
  return unwrapEntry(manner, { ...originalFrom(manner, text, at, entry), ...variablesOf(kept) })
}

function variablesOf({ addedEnv, emptyEnv, variables }: Kept): Kept {
  return { addedEnv, ...(emptyEnv ? { emptyEnv } : {}), ...(variables === undefined ? {} : { variables }) }
}

function mannerOf({ syntax, file: { shape } }: Config) {
  return { syntax, shape }
}
