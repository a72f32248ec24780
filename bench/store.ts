import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digest } from '../src/graph/digest.ts'
import type { Evidence, Outcome } from '../src/graph/evidence.ts'
import { openStore } from '../src/store/open.ts'
import type { LogEntry, Store } from '../src/store/store.ts'

/**
 * Fills a database with so many pieces of evidence (`npx tsx bench/store.ts [PIECES]`, a million if not said) and
 * says what a piece takes on disk, how many are appended in a second, and how long it takes to open, to page
 * through, to check, and to load a snapshot. Forty tools, 2,000 resources, thirty states, sixty atoms a call; half
 * of the calls say of themselves what no call before them said, which is worse than what was seen of real ones.
 */
const pieces = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-bench-'))
const file = join(folder, 'graph.sqlite')

try {
  await fill()
  await look()
} finally {
  rmSync(folder, { recursive: true })
}

async function fill(): Promise<void> {
  const store = await openStore(file)
  const random = numbers(42)
  const latencies: number[] = []
  const start = performance.now()
  for (let at = 0; at < pieces; at++) {
    const evidence = anEvidence(at, random)
    const begin = performance.now()
    await store.append(evidence, anEntry(evidence, at))
    if (at % 10 === 0) latencies.push(performance.now() - begin)
  }
  const seconds = (performance.now() - start) / 1000
  await store.saveSnapshot('orders', { upTo: pieces, format: 1, text: aModel(random) })
  await store.close()
  latencies.sort((one, other) => one - other)
  const at = (share: number) =>
    `${((latencies[Math.floor(latencies.length * share)] ?? 0) * 1000).toFixed(0)} µs`
  say('pieces', pieces)
  say('appended in a second', Math.round(pieces / seconds))
  say('one append: median, 99 %, 99.9 %', `${at(0.5)}, ${at(0.99)}, ${at(0.999)}`)
  say('bytes a piece, with its log entry', (statSync(file).size / pieces).toFixed(1))
}

async function look(): Promise<void> {
  await timed('load SQLite, open, close', async () => (await openStore(file)).close())
  const store = await timed('open again', () => openStore(file))
  const text = await timed('load a snapshot', async () => (await store.snapshot('orders'))?.text ?? '')
  say('  of so many bytes', text.length)
  await timed('parse it', async () => JSON.parse(text))
  await timed('the last 1,000 pieces', () => store.evidence('orders', pieces - 1000))
  await timed('all pieces, 5,000 at a time', () => page(store))
  await timed('ask whether another has written, 1,000 times', async () => {
    for (let at = 0; at < 1000; at++) await store.changed()
  })
  await timed('summary of the servers', () => store.servers())
  await timed('the last 20 log entries of a resource', () =>
    store.entries('orders', { resource: 'order:7', tail: 20 }),
  )
  const verdict = await timed('verify the log', () => store.verify('orders'))
  say('  verdict', JSON.stringify(verdict))
  await store.close()
}

async function page(store: Store): Promise<void> {
  for (let after = 0; ; ) {
    const found = await store.evidence('orders', after, 5000)
    if (found.length === 0) return
    after = found.at(-1)?.seq ?? after
  }
}

async function timed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  say(what, `${(performance.now() - start).toFixed(2)} ms`)
  return result
}

function say(what: string, value: string | number): void {
  process.stdout.write(`${what.padEnd(48)}${value}\n`)
}

function anEvidence(at: number, random: () => number): Evidence {
  const pick = (count: number) => Math.floor(random() * count)
  const tool = pick(40)
  const resource = `order:${pick(2000)}`
  const before = stateOf(pick(30))
  return {
    server: 'orders',
    tool: `tool_${tool}`,
    schema: digest(`schema ${tool}`),
    roles: [{ role: 'order', resource, resourceClass: 'order', before, after: stateOf(pick(30)) }],
    atoms: atomsOf(tool, at % 2 === 0 ? pick(30) : pick(1 << 24)),
    quantities: [
      ['order.total', pick(100_000) / 100],
      ['args.limit', pick(100)],
    ],
    callDigest: digest(`call ${random()}`),
    requestDigest: digest(`request ${random()}`),
    outcome: outcomeOf(pick(20)),
    overlapped: false,
    at: 1_764_000_000_000 + at * 137,
    session: `session ${Math.floor(at / 1000)}`,
  }
}

function anEntry(evidence: Evidence, at: number): LogEntry {
  return {
    server: evidence.server,
    at: evidence.at + 3,
    session: evidence.session,
    tool: evidence.tool,
    resources: evidence.roles.map(each => each.resource),
    decision: at % 10 === 0 ? 'noted' : 'forwarded',
    reason: at % 10 === 0 ? `failed before from state [${evidence.roles[0]?.before}]` : '',
    requestDigest: sha256(`request ${at}`),
    replyDigest: sha256(`reply ${at}`),
  }
}

/** Sixty atoms: forty that the tool's calls share, twenty that each of 2^20 variants says in its own way. */
function atomsOf(tool: number, variant: number): string[] {
  const shared = Array.from({ length: 40 }, (_, at) => `tool_${tool}: argument ${at} is given`)
  const own = Array.from({ length: 20 }, (_, at) => `order.field_${at}="value ${(variant >> at) & 1}"`)
  return [...shared, ...own]
}

function stateOf(which: number): string {
  return `status="STATUS_${which}", paid=${which % 2 === 0}, items=nonempty`
}

function outcomeOf(which: number): Outcome {
  if (which > 4) return { kind: 'ok' }
  return {
    kind: 'failure',
    failure: 'state',
    code: 'ERR_STATE',
    fingerprint: `order <id> is not ${which}`,
    names: [],
  }
}

/** A model of 5,000 edges, as text. */
function aModel(random: () => number): string {
  const edges = Array.from({ length: 5000 }, (_, at) => ({
    key: `${stateOf(at % 30)} | tool_${at % 40}`,
    successes: Math.floor(random() * 1000),
    failures: Math.floor(random() * 10),
    atoms: Array.from({ length: 20 }, () => Math.floor(random() * 4000)),
  }))
  return JSON.stringify(edges)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
