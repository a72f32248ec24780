import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { decide } from '../src/advice/decide.ts'
import type { Evidence } from '../src/graph/evidence.ts'
import { learn } from '../src/graph/learn.ts'
import { emptyModel, type Model } from '../src/graph/model.ts'
import { restored, snapshotFormat, snapshotOf } from '../src/graph/snapshot.ts'
import { modelFrom } from '../src/store/memory.ts'
import { openStore } from '../src/store/open.ts'
import type { LogEntry } from '../src/store/store.ts'
import { createWorld } from './million/world.ts'

/**
 * A million calls (`npx tsx --expose-gc bench/million.ts [CALLS] [KEPT] [--write]`): each is foreseen, then learned; the
 * last of them (200,000 if not said) are also kept on disk with their log entries, one transaction each. Says what the
 * model takes in memory, what a decision and an observation cost at the beginning and later, what a piece takes on disk,
 * and how long it takes to open. With `--write` the table goes into docs/performance.md.
 */
const [calls = 1_000_000, kept = 200_000] = process.argv.slice(2).filter(isCount).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-million-'))
const file = join(folder, 'graph.sqlite')
const standing = { effect: 'MUTATING', authorization: 'not-required' } as const

try {
  const rows = [...(await live()), ...(await open())]
  const text = inMarkdown(rows)
  process.stdout.write(text)
  if (process.argv.includes('--write')) intoDocs(text)
} finally {
  rmSync(folder, { recursive: true })
}

async function live(): Promise<Row[]> {
  const store = await openStore(file)
  const world = createWorld(42)
  const model = emptyModel('shop')
  const before = settledHeap()
  const [early, late] = [timesOf(), timesOf()]
  const counts = { refused: 0, wrongly: 0, failed: 0 }
  for (let at = 0; at < calls; at++) {
    const evidence = world.next()
    const into = at < calls / 10 ? early : late
    const warm = at > 2_000
    const begin = processorTime()
    const { kind } = decide('block', model, { ...evidence, ...standing })
    const decided = processorTime()
    learn(model, evidence)
    if (warm) {
      into.decision.add(decided - begin)
      into.learning.add(processorTime() - decided)
    }
    if (evidence.outcome.kind === 'failure') counts.failed++
    if (kind === 'refuse') counts[evidence.outcome.kind === 'failure' ? 'refused' : 'wrongly']++
    if (at >= calls - kept) await store.append(evidence, entryOf(evidence, at))
    if (at % 50_000 === 49_999) process.stderr.write(`${at + 1} calls\n`)
  }
  const memory = (settledHeap() - before) / 2 ** 20
  await store.saveSnapshot('shop', { upTo: kept, format: snapshotFormat, text: snapshotOf(model) })
  await store.close()
  return [
    ['calls, of them failing', `${calls.toLocaleString('en')}, ${counts.failed.toLocaleString('en')}`, ''],
    [
      'failing calls refused, valid calls refused',
      `${counts.refused.toLocaleString('en')}, ${counts.wrongly}`,
      '',
    ],
    ['a decision, first tenth: median, 99 %', early.decision.say(), ''],
    ['a decision, the rest: median, 99 %', late.decision.say(), '50 µs, 1 ms'],
    ['learning one call, first tenth', early.learning.say(), ''],
    ['learning one call, the rest', late.learning.say(), ''],
    ['memory that the model takes', `${memory.toFixed(1)} MB`, '64 MB'],
    ['tools, edges, failure classes', sizesOf(model), ''],
  ]
}

async function open(): Promise<Row[]> {
  const begin = performance.now()
  const store = await openStore(file, { readonly: true })
  const { model } = await modelFrom(store, 'shop')
  const opened = performance.now() - begin
  const [first] = await store.evidence('shop', kept - 1)
  if (first !== undefined) decide('block', model, { ...first.evidence, ...standing })
  const text = (await store.snapshot('shop'))?.text ?? ''
  if (restored(text)?.version !== calls) throw new Error('the snapshot did not come back')
  await store.close()
  return [
    ['opening: database, snapshot, model', `${opened.toFixed(0)} ms`, '300 ms'],
    ['the snapshot', `${(text.length / 2 ** 20).toFixed(1)} MB`, ''],
    [
      `on disk, a piece with its log entry, of ${kept.toLocaleString('en')} kept`,
      `${(statSync(file).size / kept).toFixed(0)} bytes`,
      '400 bytes',
    ],
  ]
}

function isCount(text: string): boolean {
  return /^\d+$/.test(text)
}

type Row = readonly [what: string, measured: string, goal: string]

/** Counts of tenths of microseconds: a million times need no list. */
function timesOf() {
  const histogram = () => {
    const counts = new Uint32Array(200_000)
    let all = 0
    return {
      add(us: number) {
        const at = Math.min(counts.length - 1, Math.floor(us * 10))
        counts[at] = (counts[at] ?? 0) + 1
        all++
      },
      say() {
        const at = (share: number) => {
          let left = all * share
          const found = counts.findIndex(each => {
            left -= each
            return left < 0
          })
          return `${(found / 10).toFixed(1)} µs`
        }
        return `${at(0.5)}, ${at(0.99)}`
      },
    }
  }
  return { decision: histogram(), learning: histogram() }
}

/** Microseconds of this process, its collector of garbage included: other work on the machine does not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function settledHeap(): number {
  if (globalThis.gc === undefined) throw new Error('Run it with: npx tsx --expose-gc bench/million.ts')
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function sizesOf(model: Model): string {
  const classes = [...model.tools.values()].reduce((sum, tool) => sum + tool.classes.size, 0)
  return `${model.tools.size}, ${model.edges}, ${classes}`
}

function entryOf(evidence: Evidence, at: number): LogEntry {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
  return {
    server: evidence.server,
    at: evidence.at,
    session: evidence.session,
    tool: evidence.tool,
    resources: evidence.roles.map(each => each.resource),
    decision: 'forwarded',
    reason: '',
    requestDigest: sha(`request ${at}`),
    replyDigest: sha(`reply ${at}`),
  }
}

function inMarkdown(rows: readonly Row[]): string {
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}, ${process.platform}`
  return [
    `${new Date().toISOString().slice(0, 10)}, ${machine}.`,
    '',
    '| | measured | goal |',
    '| --- | ---: | ---: |',
    ...rows.map(row => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
}

function intoDocs(text: string): void {
  const page = new URL('../docs/performance.md', import.meta.url)
  const docs = readFileSync(page, 'utf8')
  const marked = /<!-- million -->[\s\S]*<!-- million end -->/
  if (!marked.test(docs)) throw new Error('docs/performance.md has no place for it')
  writeFileSync(
    page,
    docs.replace(marked, () => `<!-- million -->\n${text}<!-- million end -->`),
  )
}
