import type { Line } from '../frames.ts'
import { sizeOf } from '../splice.ts'

/** Messages that wait for a stream. */
export interface Backlog {
  /** Keeps one more; the oldest go where there is no room. */
  add(line: Line): void
  /** Gives all of them, in order, and keeps none. */
  take(): Line[]
}

/** A backlog of so many bytes at most. */
export function createBacklog(room: number): Backlog {
  let lines: Line[] = []
  let size = 0
  return {
    add(line) {
      lines.push(line)
      size += sizeOf(line)
      while (size > room && lines.length > 0) size -= sizeOf(lines.shift() ?? [])
    },
    take() {
      const taken = lines
      lines = []
      size = 0
      return taken
    },
  }
}
