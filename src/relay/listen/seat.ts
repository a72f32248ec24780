import { PassThrough, Writable } from 'node:stream'
import { createFrames, type Line } from '../frames.ts'
import type { Ending, Server } from '../stdio.ts'

/** One host's place before a shared server. */
export interface Seat {
  /** The server as this host's relay sees it. */
  readonly server: Server
  /** Gives the host a line. A host that does not read what waits for it already loses its place. */
  give(line: Line): void
  isFull(): boolean
  /** The server has ended so. */
  end(how: Promise<Ending>): void
}

export interface SeatOptions {
  /** Bytes that may wait for the host. */
  readonly room: number
  /** Takes a line of the host. */
  readonly take: (line: Line) => void
  /** The host has read what was written for it. */
  readonly onRoom: () => void
  /** Calls back when the server can take more. */
  readonly onWritten: (done: () => void) => void
  /** The host has left. Called once, not where the server has ended first. */
  readonly onLeave: () => void
}

export function createSeat({ room, take, onRoom, onWritten, onLeave }: SeatOptions): Seat {
  const stdout = new PassThrough()
  let how: Promise<Ending> | undefined
  const frames = createFrames(take)
  const leave = () => {
    if (how) return
    how = Promise.resolve({ code: 0, signal: null })
    stdout.end()
    onLeave()
  }
  const stdin = new Writable({
    write(chunk: Buffer, _, done) {
      if (!how) frames.push(chunk)
      onWritten(done)
    },
    final(done) {
      if (!how) frames.end()
      leave()
      done()
    },
  })
  stdout.on('drain', onRoom)
  const over = new Promise<Ending>(resolve =>
    stdout.once('close', () => resolve(how ?? { code: 0, signal: null })),
  )
  over.catch(() => undefined)
  return {
    server: { stdin, stdout, kill: leave, isAlive: () => how === undefined, over },
    give(line) {
      if (how) return
      if (stdout.writableLength > room) return leave()
      stdout.cork()
      for (const piece of line) stdout.write(piece)
      stdout.uncork()
    },
    isFull: () => !how && stdout.writableNeedDrain,
    end(ending) {
      if (how) return
      how = ending
      stdout.end()
    },
  }
}
