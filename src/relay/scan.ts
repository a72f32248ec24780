import { type Cursor, cursorAt, END, mark, offset, step, textSince } from './cursor.ts'
import type { Line } from './frames.ts'
import {
  CLOSE_BRACE,
  COLON,
  COMMA,
  OPEN_BRACE,
  QUOTE,
  skipByteOrderMark,
  skipSpace,
  skipString,
  skipValue,
} from './skip.ts'

/** Where a member's value stands in a line: byte offsets from the line's start, `end` behind the last byte. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The members of a JSON-RPC message that the relay looks at. */
export type MemberName = 'id' | 'method' | 'params' | 'result' | 'error'

/** Where each of them stands, and the text of the two short ones as it came. */
export interface Members {
  readonly spans: Readonly<Partial<Record<MemberName, Span>>>
  readonly id: string | undefined
  readonly method: string | undefined
}

/**
 * Finds the top-level members of a line that holds one JSON object, or gives undefined where it holds none.
 * Of a key that comes twice the last counts, as with JSON.parse. Values are walked over, not checked: bytes that
 * JSON.parse would refuse deep inside a value are not noticed.
 *
 * It costs one pass over the pieces and joins none of them; long strings are jumped over (Buffer.indexOf).
 */
export function scan(line: Line): Members | undefined {
  const cursor = cursorAt(line)
  skipByteOrderMark(cursor)
  if (skipSpace(cursor) !== OPEN_BRACE) return undefined
  step(cursor)
  const found = readMembers(cursor)
  return found && skipSpace(cursor) === END ? found : undefined
}

function readMembers(cursor: Cursor): Members | undefined {
  const spans: Partial<Record<MemberName, Span>> = {}
  let id: string | undefined
  let method: string | undefined
  if (skipSpace(cursor) === CLOSE_BRACE) {
    step(cursor)
    return { spans, id, method }
  }
  for (;;) {
    const key = readKey(cursor)
    if (key === undefined || skipSpace(cursor) !== COLON) return undefined
    step(cursor)
    skipSpace(cursor)
    const from = mark(cursor)
    if (!skipValue(cursor)) return undefined
    if (isMemberName(key)) spans[key] = { start: from.offset, end: offset(cursor) }
    if (key === 'id') id = textSince(cursor, from)
    if (key === 'method') method = textSince(cursor, from)
    const next = skipSpace(cursor)
    step(cursor)
    if (next === CLOSE_BRACE) return { spans, id, method }
    if (next !== COMMA || skipSpace(cursor) !== QUOTE) return undefined
  }
}

/** The key at the cursor: '' where it is too long to be one that we look for, undefined where none stands here. */
export function readKey(cursor: Cursor, longest: string = 'method'): string | undefined {
  if (skipSpace(cursor) !== QUOTE) return undefined
  const from = mark(cursor)
  if (!skipString(cursor)) return undefined
  return offset(cursor) - from.offset > mostBytes(longest) ? '' : unquote(textSince(cursor, from))
}

/** A key with its quotes and every letter escaped, as `\u006d`. */
function mostBytes(key: string): number {
  return 2 + 6 * key.length
}

function unquote(text: string): string {
  if (!text.includes('\\')) return text.slice(1, -1)
  try {
    return String(JSON.parse(text))
  } catch {
    return ''
  }
}

function isMemberName(key: string): key is MemberName {
  return key === 'id' || key === 'method' || key === 'params' || key === 'result' || key === 'error'
}
