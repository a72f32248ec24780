import { reader, writer } from './bytes.ts'
import { digestOf } from './chain.ts'
import { digestColumn, digestText } from './digests.ts'
import type { Database, Value } from './engine.ts'
import { malformed } from './faults.ts'
import { decisions, type EntryFilter, type LogDecision, type LogEntry, type LoggedEntry } from './store.ts'
import type { Terms } from './terms.ts'

/** The audit log as rows. */
export interface LogRows {
  /** The number that the next entry of any server gets. */
  nextSeq(): number
  /** Writes an entry after the one that `previous` tells of, and gives it as it now stands. */
  insert(entry: LogEntry, place: Place): LoggedEntry
  /** Entries of one server or all, oldest first. */
  read(server: string | undefined, filter: EntryFilter): LoggedEntry[]
  /** Every entry of a server, oldest first, each read only when asked for: it may be malformed. */
  walk(server: string): Iterable<{ readonly seq: number; read(): LoggedEntry }>
}

/** Where an entry goes. */
export interface Place {
  readonly seq: number
  readonly number: number
  readonly previous: string
  readonly hasEvidence: boolean
}

interface Row {
  readonly seq: number
  readonly server: number
  readonly number: number
  readonly at: number
  readonly session: number
  readonly tool: number
  readonly resources: Uint8Array
  readonly decision: number
  readonly reason: number
  readonly request: unknown
  readonly reply: unknown
  readonly evidence: number
  readonly digest: Uint8Array
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
        packedResources(entry.resources, terms),
        decisions.indexOf(entry.decision),
        terms.idOf(entry.reason),
        digestColumn(entry.requestDigest, terms),
        digestColumn(entry.replyDigest, terms),
        hasEvidence ? 1 : 0,
        Buffer.from(digest, 'hex'),
      )
      return { ...placed, digest }
    },
    read: (server, filter) => read(database, terms, server, filter),
    walk: server => walk(database, terms, server),
  }
}

function read(
  database: Database,
  terms: Terms,
  server: string | undefined,
  filter: EntryFilter,
): LoggedEntry[] {
  const resource = filter.resource === undefined ? undefined : (terms.find(filter.resource) ?? 0)
  const wanted = (row: Row) => resource === undefined || resourceIds(row).includes(resource)
  const most = filter.tail ?? filter.limit ?? Number.POSITIVE_INFINITY
  const rows: Row[] = []
  for (const page of pages(database, whereOf(terms, server, filter), filter.tail !== undefined)) {
    rows.push(...page.filter(wanted).slice(0, most - rows.length))
    if (rows.length >= most) break
  }
  if (filter.tail !== undefined) rows.reverse()
  return rows.map(row => entryOf(row, terms))
}

function* walk(database: Database, terms: Terms, server: string) {
  for (const page of pages(database, whereOf(terms, server, {}), false)) {
    for (const row of page) yield { seq: row.seq, read: () => entryOf(row, terms) }
  }
}

/** What a row must be, and the values for the question marks in it. */
interface Where {
  readonly sql: readonly string[]
  readonly values: readonly Value[]
}

function whereOf(terms: Terms, server: string | undefined, filter: EntryFilter): Where {
  const sql: string[] = []
  const values: Value[] = []
  if (filter.after !== undefined) {
    sql.push('seq > ?')
    values.push(filter.after)
  }
  if (server !== undefined) {
    sql.push('server = ?')
    values.push(terms.find(server) ?? 0)
  }
  // Written out and not bound, so that SQLite sees where an index of one decision serves.
  if (filter.decision !== undefined) sql.push(`decision = ${decisions.indexOf(filter.decision)}`)
  return { sql, values }
}

/** Page after page of rows, so that neither a long log nor a rare match is ever held as a whole. */
function* pages(database: Database, where: Where, backwards: boolean): Generator<Row[]> {
  const sql = [...where.sql, backwards ? 'seq < ?' : 'seq > ?'].join(' AND ')
  const order = backwards ? 'DESC' : 'ASC'
  const select = database.prepare<Row>(
    `SELECT * FROM log WHERE ${sql} ORDER BY seq ${order} LIMIT ${pageLength}`,
  )
  let from = backwards ? Number.MAX_SAFE_INTEGER : 0
  for (;;) {
    const page = select.all(...where.values, from)
    yield page
    if (page.length < pageLength) return
    from = page.at(-1)?.seq ?? from
  }
}

const pageLength = 1000

function entryOf(row: Row, terms: Terms): LoggedEntry {
  return {
    seq: row.seq,
    server: terms.textOf(row.server),
    number: row.number,
    at: row.at,
    session: terms.textOf(row.session),
    tool: terms.textOf(row.tool),
    resources: resourceIds(row).map(terms.textOf),
    decision: decisionOf(row.decision),
    reason: terms.textOf(row.reason),
    requestDigest: digestText(row.request, terms),
    replyDigest: digestText(row.reply, terms),
    ...(row.evidence === 1 && { evidence: row.seq }),
    digest: digestText(row.digest, terms),
  }
}

function packedResources(resources: readonly string[], terms: Terms): Uint8Array {
  const out = writer()
  for (const resource of resources) out.whole(terms.idOf(resource))
  return out.bytes()
}

function resourceIds(row: Row): number[] {
  const input = reader(row.resources)
  const ids: number[] = []
  while (input.more()) ids.push(input.whole())
  return ids
}

function decisionOf(place: number): LogDecision {
  const decision = decisions[place]
  if (decision === undefined) throw malformed(`decision ${place} is none`)
  return decision
}
