/**
 * Milliseconds before a connection is tried again: what the server asked for, else a second that grows by half with
 * each failure in a row; never less than a tenth of a second, nor more than half a minute.
 */
export function waitBefore(failures: number, asked: number | undefined): number {
  return Math.min(Math.max(asked ?? 1000 * 1.5 ** failures, shortest), longest)
}

const shortest = 100
const longest = 30_000
