import { type Cursor, cursorAt, END, offset, peek, step } from './cursor.ts'
import type { Line } from './frames.ts'
import { readKey, type Span } from './scan.ts'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  skipByteOrderMark,
  skipSpace,
  skipValue,
} from './skip.ts'

/** Where the value stands that a path of keys leads to, or undefined. Of a key that comes twice the last counts. */
export function locate(line: Line, path: readonly string[]): Span | undefined {
  let cursor: Cursor | undefined = beginningOf(line)
  for (const key of path) {
    cursor = memberOf(cursor, key)
    if (cursor === undefined) return undefined
  }
  return spanHere(cursor)
}

/** Where each element of the array stands that a line holds, or undefined where it holds none. */
export function elementsOf(line: Line): Span[] | undefined {
  const cursor = beginningOf(line)
  if (skipSpace(cursor) !== OPEN_BRACKET) return undefined
  step(cursor)
  const spans: Span[] = []
  let next = skipSpace(cursor)
  if (next === CLOSE_BRACKET) step(cursor)
  while (next !== CLOSE_BRACKET) {
    const span = spanHere(cursor)
    if (span === undefined) return undefined
    spans.push(span)
    next = skipSpace(cursor)
    if (next !== COMMA && next !== CLOSE_BRACKET) return undefined
    step(cursor)
  }
  return skipSpace(cursor) === END ? spans : undefined
}

function beginningOf(line: Line): Cursor {
  const cursor = cursorAt(line)
  skipByteOrderMark(cursor)
  return cursor
}

/** A cursor at the value of a key of the object that the given cursor stands at. */
function memberOf(object: Cursor, key: string): Cursor | undefined {
  const cursor = { ...object }
  if (skipSpace(cursor) !== OPEN_BRACE) return undefined
  step(cursor)
  let found: Cursor | undefined
  while (skipSpace(cursor) !== CLOSE_BRACE) {
    const name = readKey(cursor, key)
    if (name === undefined || skipSpace(cursor) !== COLON) return undefined
    step(cursor)
    skipSpace(cursor)
    if (name === key) found = { ...cursor }
    if (!skipValue(cursor)) return undefined
    if (skipSpace(cursor) === COMMA) step(cursor)
  }
  return found
}

function spanHere(cursor: Cursor): Span | undefined {
  skipSpace(cursor)
  const start = offset(cursor)
  return peek(cursor) !== END && skipValue(cursor) ? { start, end: offset(cursor) } : undefined
}
