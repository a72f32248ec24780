/**
 * Milliseconds before a connection is tried again: what the server asked for, else a second that grows by half with
 * each failure in a row, to half a minute at most.
 */
export function waitBefore(failures: number, asked: number | undefined): number {
  return Math.min(asked ?? 1000 * 1.5 ** failures, longest)
}

const longest = 30_000
