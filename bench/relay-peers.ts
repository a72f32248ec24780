import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Measured, measureCalls, measureLarge, measureStarts } from './peers/measure.ts'
import { report } from './peers/report.ts'
import { freePort, rowsIn, server } from './peers/rows.ts'

/**
 * The proxy beside other programs that stand between hosts and servers, all in one run and in turns
 * (`npm run build && npx tsx bench/relay-peers.ts [CALLS] [--write] [--only WORD]`, 2,000 calls a row if not said). The peers
 * are installed from npm into a temporary folder. None of them stands between a host and a server that it starts, both
 * over stdio, as the proxy does; so each is measured over what it offers, and the proxy over the same.
 * `--write` puts the tables into docs/performance.md.
 */
const calls = Number(process.argv.slice(2).find(each => /^\d+$/.test(each)) ?? 2000)
const only = process.argv[process.argv.indexOf('--only') + 1]
const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-peers-'))
const port = await freePort()
const http = spawn(process.execPath, [server, String(port)], { stdio: 'ignore' })

try {
  const rows = await rowsIn(folder, port)
  const isAsked = ({ name, way }: (typeof rows)[number]) =>
    !process.argv.includes('--only') || name === 'direct' || `${name} ${way}`.includes(only ?? '')
  const all = rows
    .filter(isAsked)
    .map((row): Measured => ({ row, startMs: [], callMs: [], callsPerSecond: [] }))
  await step('starting each three times', measureStarts(all, 3))
  await step('calling', measureCalls(all, calls))
  await step('one large result each', measureLarge(all, 100_000_000))
  const tables = report(all, new Date().toISOString().slice(0, 10))
  process.stdout.write(`${tables}\n`)
  if (process.argv.includes('--write')) write(tables)
} finally {
  http.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** Says what is under way: all of it takes minutes. */
async function step(what: string, work: Promise<void>): Promise<void> {
  process.stderr.write(`${what}…\n`)
  await work
}

/** Replaces what stands between the two marks of the page. */
function write(tables: string): void {
  const page = resolve(import.meta.dirname, '../docs/performance.md')
  const [before = '', , after = ''] = readFileSync(page, 'utf8').split(/<!-- relay-peers(?: end)? -->/)
  writeFileSync(page, `${before}<!-- relay-peers -->\n${tables}\n<!-- relay-peers end -->${after}`)
}
