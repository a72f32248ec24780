import { readFileSync } from 'node:fs'
import type { Host } from './host.ts'
import type { Row } from './rows.ts'

/** What was measured of one row. Times in milliseconds, sizes in bytes. */
export interface Measured {
  readonly row: Row
  readonly startMs: number[]
  readonly callMs: number[]
  readonly callsPerSecond: number[]
  residentBytes?: number | undefined
  large?: { readonly ms: number; readonly peakBytes: number | undefined }
  /** Why it is missing in part of the table. */
  failure?: string
}

/** Starts each row in turn, several times, and ends it again. */
export async function measureStarts(all: readonly Measured[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const each of all)
      await unlessFailed(each, async () => {
        const { host, firstByteMs } = await each.row.start()
        each.startMs.push(firstByteMs)
        await host.close()
      })
}

/** Calls one after the other, then fifty at once; the rows in turns, all of them started. */
export async function measureCalls(all: readonly Measured[], calls: number): Promise<void> {
  const hosts = new Map<Measured, Host>()
  for (const each of all)
    await unlessFailed(each, async () => void hosts.set(each, (await each.row.start()).host))
  const inTurns = async (work: (each: Measured, host: Host) => Promise<void>) => {
    for (const [each, host] of hosts) await unlessFailed(each, () => work(each, host))
  }
  await inTurns(async ({ row: { call } }, host) => oneByOne(host, call, block).then(() => undefined))
  for (let done = 0; done < calls; done += block)
    await inTurns(
      async (each, host) => void each.callMs.push(...(await oneByOne(host, each.row.call, block))),
    )
  for (let round = 0; round < 3; round++)
    await inTurns(async (each, host) => {
      const begin = performance.now()
      await atOnce(host, each.row.call, 500, 50)
      each.callsPerSecond.push(500_000 / (performance.now() - begin))
    })
  await inTurns(async (each, host) => {
    each.residentBytes = memoryOf(host.pid, 'VmRSS')
  })
  await Promise.all([...hosts.values()].map(host => host.close()))
}

const block = 100

/** One large result, through a fresh process of each row. */
export async function measureLarge(all: readonly Measured[], bytes: number): Promise<void> {
  for (const each of all)
    await unlessFailed(each, async () => {
      const { host } = await each.row.start()
      try {
        await host.call('prepare', { bytes })
        const begin = performance.now()
        await within(20_000, host.call('big', { bytes }))
        const ms = performance.now() - begin
        each.large = { ms, peakBytes: memoryOf(host.pid, 'VmHWM') }
      } finally {
        await host.close()
      }
    })
}

async function oneByOne(host: Host, { tool, args }: Row['call'], count: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const begin = performance.now()
    await host.call(tool, args)
    times.push(performance.now() - begin)
  }
  return times
}

/** Keeps so many calls in flight until all are answered. */
async function atOnce(host: Host, { tool, args }: Row['call'], count: number, inFlight: number) {
  let left = count
  const work = async () => {
    while (left-- > 0) await host.call(tool, args)
  }
  await Promise.all(Array.from({ length: inFlight }, work))
}

/** A row that fails once stays in the table, with its reason. */
async function unlessFailed(each: Measured, work: () => Promise<void>): Promise<void> {
  if (each.failure !== undefined) return
  try {
    await within(60_000, work())
  } catch (error) {
    each.failure = error instanceof Error ? error.message : String(error)
  }
}

/** Linux tells: what a process holds now, or the most that it held. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024
}

function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms / 1000} s`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
