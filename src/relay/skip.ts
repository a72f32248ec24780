import { type Cursor, END, offset, peek, step } from './cursor.ts'

/** Moves behind the value at the cursor; false where there is none or the line ends inside it. */
export function skipValue(cursor: Cursor): boolean {
  const first = peek(cursor)
  if (first === QUOTE) return skipString(cursor)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(cursor)
  return skipScalar(cursor)
}

/** Moves behind an object or array by counting brackets outside strings. */
function skipNested(cursor: Cursor): boolean {
  let depth = 0
  while (peek(cursor) !== END) {
    depth = skipBrackets(cursor, depth)
    if (depth === 0) return true
    if (peek(cursor) === QUOTE && !skipString(cursor)) return false
  }
  return false
}

/** Goes on to the next string, to the end of the piece, or behind the bracket that ends the value; gives the depth. */
function skipBrackets(cursor: Cursor, from: number): number {
  const { piece } = cursor
  let { at } = cursor
  let depth = from
  for (; at < piece.length; at++) {
    const byte = piece[at] ?? END
    if (byte === QUOTE) break
    // Braces and square brackets differ in one bit.
    if ((byte | 0x20) === OPEN_BRACE) depth++
    else if ((byte | 0x20) === CLOSE_BRACE && --depth === 0) {
      at++
      break
    }
  }
  cursor.at = at
  return depth
}

/** Moves behind a number or a word. */
function skipScalar(cursor: Cursor): boolean {
  const from = offset(cursor)
  for (let byte = peek(cursor); byte !== END && !endsScalar(byte); byte = peek(cursor)) step(cursor)
  return offset(cursor) > from
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === COLON || isSpace(byte)
}

/**
 * Moves behind the string whose opening quote stands at the cursor. Quotes are often near, so the first bytes are
 * walked by hand; from there on the next quote is looked for natively.
 */
export function skipString(cursor: Cursor): boolean {
  step(cursor)
  while (peek(cursor) !== END) if (walkInString(cursor) || leapInString(cursor)) return true
  return false
}

/** Goes on a few bytes in a string; true where that led behind its end. */
function walkInString(cursor: Cursor): boolean {
  const { piece } = cursor
  let { at } = cursor
  const until = Math.min(at + nearby, piece.length)
  while (at < until) {
    const byte = piece[at++]
    if (byte === QUOTE) {
      cursor.at = at
      return true
    }
    if (byte === BACKSLASH) at++
  }
  cursor.at = at
  return false
}

const nearby = 64

/** Goes on behind the next quote in this piece, or behind the piece; true where the quote ended the string. */
function leapInString(cursor: Cursor): boolean {
  const { piece, at } = cursor
  const quote = piece.indexOf(QUOTE, at)
  const until = quote === -1 ? Math.max(at, piece.length) : quote
  const isEscaped = countBackslashes(piece, at, until) % 2 === 1
  if (quote === -1) cursor.at = until + (isEscaped ? 1 : 0)
  else cursor.at = quote + 1
  return quote !== -1 && !isEscaped
}

/** How many backslashes stand right before `until`, not looking further back than `from`. */
function countBackslashes(piece: Buffer, from: number, until: number): number {
  let at = until
  while (at > from && piece[at - 1] === BACKSLASH) at--
  return until - at
}

/** Moves behind white space; gives the byte that stands there. */
export function skipSpace(cursor: Cursor): number {
  let byte = peek(cursor)
  while (isSpace(byte)) {
    step(cursor)
    byte = peek(cursor)
  }
  return byte
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Some programs on Windows begin what they write with EF BB BF. */
export function skipByteOrderMark(cursor: Cursor): void {
  if (peek(cursor) === 0xef) for (let n = 0; n < 3; n++) step(cursor)
}

export const QUOTE = 0x22
export const COLON = 0x3a
export const COMMA = 0x2c
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACKET = 0x5d
const BACKSLASH = 0x5c
