import { patternFault } from '../adapter/pattern.ts'

/** Longest text that a schema's pattern is tried on, in UTF-16 units: a longer one is taken as it is. */
const longestText = 2000

/**
 * A pattern of a schema, as ajv wants one. What is no pattern, what could backtrack without end, and what is too long
 * to be tried fits everything: a server's pattern may warn, and never hold a call up.
 */
export function boundedPattern(
  pattern: string,
  _flags: string,
): { test(text: string): boolean; toString(): string } {
  const form = patternFault(pattern) === undefined ? read(pattern) : undefined
  return {
    test: text => form === undefined || text.length > longestText || form.test(text),
    toString: () => `/${pattern}/`,
  }
}
boundedPattern.code = 'boundedPattern'

function read(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {}
  }
  return undefined
}
