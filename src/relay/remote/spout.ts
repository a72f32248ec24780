import { Readable } from 'node:stream'
import { LF, type Line } from '../frames.ts'

/** Lines for the host out of many streams at once, as the one stream that a server's output is. */
export interface Spout {
  readonly stream: Readable
  /** Gives a whole line, so that two never mix; resolves when there is room for the next. */
  write(line: Line): Promise<void>
  /** There will be nothing more. */
  end(): void
}

/** At most a chunk and a message of each stream wait while the reader is slow: their sources are not read on. */
export function createSpout(): Spout {
  let waiting: (() => void)[] = []
  const letGo = () => {
    const all = waiting
    waiting = []
    for (const each of all) each()
  }
  const stream = new Readable({ read: letGo, highWaterMark: roomFor })
  stream.on('error', () => undefined).on('close', letGo)
  let isOpen = true
  return {
    stream,
    async write(line) {
      if (!isOpen || stream.destroyed) return
      let hasRoom = true
      for (const piece of line) if (piece.length > 0) hasRoom = stream.push(piece)
      if (!hasRoom) await new Promise<void>(resolve => waiting.push(resolve))
    },
    end() {
      isOpen = false
      if (!stream.destroyed) stream.push(null)
    },
  }
}

/** A message as a line: line ends in it can only stand between its tokens, where a space says the same. */
export function asLine(message: Line): Line {
  return [...message.map(onOneLine), lineFeed]
}

function onOneLine(piece: Buffer): Buffer {
  if (piece.indexOf(LF) === -1 && piece.indexOf(CR) === -1) return piece
  const copy = Buffer.from(piece)
  for (const end of [LF, CR])
    for (let at = copy.indexOf(end); at !== -1; at = copy.indexOf(end, at)) copy[at] = SPACE
  return copy
}

const CR = 0x0d
const SPACE = 0x20
const lineFeed = Buffer.from([LF])
const roomFor = 1 << 18
