import { type Context, createContext, Script } from 'node:vm'

/** Longest text that a pattern of an adapter is tried on, in characters: what lies behind is not looked at. */
const longestText = 20_000

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

/** How long a pattern that might backtrack for long may look, in milliseconds. */
const patience = 100

/** Steps that any pattern may take: some hundredths of a second. */
const cheapSteps = 1e7

/**
 * What a pattern finds in the beginning of a text, or null. Adapters and texts both come from strangers, and one bad
 * pair would stop the proxy for ever: what might take long runs with a limit, and has found nothing when that is over.
 */
export function found(pattern: RegExp, text: string): RegExpExecArray | null {
  const part = text.slice(0, longestText)
  if (isCheap(pattern.source, part.length)) return pattern.exec(part)
  room ??= createContext({})
  Object.assign(room, { pattern, part })
  try {
    return look.runInContext(room, { timeout: patience })
  } catch {
    return null
  }
}

const look = new Script('pattern.exec(part)')
let room: Context | undefined

/** Backtracking tries each repetition at each length from each start; a repeated group multiplies beyond that. */
function isCheap(source: string, length: number): boolean {
  const bare = withoutLiterals(source)
  const repetitions = repetitionsIn(bare)
  return !/\)[*+{]/.test(bare) && length ** (repetitions + 1) <= cheapSteps
}

/** How often something is repeated or may be left out. */
function repetitionsIn(bare: string): number {
  return bare.match(/[*+{]|(?<!\()\?/g)?.length ?? 0
}

/** Beyond some thirty, a regular expression does not heed the limit of `found` for seconds. */
const mostRepetitions = 20

/**
 * Why a pattern cannot be taken, or undefined where it can. Adapters come from strangers too, so a pattern that could
 * backtrack without end is refused: one that repeats a group which itself repeats or chooses (`(a+)+`, `(a|ab)*`).
 * What remains can still take long: `found` bounds that.
 */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > longestPattern) return `is longer than ${longestPattern} characters`
  try {
    new RegExp(pattern, 'imu')
  } catch (error) {
    return `is not a regular expression: ${syntaxReason(error)}`
  }
  if (repetitionsIn(withoutLiterals(pattern)) > mostRepetitions)
    return `repeats, or may leave out, more than ${mostRepetitions} things`
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
  const bare = withoutLiterals(pattern)
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

/** Characters in classes and behind a backslash mean themselves. */
function withoutLiterals(pattern: string): string {
  return pattern.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*\]/g, 'x')
}

/** Does an unbounded (or a large) repetition stand here? */
function repeatsAt(bare: string, at: number): boolean {
  if (bare[at] === '*' || bare[at] === '+') return true
  const counted = /^\{(\d+)(,?)(\d*)\}/.exec(bare.slice(at, at + 20))
  if (counted === null) return false
  const [, least = '', comma = '', most = ''] = counted
  return comma === ',' && most === '' ? true : Number(most || least) > 20
}
