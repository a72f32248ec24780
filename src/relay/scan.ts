import type { Line } from './frames.ts'

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
function readKey(cursor: Cursor): string | undefined {
  if (skipSpace(cursor) !== QUOTE) return undefined
  const from = mark(cursor)
  if (!skipString(cursor)) return undefined
  return offset(cursor) - from.offset > longestKey ? '' : unquote(textSince(cursor, from))
}

/** `"method"` with every letter escaped, as `\u006d`. */
const longestKey = 2 + 6 * 'method'.length

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

/** Moves behind the value at the cursor; false where there is none or the line ends inside it. */
function skipValue(cursor: Cursor): boolean {
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
function skipString(cursor: Cursor): boolean {
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

function skipSpace(cursor: Cursor): number {
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
function skipByteOrderMark(cursor: Cursor): void {
  if (peek(cursor) === 0xef) for (let n = 0; n < 3; n++) step(cursor)
}

/** A place in a line: which piece, where in it, and how many bytes stand before that piece. */
interface Cursor {
  readonly line: Line
  index: number
  piece: Buffer
  at: number
  before: number
}

interface Mark {
  readonly index: number
  readonly at: number
  readonly offset: number
}

function cursorAt(line: Line): Cursor {
  return { line, index: 0, piece: line[0] ?? empty, at: 0, before: 0 }
}

/** The byte at the cursor, or END behind the last. Goes on to the next piece where one is used up. */
function peek(cursor: Cursor): number {
  while (cursor.at >= cursor.piece.length) {
    if (cursor.index + 1 >= cursor.line.length) return END
    cursor.at -= cursor.piece.length
    cursor.before += cursor.piece.length
    cursor.piece = cursor.line[++cursor.index] ?? empty
  }
  return cursor.piece[cursor.at] ?? END
}

function step(cursor: Cursor): void {
  cursor.at++
}

function offset(cursor: Cursor): number {
  return cursor.before + cursor.at
}

/** Remembers the place of the byte that was just peeked at. */
function mark(cursor: Cursor): Mark {
  return { index: cursor.index, at: cursor.at, offset: offset(cursor) }
}

/** The text from a mark to the cursor. Only its own pieces are joined. */
function textSince(cursor: Cursor, from: Mark): string {
  if (from.index === cursor.index) return cursor.piece.toString('utf8', from.at, cursor.at)
  const first = cursor.line[from.index]?.subarray(from.at) ?? empty
  const between = cursor.line.slice(from.index + 1, cursor.index)
  return Buffer.concat([first, ...between, cursor.piece.subarray(0, cursor.at)]).toString('utf8')
}

const empty = Buffer.alloc(0)
const END = -1
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
