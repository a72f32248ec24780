import { packed } from './bytes.ts'
import { digestOf } from './chain.ts'
import { digestColumn } from './digests.ts'
import type { Database } from './engine.ts'
import { readLog, walkLog } from './log-reading.ts'
import { decisions, type EntryFilter, type LogEntry, type LoggedEntry } from './store.ts'
import type { Terms } from './terms.ts'

/** The audit log as rows. */
export interface LogRows {
  /** The number that the next entry of any server gets. */
  nextSeq(): number
  /** Writes an entry at a place, and gives it as it now stands. */
  insert(entry: LogEntry, place: Place): LoggedEntry
  /** Entries of one server or all, oldest first. */
  read(server: string | undefined, filter: EntryFilter): LoggedEntry[]
  /** Every entry of a server, oldest first, each read only when asked for: it may be malformed. */
  walk(server: string): Iterable<{ readonly seq: number; read(): LoggedEntry }>
}

/** Where an entry goes: its numbers, and the digest of the entry before it. */
interface Place {
  readonly seq: number
  readonly number: number
  readonly previous: string
  readonly hasEvidence: boolean
}

export function logRowsOf(database: Database, terms: Terms): LogRows {
  const last = database.prepare<{ seq: number | null }>('SELECT max(seq) AS seq FROM log')
  const insert = database.prepare(`
    INSERT INTO log (seq, server, number, at, session, tool, resources, decision, reason, request, reply, evidence, digest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  return {
    nextSeq: () => (last.get()?.seq ?? 0) + 1,
    insert(entry, { seq, number, previous, hasEvidence }) {
      const placed = { ...entry, seq, number, ...(hasEvidence && { evidence: seq }) }
      const digest = digestOf(placed, previous)
      insert.run(
        seq,
        terms.idOf(entry.server),
        number,
        entry.at,
        terms.idOf(entry.session),
        terms.idOf(entry.tool),
        packed(entry.resources.map(terms.idOf)),
        decisions.indexOf(entry.decision),
        terms.idOf(entry.reason),
        digestColumn(entry.requestDigest, terms),
        digestColumn(entry.replyDigest, terms),
        hasEvidence ? 1 : 0,
        Buffer.from(digest, 'hex'),
      )
      return { ...placed, digest }
    },
    read: (server, filter) => readLog(database, terms, server, filter),
    walk: server => walkLog(database, terms, server),
  }
}
