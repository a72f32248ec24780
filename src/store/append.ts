import type { Evidence } from '../graph/evidence.ts'
import type { LogEntry } from './store.ts'
import type { Tables } from './tables.ts'

/**
 * Writes a log entry at the end of its server's chain, and with it the evidence of the call where there is
 * some: within a transaction. Gives their number.
 */
export function append(tables: Tables, entry: LogEntry, piece?: Evidence): number {
  const { log, summaries, evidence, resources } = tables
  const seq = log.nextSeq()
  const end = summaries.end(entry.server)
  const place = { seq, number: end.entries + 1, previous: end.digest, hasEvidence: piece !== undefined }
  summaries.count(log.insert(entry, place), piece)
  if (piece === undefined) return seq
  evidence.insert(seq, piece)
  resources.save(piece.server, piece.roles, piece.at, seq)
  return seq
}
