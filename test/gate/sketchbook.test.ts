import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/gate/memory.ts'
import { openMemory } from '../../src/store/memory.ts'
import { openStore } from '../../src/store/open.ts'
import { gated } from '../helpers/gate.ts'

describe('calls of a server that has no adapter', () => {
  it('are sketched in every mode but pass, a few of each tool, without what they were about', async () => {
    const { kept, memory } = await opened()
    const gate = await gated('observe', { known: () => undefined, memory })
    for (const id of ['r1', 'r1', 'r2', 'nope']) await gate.call('get_release', { release_id: id })
    const seen = await kept()
    expect(seen.map(each => each.tool)).toContain('get_release')
    expect(JSON.stringify(seen)).toMatch(/id-000/)
    expect(JSON.stringify(seen)).not.toMatch(/"r1"|"r2"/)
    expect(gate.told).toEqual([])
    const passing = await opened()
    await (await gated('pass', { known: () => undefined, memory: passing.memory })).call('get_release', {
      release_id: 'r1',
    })
    expect(await passing.kept()).toEqual([])
  })

  it('are looked at fifty times of each tool, however alike they are', async () => {
    const { memory } = await opened()
    let looked = 0
    const counting: Memory = { ...memory, sketch: async () => ++looked > 0 }
    const gate = await gated('observe', { known: () => undefined, memory: counting })
    for (let times = 0; times < 60; times++) await gate.call('get_release', { release_id: 'r1' })
    expect(looked).toBe(50)
  })

  it('are not sketched where an adapter can read', async () => {
    const { kept, memory } = await opened()
    await (await gated('observe', { memory })).call('get_release', { release_id: 'r1' })
    expect(await kept()).toEqual([])
  })

  it('go through where nothing can be kept', async () => {
    const { memory } = await opened()
    const broken: Memory = { ...memory, sketch: () => Promise.reject(new Error('no room')) }
    const gate = await gated('warn', { known: () => undefined, memory: broken })
    expect(await gate.text('get_release', { release_id: 'r1' })).toContain('r1')
    await new Promise(resolve => setImmediate(resolve))
    expect(gate.told).toHaveLength(1)
  })
})

async function opened() {
  const store = await openStore(':memory:')
  const memory = await openMemory(store, { server: 'releases', session: 's' })
  return { memory, kept: () => store.sketches('releases') }
}
