import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Intercept } from '../src/relay/intercept.ts'
import { startRelay } from '../src/relay/relay.ts'

/**
 * The relay beside no relay, the peers in turns in one run (`npx tsx bench/relay.ts [CALLS]`, 5,000 if not said):
 * the round trip of a call of 1 KB and its answer, one after the other; then one result of 98 MB, from the request to
 * its last byte and until the host has parsed it, with the most memory that the relay had at once.
 */
const calls = Number(process.argv[2] ?? 5000)
const block = 250
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const scripted = here('../test/fixtures/servers/scripted.mjs')
const big = here('../test/fixtures/servers/big.mjs')
const viaRelay = ['--import', 'tsx', here('../test/fixtures/run-relay.ts'), process.execPath]

/** Something that a host can talk to. */
interface Peer {
  readonly input: Writable
  readonly output: Readable
  readonly child?: ChildProcess
}

await smallCalls()
for (let round = 0; round < 3; round++) {
  await largeResult('direct', [big])
  await largeResult('relay', [...viaRelay, big])
}
process.exit()

async function smallCalls(): Promise<void> {
  const looksOn: Intercept = {
    list: async () => undefined,
    call: async held => {
      await held.forward()
      return undefined
    },
  }
  const rows = [
    { name: 'direct', peer: asProcess([scripted]), times: [] as number[] },
    { name: 'relay in this process', peer: inProcess(undefined), times: [] as number[] },
    { name: 'the same, every call held', peer: inProcess(looksOn), times: [] as number[] },
    { name: 'relay as a process', peer: asProcess([...viaRelay, scripted]), times: [] as number[] },
  ]
  for (const { peer } of rows) await timesOf(peer, block)
  for (let done = 0; done < calls; done += block)
    for (const { peer, times } of rows) times.push(...(await timesOf(peer, block)))
  const base = quantile(rows[0]?.times ?? [], 0.5)
  for (const { name, peer, times } of rows) {
    const [median, late] = [quantile(times, 0.5), quantile(times, 0.99)]
    say(`${name}: median ${median} µs (${median - base} added), 99th of a hundred ${late} µs`)
    peer.input.end()
  }
}

async function timesOf(peer: Peer, count: number): Promise<number[]> {
  const params = { name: 'echo', arguments: { text: 'x'.repeat(900) } }
  const times: number[] = []
  for (let id = 0; id < count; id++) {
    const line = `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`
    times.push((await roundTrip(peer, line)).ms * 1000)
  }
  return times
}

async function largeResult(name: string, args: readonly string[]): Promise<void> {
  const peer = asProcess([...args, '2000000'])
  await once(peer.child.stderr, 'data')
  const begin = performance.now()
  const { ms, chunks } = await roundTrip(peer, '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}\n')
  const line = Buffer.concat(chunks)
  JSON.parse(line.toString())
  const parsed = performance.now() - begin
  const memory = name === 'relay' ? `, ${peakMegabytes(peer.child.pid)} MB at most` : ''
  say(
    `${name}: ${Math.round(line.length / 1e6)} MB in ${Math.round(ms)} ms, parsed in ${Math.round(parsed)} ms${memory}`,
  )
  peer.input.end()
}

/** Milliseconds from a request to the end of the line that answers it. */
function roundTrip({ input, output }: Peer, line: string): Promise<{ ms: number; chunks: Buffer[] }> {
  const begin = performance.now()
  const chunks: Buffer[] = []
  return new Promise(resolve => {
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      if (chunk.at(-1) !== 0x0a) return
      output.off('data', take)
      resolve({ ms: performance.now() - begin, chunks })
    }
    output.on('data', take)
    input.write(line)
  })
}

/** Linux tells. */
function peakMegabytes(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

function asProcess(args: readonly string[]) {
  const child = spawn(process.execPath, args, { stdio: 'pipe' })
  return { input: child.stdin, output: child.stdout, child }
}

function inProcess(intercept: Intercept | undefined): Peer {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const command = { command: process.execPath, args: [scripted], cwd: process.cwd(), env: process.env }
  startRelay({
    ...command,
    host: { input, output },
    errors: process.stderr,
    intercept: Promise.resolve(intercept),
  })
  return { input, output }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
