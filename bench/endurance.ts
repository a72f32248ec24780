import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStore } from '../src/store/open.ts'
import { type Endured, endure } from './endurance/endure.ts'

/**
 * Calls through one proxy with fifty in flight, each with two reads around it
 * (`npm run build && npx tsx bench/endurance.ts [CALLS]`, 200,000 if not said); then the same with the server killed
 * every thousand calls, started again by its host, and the database held by another process now and then.
 */
const calls = Number(process.argv[2] ?? 200_000)
const program = resolve(import.meta.dirname, '../dist/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-endurance-'))

try {
  const quiet = join(folder, 'quiet.sqlite')
  await report('in peace', quiet, () => endure({ calls, inFlight: 50, program, database: quiet }))
  const rough = join(folder, 'rough.sqlite')
  await (await openStore(rough)).close()
  const locker = spawn(process.execPath, [
    fileURLToPath(new URL('endurance/locker.mjs', import.meta.url)),
    rough,
  ])
  await once(locker.stdout, 'data')
  await report('killed and locked', rough, () =>
    endure({ calls, inFlight: 50, program, database: rough, killedEvery: 1000 }),
  )
  locker.kill()
} finally {
  rmSync(folder, { recursive: true })
}

async function report(title: string, database: string, run: () => Promise<Endured>): Promise<void> {
  const begin = performance.now()
  const { resident, ...counts } = await run()
  const seconds = (performance.now() - begin) / 1000
  const store = await openStore(database)
  const summary = (await store.servers()).find(each => each.server === 'endurance')
  const verdict = await store.verify('endurance')
  await store.close()
  say(title, `${calls} calls in ${seconds.toFixed(0)} s, ${Math.round(calls / seconds)} a second`)
  say('  what became of them', JSON.stringify(counts))
  say('  pieces of evidence', `${summary?.calls ?? 0}; the log: ${JSON.stringify(verdict)}`)
  say('  resident, MB', resident.map(each => Math.round(each / 1e6)).join(' '))
}

function say(what: string, value: string): void {
  process.stdout.write(`${what.padEnd(24)}${value}\n`)
}
