import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { anyEvidence, entry, piece } from './generate.ts'

const server = fc.constantFrom('orders', 'files', '\ud800')

describe('evidence in the store', () => {
  it('reads back exactly what was appended, server by server and in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvidence(server), { maxLength: 8 }), async pieces => {
        const store = await openStore(':memory:')
        const seqs: number[] = []
        for (const each of pieces) seqs.push(await store.append(each, entry({ server: each.server })))
        for (const name of ['orders', 'files', '\ud800']) {
          const expected = pieces.flatMap((evidence, at) =>
            evidence.server === name ? [{ seq: seqs[at] ?? 0, evidence }] : [],
          )
          expect(await store.evidence(name, 0)).toEqual(expected)
        }
        await store.close()
      }),
    )
  })

  it('gives strictly growing numbers, and only pieces after the one that was named', async () => {
    const store = await openStore(':memory:')
    const seqs: number[] = []
    for (let at = 0; at < 5; at++) {
      seqs.push(await store.append(piece({ at }), entry()))
      await store.record(entry({ decision: 'refused', server: at % 2 === 0 ? 'orders' : 'files' }))
    }
    expect(seqs).toEqual([...new Set(seqs)].sort((one, other) => one - other))
    const later = await store.evidence('orders', seqs[1] ?? 0)
    expect(later.map(each => each.evidence.at)).toEqual([2, 3, 4])
    expect((await store.evidence('orders', seqs[1] ?? 0, 2)).map(each => each.evidence.at)).toEqual([2, 3])
    expect(await store.evidence('nobody', 0)).toEqual([])
    await store.close()
  })
})
