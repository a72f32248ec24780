import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { anyEntry, entry, piece } from './generate.ts'
import { open } from './place.ts'

describe('the audit log', () => {
  it('reads back every field of every entry, chained server by server', async () => {
    const server = fc.constantFrom('orders', 'files')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyEntry(server), fc.boolean()), { maxLength: 10 }),
        async written => {
          const store = await openStore(':memory:')
          for (const [each, withEvidence] of written) {
            if (withEvidence) await store.append(piece({ server: each.server }), each)
            else await store.record(each)
          }
          const read = await store.entries()
          expect(read).toMatchObject(written.map(([each]) => ({ ...each })))
          expect(read.map(each => each.evidence)).toEqual(
            written.map(([, withEvidence], at) => (withEvidence ? read[at]?.seq : undefined)),
          )
          for (const name of ['orders', 'files']) {
            const own = await store.entries(name)
            expect(own).toEqual(read.filter(each => each.server === name))
            expect(own.map(each => each.number)).toEqual(own.map((_, at) => at + 1))
            expect(await store.verify(name)).toEqual({ ok: true, entries: own.length })
          }
          await store.close()
        },
      ),
    )
  })

  it('filters by number, resource and decision, from the start or from the end', async () => {
    const store = await open()
    for (let at = 1; at <= 2500; at++) {
      const resources = at % 100 === 0 ? ['order:1', 'order:2'] : ['order:1']
      await store.record(entry({ at, resources, decision: at % 50 === 0 ? 'problem' : 'forwarded' }))
    }
    const times = async (filter: Parameters<typeof store.entries>[1]) =>
      (await store.entries('orders', filter)).map(each => each.at)
    expect(await times({ limit: 3 })).toEqual([1, 2, 3])
    expect(await times({ tail: 3 })).toEqual([2498, 2499, 2500])
    expect(await times({ after: 2498 })).toEqual([2499, 2500])
    expect(await times({ resource: 'order:2' })).toHaveLength(25)
    expect(await times({ resource: 'order:2', tail: 2 })).toEqual([2400, 2500])
    expect(await times({ resource: 'order:2', limit: 1, after: 100 })).toEqual([200])
    expect(await times({ resource: 'order:3' })).toEqual([])
    expect(await times({ decision: 'problem', tail: 2 })).toEqual([2450, 2500])
    expect(await times({ tail: 0 })).toEqual([])
    expect(await times({})).toHaveLength(2500)
    expect(await store.entries('nobody')).toEqual([])
  })

  it('counts, server by server, what became of the calls', async () => {
    const store = await open()
    const failure = { kind: 'failure', failure: 'state', code: 'E', fingerprint: 'x', names: [] } as const
    await store.append(piece({ at: 5 }), entry({ at: 5 }))
    await store.append(piece({ at: 7, outcome: failure }), entry({ at: 7, decision: 'noted' }))
    await store.record(entry({ at: 9, decision: 'refused' }))
    await store.record(entry({ at: 8, decision: 'held' }))
    await store.record(entry({ at: 4, decision: 'approved' }))
    await store.append(piece({ at: 9 }), entry({ at: 9, decision: 'approved' }))
    await store.record(entry({ at: 6, decision: 'mode' }))
    await store.record(entry({ at: 6, decision: 'problem' }))
    await store.record(entry({ server: 'files', at: 1, decision: 'refused' }))
    const none = { calls: 0, evidence: 0, failures: 0, noted: 0, refused: 0, held: 0, problems: 0 }
    expect(await store.servers()).toEqual([
      { ...none, server: 'files', calls: 1, refused: 1, first: 1, last: 1 },
      {
        server: 'orders',
        calls: 5,
        evidence: 3,
        failures: 1,
        noted: 1,
        refused: 1,
        held: 1,
        problems: 1,
        first: 4,
        last: 9,
      },
    ])
  })
})
