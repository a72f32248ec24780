/** The command line of an entry that starts its server through us, taken apart. */
export interface Launch {
  /** The server's own command and its arguments; none where it is reached by address. */
  readonly server: readonly string[]
  /** Of the words of the command line, where the server's own begin. */
  readonly serverAt: number
  /** The address of a server that is not started but reached. */
  readonly url?: string
}

/**
 * Takes a command line apart that starts a server through us, or gives undefined where it does not. Every form
 * that was ever released is known here: `proxy … -- CMD`, `wrap … -- CMD`, which says the same, and both with
 * `--url URL` in place of the command.
 * A path of a checkout need not name us; what the entry embeds then shows that it is ours (`isMarked`).
 */
export function launchIn(words: readonly string[], isMarked: boolean): Launch | undefined {
  const verb = words.findIndex((word, index) => index > 0 && (word === 'proxy' || word === 'wrap'))
  if (verb === -1) return undefined
  if (!isMarked && !words.slice(0, verb).some(namesUs) && !isCheckout(words, verb)) return undefined
  const dashes = words.indexOf('--', verb)
  if (dashes === -1) return withAddress(words, verb)
  return dashes === words.length - 1 ? undefined : { serverAt: dashes + 1, server: words.slice(dashes + 1) }
}

function withAddress(words: readonly string[], verb: number): Launch | undefined {
  const option = words.findIndex((word, index) => index > verb && /^--url(=|$)/.test(word))
  const url = words[option]?.startsWith('--url=') ? words[option].slice('--url='.length) : words[option + 1]
  return option === -1 || url === undefined ? undefined : { serverAt: words.length, server: [], url }
}

/** `mcpgraphy`, `mcpgraphy@1.2.3`, `mcpgraphy.cmd`, or a path in a folder of that name. */
function namesUs(word: string): boolean {
  return word.split(/[\\/\s]/).some(part => /^mcpgraphy(@.*|\.cmd|\.js)?$/.test(part))
}

/** A checkout in a folder of any name: our script right before the verb, and our option right behind it. */
function isCheckout(words: readonly string[], verb: number): boolean {
  return /(^|[\\/])cli\.[jt]s$/.test(words[verb - 1] ?? '') && words[verb + 1]?.startsWith('--name') === true
}
