import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endure } from '../../bench/endurance/endure.ts'
import { openStore } from '../../src/store/open.ts'
import { playground, program } from '../helpers/host.ts'

let folder = ''
beforeAll(async () => {
  folder = await playground()
})
afterAll(() => rm(folder, { recursive: true }))

/** Pieces of evidence in a database, and whether its log holds together. */
async function keptIn(database: string) {
  const store = await openStore(database)
  const summary = (await store.servers()).find(({ server }) => server === 'endurance')
  const { ok } = await store.verify('endurance')
  await store.close()
  return { evidence: summary?.calls, isLogSound: ok }
}

describe('two thousand calls with fifty in flight', () => {
  it('are answered each with its own answer, once, and each leaves its evidence', async () => {
    const database = join(folder, 'peace.sqlite')
    const { resident: _, ...counts } = await endure({ calls: 2000, inFlight: 50, program, database })
    expect(counts).toEqual({ answered: 2000, unknown: 0, notSent: 0, wrong: 0, starts: 1 })
    expect(await keptIn(database)).toEqual({ evidence: 2000, isLogSound: true })
  })

  it('lose no answer and no evidence when the server is killed four times', async () => {
    const database = join(folder, 'killed.sqlite')
    const trial = { calls: 1000, inFlight: 50, program, database, killedEvery: 200 }
    const { answered, unknown, notSent, wrong, starts } = await endure(trial)
    expect({ wrong, starts, told: answered + unknown + notSent }).toEqual({ wrong: 0, starts: 5, told: 1000 })
    const { evidence, isLogSound } = await keptIn(database)
    expect(isLogSound).toBe(true)
    expect(evidence).toBeGreaterThanOrEqual(answered)
  })
})
