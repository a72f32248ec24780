import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { entry, piece } from './generate.ts'
import { open, place } from './place.ts'

describe('the store, when a process dies', () => {
  it('has every piece that it acknowledged, at most one more, and a chain that holds', async () => {
    const path = place()
    const acknowledged: number[] = []
    const [first = 1, ...later] = fc.sample(fc.integer({ min: 1, max: 120 }), {
      numRuns: 5,
      seed: inject('seed'),
    })
    for (const [round, moment] of [first, ...later].entries()) {
      const before = acknowledged.length
      acknowledged.push(...(await killedAfter(moment, writer(path, `round ${round}`, 1_000_000))))
      const store = await open(path)
      const kept = await store.evidence('orders', 0)
      const inFlight = kept.length - acknowledged.length
      expect(acknowledged.length - before, `killed after ${moment}`).toBeGreaterThanOrEqual(moment)
      expect([0, 1], `killed after ${moment}`).toContain(inFlight)
      expect(kept.map(each => each.seq)).toEqual(expect.arrayContaining(acknowledged))
      expect(await store.verify('orders')).toEqual({ ok: true, entries: kept.length })
      await store.close()
      // The one in flight is there now for good.
      acknowledged.splice(0, acknowledged.length, ...kept.map(each => each.seq))
    }
  })
})

describe('the store, shared by several processes', () => {
  it('loses nothing of what three of them append at once from an empty file on, in one chain', async () => {
    const path = place()
    const others = Promise.all(['second', 'third'].map(session => lines(writer(path, session, 150))))
    const store = await open(path)
    const own: number[] = []
    const [second = [], third = []] = await during(others, async () => {
      own.push(await store.append(piece({ session: 'first', at: own.length + 1 }), entry()))
    })
    const kept = await store.evidence('orders', 0)
    expect(kept.map(each => each.seq)).toEqual([own, second, third].flat().sort((one, other) => one - other))
    for (const [session, seqs] of Object.entries({ first: own, second, third })) {
      const times = kept.filter(each => each.evidence.session === session).map(each => each.evidence.at)
      expect(times).toEqual(seqs.map((_, at) => at + 1))
    }
    expect([second.length, third.length]).toEqual([150, 150])
    expect(await store.verify('orders')).toEqual({ ok: true, entries: kept.length })
    expect(await store.servers()).toMatchObject([{ calls: kept.length, evidence: kept.length }])
  })

  it('tells each of them, once, that another has written, and shows what', async () => {
    const path = place()
    const [one, other] = [await open(path), await open(path)]
    expect(await one.changed()).toBe(false)
    const seq = await other.append(piece(), entry())
    expect(await one.changed()).toBe(true)
    expect(await one.evidence('orders', 0)).toEqual([{ seq, evidence: piece() }])
    expect(await one.changed()).toBe(false)
    await one.append(piece({ at: 2 }), entry())
    expect(await one.changed()).toBe(false)
    expect(await other.changed()).toBe(true)
    expect((await other.evidence('orders', seq)).map(each => each.evidence.at)).toEqual([2])
  })

  it('lets a reader look while another writes, and lets it write nothing', async () => {
    const path = place()
    const store = await open(path)
    await store.append(piece(), entry())
    const reader = await open(path, { readonly: true })
    expect(await reader.evidence('orders', 0)).toHaveLength(1)
    await store.append(piece(), entry())
    expect(await reader.changed()).toBe(true)
    expect(await reader.evidence('orders', 0)).toHaveLength(2)
    expect(await reader.verify('orders')).toEqual({ ok: true, entries: 2 })
    await expect(reader.append(piece(), entry())).rejects.toMatchObject({ code: 'database-unwritable' })
    expect(await store.evidence('orders', 0)).toHaveLength(2)
  })
})

describe('the store, asked for many writes at one time', () => {
  it('keeps all in order, and has only that fail which cannot be written', async () => {
    const store = await open()
    const unwritable = piece({ at: Symbol('no time') as unknown as number })
    const asked = Array.from({ length: 150 }, (_, index) =>
      index % 50 === 7 ? unwritable : piece({ at: index }),
    )
    const results = await Promise.allSettled(asked.map(each => store.append(each, entry())))
    expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([
      7, 57, 107,
    ])
    const kept = await store.evidence('orders', 0)
    expect(kept.map(each => each.evidence.at)).toEqual(
      asked.flatMap((_, index) => (index % 50 === 7 ? [] : [index])),
    )
    expect(await store.verify('orders')).toEqual({ ok: true, entries: 147 })
  })
})

/** Does something again and again until something else has ended. */
async function during<T>(other: Promise<T>, work: () => Promise<void>): Promise<T> {
  let running = true
  const ended = () => {
    running = false
  }
  other.then(ended, ended)
  while (running) {
    await work()
    await setImmediate()
  }
  return await other
}

function writer(path: string, session: string, count: number): ChildProcess {
  const script = fileURLToPath(new URL('./writer.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, path, session, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Kills a writer when it has said so many numbers; gives all that it said until it was dead. */
async function killedAfter(count: number, child: ChildProcess): Promise<number[]> {
  return await lines(child, said => {
    if (said === count) child.kill('SIGKILL')
  })
}

async function lines(child: ChildProcess, each: (said: number) => void = () => {}): Promise<number[]> {
  const numbers: number[] = []
  const closed = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    numbers.push(Number(line))
    each(numbers.length)
  }
  await closed
  return numbers
}
