import { reasonOf } from '../problem.ts'
import { digestOf, noDigest } from './chain.ts'
import { isMalformed } from './faults.ts'
import type { LogRows } from './log-rows.ts'
import type { LoggedEntry, Verdict } from './store.ts'
import type { ChainEnd } from './summaries.ts'

/** Goes through a server's log from its first entry on, and says where it first differs from what was written. */
export function verify(server: string, log: LogRows, end: ChainEnd): Verdict {
  let last: ChainEnd = { entries: 0, seq: 0, digest: noDigest }
  for (const { seq, read } of log.walk(server)) {
    const entry = readable(read)
    if (typeof entry === 'string') return { ok: false, at: seq, why: entry }
    const why = misfit(entry, last)
    if (why !== undefined) return { ok: false, at: seq, why }
    last = { entries: entry.number, seq, digest: entry.digest }
  }
  return ending(last, end)
}

/** The entry, or why it is none. */
function readable(read: () => LoggedEntry): LoggedEntry | string {
  try {
    return read()
  } catch (error) {
    if (!isMalformed(error)) throw error
    return `the entry cannot be read: ${reasonOf(error)}`
  }
}

/** Why an entry cannot follow the one before it, if so. */
function misfit(entry: LoggedEntry, last: ChainEnd): string | undefined {
  const expected = last.entries + 1
  if (entry.number > expected) return `${missing(expected, entry.number - 1)}, right before this one`
  if (entry.number < expected) return `entry no. ${entry.number} stands where no. ${expected} should`
  if (digestOf(entry, last.digest) === entry.digest) return undefined
  return `entry no. ${entry.number} is not what was written`
}

/** What the summary remembers of the end shows when entries were cut off there. */
function ending(last: ChainEnd, end: ChainEnd): Verdict {
  if (last.entries < end.entries)
    return { ok: false, at: end.seq, why: `${missing(last.entries + 1, end.entries)}, at the end` }
  if (last.digest === end.digest) return { ok: true, entries: last.entries }
  return { ok: false, at: last.seq, why: 'the last entry is not the one that was written last' }
}

function missing(from: number, to: number): string {
  return from === to ? `entry no. ${from} is missing` : `entries no. ${from} to ${to} are missing`
}
