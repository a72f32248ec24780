import type { Evidence, Outcome, Quantity, RoleEvidence } from '../graph/evidence.ts'
import { isObject, parseJson } from '../json.ts'
import type { AtomSets } from './atom-sets.ts'
import { folded, reader, unfolded, writer } from './bytes.ts'
import { digestColumn, digestText } from './digests.ts'
import type { Database } from './engine.ts'
import { malformed } from './faults.ts'
import type { StoredEvidence } from './store.ts'
import { remembering, type Terms } from './terms.ts'

/** Evidence as rows of integers and small blobs, and back exactly as it was. */
export interface EvidenceRows {
  insert(seq: number, evidence: Evidence): void
  after(server: string, seq: number, limit: number): StoredEvidence[]
}

interface Row {
  readonly seq: number
  readonly tool: number
  readonly schema: number
  readonly roles: Uint8Array
  readonly atoms: number
  readonly quantities: Uint8Array
  readonly call: unknown
  readonly request: unknown
  readonly outcome: number
  readonly overlapped: number
  readonly at: number
  readonly session: number
}

export function evidenceRowsOf(database: Database, terms: Terms, sets: AtomSets): EvidenceRows {
  const insert = database.prepare(`
    INSERT INTO evidence
      (seq, server, tool, schema, roles, atoms, quantities, call, request, outcome, overlapped, at, session)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const outcomes = remembering((id: number) => parsedOutcome(terms.textOf(id)))
  const select = database.prepare<Row>(
    'SELECT * FROM evidence WHERE server = ? AND seq > ? ORDER BY seq LIMIT ?',
  )
  return {
    insert(seq, evidence) {
      insert.run(
        seq,
        terms.idOf(evidence.server),
        terms.idOf(evidence.tool),
        terms.idOf(evidence.schema),
        packedRoles(evidence.roles, terms),
        sets.idOf(evidence.atoms),
        packedQuantities(evidence.quantities, terms),
        digestColumn(evidence.callDigest, terms),
        digestColumn(evidence.requestDigest, terms),
        // Few outcomes are different: fingerprints are masked. JSON escapes what UTF-8 could not hold.
        terms.idOf(JSON.stringify(evidence.outcome)),
        evidence.overlapped ? 1 : 0,
        evidence.at,
        terms.idOf(evidence.session),
      )
    },
    after(server, seq, limit) {
      const rows = select.all(terms.find(server) ?? 0, seq, limit)
      return rows.map(row => {
        // Pieces that are alike share what they were read from: it is never changed.
        const shared = { atoms: sets.atomsOf(row.atoms), outcome: outcomes.get(row.outcome) }
        return { seq: row.seq, evidence: { server, ...shared, ...ownParts(row, terms) } }
      })
    },
  }
}

function packedRoles(roles: readonly RoleEvidence[], terms: Terms): Uint8Array {
  const out = writer()
  for (const { role, resource, resourceClass, before, after } of roles) {
    for (const text of [role, resource, resourceClass]) out.whole(terms.idOf(text))
    for (const state of [before, after]) out.whole(state === null ? 0 : terms.idOf(state))
  }
  return out.bytes()
}

/** Whole numbers, which most are, take a byte or two; the rest take eight. The name's last bit says which. */
function packedQuantities(quantities: readonly Quantity[], terms: Terms): Uint8Array {
  const out = writer()
  for (const [name, value] of quantities) {
    const whole = Math.abs(value) < 2 ** 50 && Number.isInteger(value) && !Object.is(value, -0)
    out.whole(terms.idOf(name) * 2 + (whole ? 1 : 0))
    if (whole) out.whole(folded(value))
    else out.float(value)
  }
  return out.bytes()
}

/** What a row says by itself. */
function ownParts(row: Row, terms: Terms): Omit<Evidence, 'server' | 'atoms' | 'outcome'> {
  return {
    tool: terms.textOf(row.tool),
    schema: terms.textOf(row.schema),
    roles: unpackedRoles(row.roles, terms),
    quantities: unpackedQuantities(row.quantities, terms),
    callDigest: digestText(row.call, terms),
    requestDigest: digestText(row.request, terms),
    overlapped: row.overlapped === 1,
    at: row.at,
    session: terms.textOf(row.session),
  }
}

function unpackedRoles(bytes: Uint8Array, terms: Terms): RoleEvidence[] {
  const input = reader(bytes)
  const text = () => terms.textOf(input.whole())
  const state = () => {
    const id = input.whole()
    return id === 0 ? null : terms.textOf(id)
  }
  const roles: RoleEvidence[] = []
  while (input.more()) {
    roles.push({ role: text(), resource: text(), resourceClass: text(), before: state(), after: state() })
  }
  return roles
}

function unpackedQuantities(bytes: Uint8Array, terms: Terms): Quantity[] {
  const input = reader(bytes)
  const quantities: Quantity[] = []
  while (input.more()) {
    const head = input.whole()
    const name = terms.textOf(Math.floor(head / 2))
    quantities.push([name, head % 2 === 1 ? unfolded(input.whole()) : input.float()])
  }
  return quantities
}

function parsedOutcome(text: string): Outcome {
  const value = parseJson(text)
  if (!isObject(value)) throw malformed('an outcome is no JSON')
  return value as unknown as Outcome
}
