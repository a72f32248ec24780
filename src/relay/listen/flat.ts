import { endsWithLf, LF, type Line } from '../frames.ts'

/** The pieces of a line without its end, on one line of events as well. Pieces that are changed are copied. */
export function flat(line: Line): Buffer[] {
  const pieces = endsWithLf(line) ? line.with(-1, line.at(-1)?.subarray(0, -1) ?? empty) : line
  return pieces.map(piece => (piece.includes(CR) ? blank(Buffer.from(piece)) : piece))
}

/** Blanks, in place, what would end a line: LF, and CR in a stream of events. Both are white space in JSON. */
export function blank(piece: Buffer): Buffer {
  for (const end of [LF, CR])
    for (let at = piece.indexOf(end); at !== -1; at = piece.indexOf(end, at)) piece[at] = space
  return piece
}

const empty = Buffer.alloc(0)
const CR = 0x0d
const space = 0x20
