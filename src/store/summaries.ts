import type { Evidence } from '../graph/evidence.ts'
import { noDigest } from './chain.ts'
import { digestText } from './digests.ts'
import type { Database } from './engine.ts'
import type { LoggedEntry, ServerSummary } from './store.ts'
import type { Terms } from './terms.ts'

/** One row a server: the end of its chain, and what was counted so far, so that nobody has to count again. */
export interface Summaries {
  end(server: string): ChainEnd
  /** Moves the end of the chain to an entry just written, and counts it. */
  count(entry: LoggedEntry, evidence: Evidence | undefined): void
  all(): ServerSummary[]
}

export interface ChainEnd {
  readonly entries: number
  readonly seq: number
  readonly digest: string
}

export function summariesOf(database: Database, terms: Terms): Summaries {
  const end = database.prepare<{ entries: number; seq: number; digest: Uint8Array }>(
    'SELECT entries, seq, digest FROM summary WHERE server = ?',
  )
  const upsert = database.prepare(`
    INSERT INTO summary VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      entries = excluded.entries, seq = excluded.seq, digest = excluded.digest,
      calls = calls + excluded.calls, evidence = evidence + excluded.evidence,
      failures = failures + excluded.failures, noted = noted + excluded.noted,
      refused = refused + excluded.refused, held = held + excluded.held, problems = problems + excluded.problems,
      first = min(first, excluded.first), last = max(last, excluded.last)`)
  const all = database.prepare<Omit<ServerSummary, 'server'> & { server: number }>(`
    SELECT server, calls, evidence, failures, noted, refused, held, problems, first, last FROM summary`)
  return {
    end(server) {
      const row = end.get(terms.find(server) ?? 0)
      return row
        ? { ...row, digest: digestText(row.digest, terms) }
        : { entries: 0, seq: 0, digest: noDigest }
    },
    count(entry, evidence) {
      const head = [terms.idOf(entry.server), entry.number, entry.seq, Buffer.from(entry.digest, 'hex')]
      upsert.run(...head, ...countsOf(entry, evidence), entry.at, entry.at)
    },
    all: () =>
      all
        .all()
        .map(row => ({ ...row, server: terms.textOf(row.server) }))
        .sort((one, other) => (one.server < other.server ? -1 : 1)),
  }
}

/** What an entry adds, in the order of the columns: calls, evidence, failures, noted, refused, held, problems. */
function countsOf({ decision }: LoggedEntry, evidence: Evidence | undefined): number[] {
  const failed = evidence?.outcome.kind === 'failure'
  const isCall = evidence !== undefined || ['forwarded', 'noted', 'refused', 'held'].includes(decision)
  const counted = ['noted', 'refused', 'held', 'problem'].map(each => each === decision)
  return [isCall, evidence !== undefined, failed, ...counted].map(Number)
}
