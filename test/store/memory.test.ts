import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Record } from '../../src/gate/memory.ts'
import { learn } from '../../src/graph/learn.ts'
import { emptyModel } from '../../src/graph/model.ts'
import { modelFrom, openMemory } from '../../src/store/memory.ts'
import { openStore } from '../../src/store/open.ts'
import { evidenceOf, type Lived } from '../helpers/evidence.ts'
import { playground } from '../helpers/host.ts'

const record: Record = {
  at: 0,
  tool: 't',
  resources: [],
  decision: 'forwarded',
  reason: '',
  requestDigest: '00',
  replyDigest: 'none',
}
const call = (id: number): Lived => ({
  tool: id % 3 === 0 ? 'publish' : 'edit',
  of: { release: { id: `r${id}`, before: { status: id % 2 === 0 ? 'DRAFT' : 'DONE' } } },
  ...(id % 5 === 0 ? { error: 'ERR_STATE: not now' } : {}),
})
const evidenceOfServer = (server: string, id: number) => ({ ...evidenceOf(call(id)), server })

describe('the memory of a gate', () => {
  it('is the model that all evidence in the order of its numbers gives, whoever wrote it and when it was opened', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(1), fc.nat(30)), { minLength: 1, maxLength: 25 }),
        fc.nat(25),
        async (writes, reopen) => {
          const path = join(await playground(), 'graph.sqlite')
          const open = async () => openMemory(await openStore(path), { server: 's', session: 'x' })
          const memories = [await open(), await open()]
          for (const [index, [who, id]] of writes.entries()) {
            if (index === reopen) {
              await memories[0]?.close()
              memories[0] = await open()
            }
            await memories[who]?.keep(evidenceOfServer('s', id), record)
          }
          const expected = emptyModel('s')
          for (const [, id] of writes) learn(expected, evidenceOfServer('s', id))
          for (const memory of memories) expect(await memory.model()).toEqual(expected)
          await Promise.all(memories.map(memory => memory.close()))
          const store = await openStore(path)
          expect((await modelFrom(store, 's')).model).toEqual(expected)
          await store.close()
        },
      ),
      { numRuns: 15 },
    )
  })

  it('learns each piece once, also when many calls end at the same time', async () => {
    const store = await openStore(':memory:')
    const memory = await openMemory(store, { server: 's', session: 'x' })
    await Promise.all(
      Array.from({ length: 50 }, (_, id) =>
        Promise.all([memory.keep(evidenceOfServer('s', id), record), memory.model()]),
      ),
    )
    const expected = emptyModel('s')
    for (const { evidence } of await store.evidence('s', 0)) learn(expected, evidence)
    expect(await memory.model()).toEqual(expected)
    expect(expected.version).toBe(50)
  })

  it('takes in what was written by another after reading it failed once', async () => {
    const path = join(await playground(), 'graph.sqlite')
    const other = await openMemory(await openStore(path), { server: 's', session: 'x' })
    const store = await openStore(path)
    let fails = false
    const memory = await openMemory(
      {
        ...store,
        evidence: (...args) => (fails ? Promise.reject(new Error('busy')) : store.evidence(...args)),
      },
      { server: 's', session: 'y' },
    )
    await other.keep(evidenceOfServer('s', 1), record)
    fails = true
    await expect(memory.model()).rejects.toThrow('busy')
    fails = false
    await memory.keep(evidenceOfServer('s', 2), record)
    expect((await memory.model()).version).toBe(2)
    await Promise.all([memory.close(), other.close()])
  })

  it.each(['removed', 'replaced'])('says so when its database was %s, and learns no more', async how => {
    const path = join(await playground(), 'graph.sqlite')
    const memory = await openMemory(await openStore(path), { server: 's', session: 'x' })
    await memory.keep(evidenceOfServer('s', 1), record)
    await rename(path, `${path}.old`)
    if (how === 'replaced') await (await openStore(path)).close()
    await expect(memory.model()).rejects.toMatchObject({ code: 'database-gone' })
    await expect(memory.keep(evidenceOfServer('s', 2), record)).rejects.toMatchObject({
      code: 'database-gone',
    })
  })

  it('with a refresh every three calls judges by the model of three calls ago', async () => {
    const memory = await openMemory(await openStore(':memory:'), {
      server: 's',
      session: 'x',
      refreshEvery: 3,
    })
    const versions: number[] = []
    for (let id = 0; id < 7; id++) {
      await memory.keep(evidenceOfServer('s', id), record)
      versions.push((await memory.model()).version)
    }
    expect(versions).toEqual([0, 0, 3, 3, 3, 6, 6])
  })
})
