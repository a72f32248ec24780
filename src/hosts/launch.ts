/** The command line of an entry that starts its server through us, taken apart. */
export interface Launch {
  /** Of the words of the command line, the one behind the two dashes that part us from the server. */
  readonly serverAt: number
  /** The server's own command and its arguments. */
  readonly server: readonly string[]
}

/**
 * Takes a command line apart that starts a server through us, or gives undefined where it does not. Every form
 * that was ever released is known here: `proxy … -- CMD`, and `wrap … -- CMD`, which says the same.
 * A path of a checkout need not name us; what the entry embeds then shows that it is ours (`isMarked`).
 */
export function launchIn(words: readonly string[], isMarked: boolean): Launch | undefined {
  const verb = words.findIndex((word, index) => index > 0 && (word === 'proxy' || word === 'wrap'))
  const dashes = words.indexOf('--', verb)
  if (verb === -1 || dashes === -1 || dashes === words.length - 1) return undefined
  if (!isMarked && !words.slice(0, verb).some(namesUs) && !isCheckout(words, verb)) return undefined
  return { serverAt: dashes + 1, server: words.slice(dashes + 1) }
}

/** `mcpgraphy`, `mcpgraphy@1.2.3`, `mcpgraphy.cmd`, or a path in a folder of that name. */
function namesUs(word: string): boolean {
  return word.split(/[\\/\s]/).some(part => /^mcpgraphy(@.*|\.cmd|\.js)?$/.test(part))
}

/** A checkout in a folder of any name: our script right before the verb, and our option right behind it. */
function isCheckout(words: readonly string[], verb: number): boolean {
  return /(^|[\\/])cli\.[jt]s$/.test(words[verb - 1] ?? '') && words[verb + 1]?.startsWith('--name') === true
}
