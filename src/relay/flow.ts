import type { Readable, Writable } from 'node:stream'
import { endsWithLf, LF, type Line } from './frames.ts'

/**
 * Gives every chunk of `source` to `take`, and stops reading while `sink`, into which `take` writes, is full.
 * What one chunk leads to leaves in one system call. A sink that is gone holds nothing up.
 */
export function flow(source: Readable, sink: Writable, take: (chunk: Buffer) => void): void {
  let isOpen = true
  sink.on('drain', () => source.resume())
  whenGone(sink, () => {
    isOpen = false
    source.resume()
  })
  source.on('data', (chunk: Buffer) => {
    sink.cork()
    take(chunk)
    sink.uncork()
    if (isOpen && sink.writableNeedDrain) source.pause()
  })
}

/** Where lines are written to. */
export interface Outlet {
  /** Writes a line as it came. False: nobody reads there any more, nothing was written. */
  write(line: Line): boolean
  /** Writes a piece of a line whose end may not have come yet. Other lines wait for `endPieces`. */
  writePiece(piece: Buffer): void
  /** The line that was written piece by piece has ended, or its stream has. */
  endPieces(): void
  /** Resolves once everything that was written has left, or nobody is there to take it. */
  flushed(): Promise<void>
}

/** Lines into a stream. After a line that had no end, the next one begins a new line. */
export function createOutlet(stream: Writable): Outlet {
  let isGone = false
  let isInPieces = false
  let waiting: Line[] = []
  let isOpenLine = false
  whenGone(stream, () => {
    isGone = true
  })
  const put = (line: Line) => {
    stream.cork()
    if (isOpenLine) stream.write(lineFeed)
    for (const piece of together(line)) stream.write(piece)
    stream.uncork()
    isOpenLine = !endsWithLf(line)
  }
  return {
    write(line) {
      if (isGone || !stream.writable) return false
      if (isInPieces) waiting.push(line)
      else put(line)
      return true
    },
    writePiece(piece) {
      if (isGone || !stream.writable) return
      if (isInPieces) isOpenLine = false
      isInPieces = true
      put([piece])
    },
    endPieces() {
      isInPieces = false
      const lines = waiting
      waiting = []
      if (!isGone) lines.forEach(put)
    },
    flushed: () =>
      new Promise(resolve => {
        if (isGone || !stream.writable) return resolve()
        whenGone(stream, resolve)
        stream.write('', () => resolve())
      }),
  }
}

/** A few pieces of a short line cost more in the system than a copy of them does. */
function together(line: Line): Line {
  if (line.length < 2) return line
  let size = 0
  for (const piece of line) size += piece.length
  return size > shortLine ? line : [Buffer.concat(line, size)]
}

const shortLine = 1 << 14

/** A broken pipe is an error first, and for our own standard output (which Node never closes) nothing else. */
export function whenGone(stream: Writable, callback: () => void): void {
  stream.on('error', callback).on('close', callback)
}

const lineFeed = Buffer.from([LF])
