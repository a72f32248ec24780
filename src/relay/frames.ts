/** One line as the pieces in which it came. The last piece ends with LF, unless the stream ended before it. */
export type Line = readonly Buffer[]

export interface Frames {
  /** Takes the next bytes of the stream; they must not be changed afterwards. */
  push(chunk: Buffer): void
  /** The stream has ended: what stands behind the last LF is a line too. */
  end(): void
}

/** What may be done with a long line before its end has come. */
export interface Early {
  /** From how many bytes on a line is long. */
  readonly from: number
  /** May this line go on piece by piece? Asked for each piece of a long line, until it may. */
  isAllowed(): boolean
  /** Takes a piece; the first call for a line is for its first piece. */
  write(piece: Buffer): void
}

/**
 * Cuts a byte stream into lines at 0x0A and gives each to `take`, in order; `isEarly` says that its pieces were
 * given to `early` before. Joined together, the lines are the stream: no byte is lost, added or copied. A line that
 * came in a thousand chunks stays a thousand pieces, so that a long one is never copied as it grows.
 */
export function createFrames(take: (line: Line, isEarly: boolean) => void, early?: Early): Frames {
  let pieces: Buffer[] = []
  let size = 0
  let isEarly = false

  const add = (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
    if (isEarly) early?.write(piece)
    else if (early && size > early.from && early.isAllowed()) {
      isEarly = true
      pieces.forEach(early.write)
    }
  }
  const end = () => {
    const [line, wasEarly] = [pieces, isEarly]
    pieces = []
    size = 0
    isEarly = false
    if (line.length > 0) take(line, wasEarly)
  }
  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, from)) {
        add(chunk.subarray(from, at + 1))
        from = at + 1
        end()
      }
      if (from < chunk.length) add(chunk.subarray(from))
    },
    end,
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
