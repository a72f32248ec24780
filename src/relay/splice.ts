import type { Line } from './frames.ts'
import type { Span } from './scan.ts'

/** One value of a line, and the text that is to stand in its place. */
export interface Splice {
  readonly span: Span
  readonly text: string
}

/** A line with some of its values replaced. No other byte is copied. */
export function spliced(line: Line, splices: readonly Splice[]): Line {
  const inOrder = [...splices].sort((one, other) => one.span.start - other.span.start)
  const pieces: Buffer[] = []
  let from = 0
  for (const { span, text } of inOrder) {
    pieces.push(...sliceOf(line, { start: from, end: span.start }), Buffer.from(text))
    from = span.end
  }
  return [...pieces, ...sliceOf(line, { start: from, end: Number.POSITIVE_INFINITY })]
}

/** The pieces of a part of a line. */
export function sliceOf(line: Line, { start, end }: Span): Buffer[] {
  const pieces: Buffer[] = []
  let before = 0
  for (const piece of line) {
    const part = piece.subarray(
      Math.max(0, start - before),
      Math.max(0, Math.min(piece.length, end - before)),
    )
    if (part.length > 0) pieces.push(part)
    before += piece.length
  }
  return pieces
}

/** How many bytes a line has, its end included. */
export function sizeOf(line: Line): number {
  return line.reduce((sum, piece) => sum + piece.length, 0)
}

/** The text of a part of a line. */
export function textAt(line: Line, span: Span): string {
  return Buffer.concat(sliceOf(line, span)).toString('utf8')
}
