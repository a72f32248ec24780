import type { Line } from './frames.ts'

/** A place in a line: which piece, where in it, and how many bytes stand before that piece. */
export interface Cursor {
  readonly line: Line
  index: number
  piece: Buffer
  at: number
  before: number
}

/** A place to come back to for the text that began there. */
export interface Mark {
  readonly index: number
  readonly at: number
  readonly offset: number
}

/** The beginning of a line. */
export function cursorAt(line: Line): Cursor {
  return { line, index: 0, piece: line[0] ?? empty, at: 0, before: 0 }
}

/** The byte at the cursor, or END behind the last. Goes on to the next piece where one is used up. */
export function peek(cursor: Cursor): number {
  while (cursor.at >= cursor.piece.length) {
    if (cursor.index + 1 >= cursor.line.length) return END
    cursor.at -= cursor.piece.length
    cursor.before += cursor.piece.length
    cursor.piece = cursor.line[++cursor.index] ?? empty
  }
  return cursor.piece[cursor.at] ?? END
}

/** Moves behind the byte that was just peeked at. */
export function step(cursor: Cursor): void {
  cursor.at++
}

/** How many bytes of the line stand before the cursor. */
export function offset(cursor: Cursor): number {
  return cursor.before + cursor.at
}

/** Remembers the place of the byte that was just peeked at. */
export function mark(cursor: Cursor): Mark {
  return { index: cursor.index, at: cursor.at, offset: offset(cursor) }
}

/** The text from a mark to the cursor. Only its own pieces are joined. */
export function textSince(cursor: Cursor, from: Mark): string {
  if (from.index === cursor.index) return cursor.piece.toString('utf8', from.at, cursor.at)
  const first = cursor.line[from.index]?.subarray(from.at) ?? empty
  const between = cursor.line.slice(from.index + 1, cursor.index)
  return Buffer.concat([first, ...between, cursor.piece.subarray(0, cursor.at)]).toString('utf8')
}

const empty = Buffer.alloc(0)

/** What `peek` gives behind the last byte. */
export const END = -1
