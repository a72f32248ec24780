import { createHash } from 'node:crypto'
import { canonical } from '../json.ts'
import type { LogEntry, LoggedEntry } from './store.ts'

/** Stands for the entry before the first. */
export const noDigest = '0'.repeat(64)

/**
 * The digest of an entry: SHA-256 over the canonical text of all its fields, its numbers, and the digest of the
 * entry of the same server before it, in hex. Whoever changes, removes, adds or moves an entry has to recompute
 * every later one.
 */
export function digestOf(entry: Omit<LoggedEntry, 'digest'>, previous: string): string {
  const { server, at, session, tool, resources, decision, reason, requestDigest, replyDigest }: LogEntry =
    entry
  const text = canonical({
    server,
    at,
    session,
    tool,
    resources,
    decision,
    reason,
    requestDigest,
    replyDigest,
    seq: entry.seq,
    number: entry.number,
    evidence: entry.evidence ?? null,
    previous,
  })
  return createHash('sha256').update(text).digest('hex')
}
