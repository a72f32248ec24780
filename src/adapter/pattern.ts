/** Longest text that a pattern of an adapter is tried on, in characters: what lies behind is not looked at. */
export const longestText = 20_000

/** Longest pattern that is taken, in characters. */
const longestPattern = 500

/**
 * The pattern as an adapter's rules use it: any case, `^` and `$` at every line.
 * Call `patternFault` before; this throws a SyntaxError where it would have complained of the syntax.
 * Unicode's classes and code points only where they are used: matching any case by Unicode's rules is 20 times slower.
 */
export function compile(pattern: string): RegExp {
  return new RegExp(pattern, needsUnicode.test(pattern) ? 'imu' : 'im')
}

const needsUnicode = /\\[pPu]\{|[\u{10000}-\u{10ffff}]/u

/**
 * Why a pattern cannot be taken, or undefined where it can. Adapters come from strangers too, so a pattern that could
 * backtrack without end is refused: one that repeats a group which itself repeats or chooses (`(a+)+`, `(a|ab)*`).
 * What remains is polynomial in a text of at most `longestText` characters.
 */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > longestPattern) return `is longer than ${longestPattern} characters`
  try {
    new RegExp(pattern, 'imu')
  } catch (error) {
    return `is not a regular expression: ${syntaxReason(error)}`
  }
  return repeatsRepetition(pattern)
    ? 'repeats a group that itself repeats or chooses, which can take for ever'
    : undefined
}

/** `Invalid regular expression: /(/: Unterminated group` without what the reader has before him. */
function syntaxReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.slice(message.lastIndexOf(': ') + 2).toLowerCase()
}

/** Star height above one, or a choice under a star. Characters in classes and behind a backslash mean themselves. */
function repeatsRepetition(pattern: string): boolean {
  const bare = pattern.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const groups: { varies: boolean }[] = [{ varies: false }]
  for (let at = 0; at < bare.length; at++) {
    const here = groups[groups.length - 1]!
    if (bare[at] === '(') groups.push({ varies: false })
    else if (bare[at] === '|') here.varies = true
    else if (bare[at] === ')') {
      const closed = groups.length > 1 ? groups.pop()! : here
      const repeated = repeatsAt(bare, at + 1)
      if (repeated && closed.varies) return true
      if (repeated || closed.varies) groups[groups.length - 1]!.varies = true
    } else if (repeatsAt(bare, at + 1) && !'*+?{}'.includes(bare[at]!)) here.varies = true
  }
  return false
}

/** Does an unbounded (or a large) repetition stand here? */
function repeatsAt(bare: string, at: number): boolean {
  if (bare[at] === '*' || bare[at] === '+') return true
  const counted = /^\{(\d+)(,?)(\d*)\}/.exec(bare.slice(at, at + 20))
  if (counted === null) return false
  const [, least = '', comma = '', most = ''] = counted
  return comma === ',' && most === '' ? true : Number(most || least) > 20
}
