import fc from 'fast-check'
import type { Evidence, Outcome, RoleEvidence } from '../../src/graph/evidence.ts'
import { decisions, type LogEntry } from '../../src/store/store.ts'

/** Any text that a JavaScript string can be, half surrogate pairs and NUL included. */
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map(units => String.fromCharCode(...units)),
  fc.constantFrom('', '\0', 'a\0b', '\ud800', '\udfff\ud800', '__proto__'),
)

const anyDigest = fc.oneof(
  fc.uint8Array({ minLength: 16, maxLength: 32 }).map(bytes => Buffer.from(bytes).toString('hex')),
  fc.constantFrom('', 'none', 'lost', 'error', 'abc', 'ABCD'),
  anyText,
)

const anyTime = fc.integer({ min: 0, max: 8_640_000_000_000_000 })

const anyRole: fc.Arbitrary<RoleEvidence> = fc.record({
  role: anyText,
  resource: anyText,
  resourceClass: anyText,
  before: fc.option(anyText, { nil: null }),
  after: fc.option(anyText, { nil: null }),
})

const anyOutcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ kind: fc.constant('ok' as const) }),
  fc.record({
    kind: fc.constant('failure' as const),
    failure: fc.constantFrom('state', 'arguments', 'access', 'transient', 'protocol'),
    code: anyText,
    fingerprint: anyText,
    names: fc.array(anyText),
  }),
  fc.record({
    kind: fc.constant('unknown' as const),
    why: fc.constantFrom('server-gone', 'cancelled', 'timeout', 'deferred'),
  }),
)

export function anyEvidence(server: fc.Arbitrary<string> = anyText): fc.Arbitrary<Evidence> {
  return fc.record({
    server,
    tool: anyText,
    schema: anyText,
    roles: fc.array(anyRole, { maxLength: 4 }),
    atoms: fc.array(anyText, { maxLength: 30 }),
    quantities: fc.array(fc.tuple(anyText, fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger())), {
      maxLength: 4,
    }),
    callDigest: anyDigest,
    requestDigest: anyDigest,
    outcome: anyOutcome,
    overlapped: fc.boolean(),
    at: anyTime,
    session: anyText,
  })
}

export function anyEntry(server: fc.Arbitrary<string> = anyText): fc.Arbitrary<LogEntry> {
  return fc.record({
    server,
    at: anyTime,
    session: anyText,
    tool: anyText,
    resources: fc.array(anyText, { maxLength: 4 }),
    decision: fc.constantFrom(...decisions),
    reason: anyText,
    requestDigest: anyDigest,
    replyDigest: anyDigest,
  })
}

/** A piece of evidence that is all of one kind, for tests that only need some. */
export function piece(changes: Partial<Evidence> = {}): Evidence {
  return {
    server: 'orders',
    tool: 'ship_order',
    schema: '5c6ffbdd40d9556b',
    roles: [
      {
        role: 'order',
        resource: 'order:7',
        resourceClass: 'order',
        before: 'status="PAID"',
        after: 'status="SHIPPED"',
      },
    ],
    atoms: ['order.exists', 'order.status="PAID"'],
    quantities: [['order.total', 12.5]],
    callDigest: 'aa'.repeat(32),
    requestDigest: 'bb'.repeat(32),
    outcome: { kind: 'ok' },
    overlapped: false,
    at: 1_764_000_000_000,
    session: 's1',
    ...changes,
  }
}

export function entry(changes: Partial<LogEntry> = {}): LogEntry {
  return {
    server: 'orders',
    at: 1_764_000_000_000,
    session: 's1',
    tool: 'ship_order',
    resources: ['order:7'],
    decision: 'forwarded',
    reason: '',
    requestDigest: 'cc'.repeat(32),
    replyDigest: 'dd'.repeat(32),
    ...changes,
  }
}
