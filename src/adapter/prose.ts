/** Longest text that can be an account of a call rather than what it was asked for, in UTF-16 units. */
const longestAccount = 4000

/**
 * What stands behind `Error:` at the beginning of a text that was told as a success, or undefined. Alone it proves
 * nothing: a text that was asked for may begin so.
 */
export function proseError(text: string): string | undefined {
  if (text.length > longestAccount) return undefined
  const [prefix] = /^\W{0,4}error(?: \w+){0,2}:\s*/i.exec(text) ?? []
  return prefix === undefined ? undefined : text.slice(prefix.length)
}

/** The line in which a text says that only some of several things were done, or undefined. */
export function prosePartly(text: string): string | undefined {
  if (text.length > longestAccount) return undefined
  const line = text
    .split('\n')
    .find(each => each.trim() !== '')
    ?.slice(0, 400)
  return line !== undefined && partly.some(each => each.test(line)) ? line : undefined
}

const partly = [
  /\bcompleted with [1-9]\d* (?:errors?|failures?)\b/i,
  /\bpartial(?:ly)? (?:success|succeeded|successful|completed|done|failed|failure)\b/i,
  /\b[1-9]\d*(?: of \d+)?(?: \w+)? (?:succeeded|successful(?:ly)?|completed|created|updated|deleted|removed|moved|sent)\b.{0,40}\b[1-9]\d*(?: \w+)? (?:failed|errors?)\b/i,
]
