import type { Entry } from './entry.ts'

/** What the words that start us say in an entry, as far as the place and the treatment of the server hang on them. */
export interface OwnWords {
  readonly name: string | undefined
  readonly project: string | undefined
  readonly isOfUser: boolean
  /** A mode that counts before the one that is kept. */
  readonly policy: string | undefined
}

/** The words of ours in an entry; undefined where its server does not start through us. */
export function ownWords(entry: Entry): OwnWords | undefined {
  const words = wordsBefore(entry)
  if (words === undefined) return undefined
  return {
    name: optionIn(words, 'name'),
    project: optionIn(words, 'project'),
    isOfUser: words.includes('--user'),
    policy: optionIn(words, 'policy') ?? optionIn(words, 'mode'),
  }
}

/** Which word of the whole command line holds the name, and whether `--name=` stands before it in the same word. */
export function nameAt(entry: Entry): { readonly index: number; readonly isJoined: boolean } | undefined {
  const words = wordsBefore(entry) ?? []
  const apart = words.lastIndexOf('--name')
  const joined = words.findLastIndex(word => word.startsWith('--name='))
  if (joined > apart) return { index: joined, isJoined: true }
  return apart === -1 || apart + 1 >= words.length ? undefined : { index: apart + 1, isJoined: false }
}

function wordsBefore(entry: Entry): string[] | undefined {
  if (entry.kind !== 'stdio' || entry.launch === undefined) return undefined
  return [entry.command, ...entry.args].slice(0, entry.launch.serverAt)
}

function optionIn(words: readonly string[], name: string): string | undefined {
  const apart = words.lastIndexOf(`--${name}`)
  const joined = words.findLastIndex(word => word.startsWith(`--${name}=`))
  return joined > apart ? words[joined]?.slice(name.length + 3) : apart === -1 ? undefined : words[apart + 1]
}
