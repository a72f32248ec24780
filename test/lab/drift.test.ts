import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decide } from '../../src/advice/decide.ts'
import type { Evidence } from '../../src/graph/evidence.ts'
import { learn } from '../../src/graph/learn.ts'
import { emptyModel } from '../../src/graph/model.ts'
import { driftTable, playDrift } from '../../src/lab/drift.ts'
import { driftCall, driftWorld, dropRules } from '../../src/lab/drift-world.ts'
import { randomFor } from '../../src/lab/random.ts'

describe('a server that drops some of its rules', () => {
  it('costs what the page says, by how refused calls are retested', async () => {
    const page = readFileSync(new URL('../../docs/learning.md', import.meta.url), 'utf8')
    expect(page).toContain((await driftTable([1, 2, 3, 4, 5, 6])).join('\n'))
  })

  it('costs the same whenever it is played with the same seed', async () => {
    const once = { seed: 7, every: 16, told: false, calls: 300 }
    expect(await playDrift(once)).toEqual(await playDrift(once))
    expect(await playDrift({ ...once, seed: 8 })).not.toEqual(await playDrift(once))
  })

  it('is refused for ever without retests, and never again after one success', async () => {
    const without = await playDrift({ seed: 3, every: 0, told: false, calls: 400 })
    expect(without.wronglyRefused).toBe(without.freed)
    expect(without.leaked).toBe(0)
    const told = await playDrift({ seed: 3, every: 0, told: true, calls: 400 })
    expect(told.wronglyRefused).toBe(0)
  })
})

describe('a rule that is new', () => {
  it('for a state from which the tool used to work leads to warnings at most', () => {
    const random = randomFor(1, 'added')
    const world = driftWorld(random)
    const rules = new Map(world.rules)
    const model = emptyModel('orders')
    world.rules.set('approve', null)
    const kinds: Record<string, number> = {}
    for (let n = 0; n < 2000; n++) {
      if (n === 1000) world.rules.set('approve', rules.get('approve') ?? null)
      const evidence = driftCall(world, rules, random, n)
      const { kind } = decide('block', model, {
        ...evidence,
        effect: 'MUTATING',
        authorization: 'not-required',
      })
      if (n >= 1000 && evidence.tool === 'approve' && evidence.outcome.kind === 'failure')
        kinds[kind] = (kinds[kind] ?? 0) + 1
      learn(model, evidence)
    }
    expect(Object.keys(kinds).sort()).toEqual(['forward', 'note'])
    expect(kinds.note).toBeGreaterThan(10 * (kinds.forward ?? 0))
  })
})

describe('what was learned of a server’s earlier version', () => {
  const decided = (model: ReturnType<typeof emptyModel>, evidence: Evidence) =>
    decide('block', model, { ...evidence, effect: 'MUTATING', authorization: 'not-required' }).kind

  it('warns until it is seen again once, and a version that nobody told is no news', () => {
    const random = randomFor(1, 'version')
    const world = driftWorld(random)
    const rules = new Map(world.rules)
    const model = emptyModel('orders')
    for (let n = 0; n < 400; n++) learn(model, driftCall(world, rules, random, n))
    const failing = () => {
      for (let n = 400; ; n++) {
        const evidence = driftCall(world, rules, random, n)
        if (evidence.tool === 'rename' && evidence.outcome.kind === 'failure') return evidence
      }
    }
    expect(decided(model, failing())).toBe('refuse')
    expect(decided(model, { ...failing(), schema: 'schema' })).toBe('refuse')
    dropRules(world, true)
    const first = failing()
    expect(decided(model, first)).toBe('note')
    learn(model, first)
    expect(decided(model, failing())).toBe('refuse')
  })
})
