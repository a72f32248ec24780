import { packed, unpacked } from './bytes.ts'
import { digestText } from './digests.ts'
import type { Database, Value } from './engine.ts'
import { malformed } from './faults.ts'
import { decisions, type EntryFilter, type LogDecision, type LoggedEntry } from './store.ts'
import type { Terms } from './terms.ts'

/** The entries that a filter lets through, oldest first. */
export function readLog(
  database: Database,
  terms: Terms,
  server: string | undefined,
  filter: EntryFilter,
): LoggedEntry[] {
  const { resource, tail, limit } = filter
  const id = resource === undefined ? undefined : (terms.find(resource) ?? 0)
  const most = tail ?? limit ?? Number.POSITIVE_INFINITY
  const rows: Row[] = []
  for (const page of pages(database, whereOf(terms, server, filter), tail !== undefined)) {
    const wanted = id === undefined ? page : page.filter(row => unpacked(row.resources).includes(id))
    rows.push(...wanted.slice(0, most - rows.length))
    if (rows.length >= most) break
  }
  if (tail !== undefined) rows.reverse()
  return rows.map(row => entryOf(row, terms))
}

/** Every entry of a server, oldest first, not yet read. */
export function* walkLog(database: Database, terms: Terms, server: string) {
  for (const page of pages(database, whereOf(terms, server, {}), false)) {
    for (const row of page) yield { seq: row.seq, read: () => entryOf(row, terms) }
  }
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
  if (filter.resource !== undefined) {
    // Finds every row that names it and a few that do not, in a tenth of the time that looking into each here takes.
    sql.push('instr(resources, ?) > 0')
    values.push(packed([terms.find(filter.resource) ?? 0]))
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
    resources: unpacked(row.resources).map(terms.textOf),
    decision: decisionOf(row.decision),
    reason: terms.textOf(row.reason),
    requestDigest: digestText(row.request, terms),
    replyDigest: digestText(row.reply, terms),
    ...(row.evidence === 1 && { evidence: row.seq }),
    digest: digestText(row.digest, terms),
  }
}

function decisionOf(place: number): LogDecision {
  const decision = decisions[place]
  if (decision === undefined) throw malformed(`decision ${place} is none`)
  return decision
}
