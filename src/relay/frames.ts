/** One line as the pieces in which it came. The last piece ends with LF, unless the stream ended before it. */
export type Line = readonly Buffer[]

export interface Frames {
  /** Takes the next bytes of the stream; they must not be changed afterwards. */
  push(chunk: Buffer): void
  /** The stream has ended: what stands behind the last LF is a line too. */
  end(): void
}

/**
 * Cuts a byte stream into lines at 0x0A and gives each to `take`, in order.
 * Joined together, the lines are the stream: no byte is lost, added or copied. A line that came in a thousand
 * chunks stays a thousand pieces, so that a long one is never copied as it grows.
 */
export function createFrames(take: (line: Line) => void): Frames {
  let begun: Buffer[] = []
  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
        const line = [...begun, chunk.subarray(from, at + 1)]
        begun = []
        from = at + 1
        take(line)
      }
      if (from < chunk.length) begun.push(chunk.subarray(from))
    },
    end() {
      const line = begun
      begun = []
      if (line.length > 0) take(line)
    },
  }
}

/** The bytes of a line without its LF, joined once. A line of one piece is not copied. */
export function bytesOf(line: Line): Buffer {
  const joined = line.length === 1 && line[0] ? line[0] : Buffer.concat(line)
  return endsWithLf(line) ? joined.subarray(0, -1) : joined
}

/** Did the line end, or did the stream? */
export function endsWithLf(line: Line): boolean {
  return line.at(-1)?.at(-1) === LF
}

/** A line of our own, from its bytes. */
export function lineOf(bytes: Buffer): Line {
  return [bytes, lineEnd]
}

export const LF = 0x0a
const lineEnd = Buffer.from([LF])
