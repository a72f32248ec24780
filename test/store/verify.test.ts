import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { entry, piece } from './generate.ts'
import { open, place, raw } from './place.ts'

describe('verify', () => {
  it('names the entry in which any field was changed', async () => {
    const path = await written(12)
    const store = await open(path)
    const database = raw(path)
    const columns = [
      'at',
      'session',
      'tool',
      'decision',
      'reason',
      'evidence',
      'number',
      'request',
      'reply',
      'digest',
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...columns), fc.integer({ min: 1, max: 12 }), async (column, seq) => {
        const was = database.prepare(`SELECT ${column} FROM log WHERE seq = ?`).pluck().get(seq)
        const now = typeof was === 'number' ? (was === 1 ? 2 : 1) : Buffer.alloc(32, 7)
        database.prepare(`UPDATE log SET ${column} = ? WHERE seq = ?`).run(now, seq)
        expect(await store.verify('orders')).toMatchObject({ ok: false, at: seq })
        database.prepare(`UPDATE log SET ${column} = ? WHERE seq = ?`).run(was, seq)
        expect(await store.verify('orders')).toEqual({ ok: true, entries: 12 })
      }),
    )
  })

  it('names an entry whose resources were changed to others, or to nonsense', async () => {
    const path = await written(5)
    const database = raw(path)
    const store = await open(path)
    database.exec("UPDATE log SET resources = x'01' WHERE seq = 3")
    expect(await store.verify('orders')).toMatchObject({
      ok: false,
      at: 3,
      why: 'entry no. 3 is not what was written',
    })
    database.exec("UPDATE log SET resources = x'ff' WHERE seq = 2")
    expect(await store.verify('orders')).toMatchObject({
      ok: false,
      at: 2,
      why: 'the entry cannot be read: a row ends too early',
    })
  })

  it('notices a text that was changed for all entries that use it', async () => {
    const path = await written(3)
    raw(path).exec("UPDATE term SET text = 'cancel_order' WHERE text = 'ship_order'")
    const store = await open(path)
    expect(await store.verify('orders')).toMatchObject({ ok: false, at: 1 })
  })

  it.each([
    { gone: '4', at: 5, why: 'entry no. 4 is missing, right before this one' },
    { gone: '1, 2', at: 3, why: 'entries no. 1 to 2 are missing, right before this one' },
    { gone: '6', at: 6, why: 'entry no. 6 is missing, at the end' },
    { gone: '1, 2, 3, 4, 5, 6', at: 6, why: 'entries no. 1 to 6 are missing, at the end' },
  ])('says that $gone was deleted', async ({ gone, at, why }) => {
    const path = await written(6)
    raw(path).exec(`DELETE FROM log WHERE seq IN (${gone})`)
    const store = await open(path)
    expect(await store.verify('orders')).toEqual({ ok: false, at, why })
  })

  it('says so still when the numbers were closed up after a deletion', async () => {
    const path = await written(6)
    raw(path).exec('DELETE FROM log WHERE seq = 4; UPDATE log SET number = number - 1 WHERE seq > 4')
    const store = await open(path)
    expect(await store.verify('orders')).toMatchObject({ ok: false, at: 5 })
  })

  it('names the first of two entries that changed places', async () => {
    const path = await written(6)
    raw(path).exec(
      'UPDATE log SET seq = -2 WHERE seq = 2; UPDATE log SET seq = 2 WHERE seq = 5; UPDATE log SET seq = 5 WHERE seq = -2',
    )
    const store = await open(path)
    expect(await store.verify('orders')).toMatchObject({ ok: false, at: 2 })
  })

  it('notices an entry that was slipped in at the end', async () => {
    const path = await written(3)
    raw(path).exec(
      'INSERT INTO log SELECT seq + 1, server, number + 1, at, session, tool, resources, decision, reason, request, reply, evidence, digest FROM log WHERE seq = 3',
    )
    const store = await open(path)
    expect(await store.verify('orders')).toMatchObject({ ok: false, at: 4 })
  })

  it('goes on from the true end of the chain, so that a cut never heals', async () => {
    const path = await written(3)
    raw(path).exec('DELETE FROM log WHERE seq = 3')
    const store = await open(path)
    await store.record(entry())
    expect(await store.verify('orders')).toMatchObject({
      ok: false,
      why: 'entry no. 3 is missing, right before this one',
    })
  })
})

/** A database with so many entries of one server, half of them with evidence. */
async function written(count: number): Promise<string> {
  const path = place()
  const store = await openStore(path)
  for (let at = 1; at <= count; at++) {
    const reason = `reason ${at}`
    if (at % 2 === 0) await store.append(piece({ at }), entry({ at: at + 100, reason }))
    else await store.record(entry({ at: at + 100, reason, decision: 'refused', replyDigest: 'none' }))
  }
  await store.close()
  return path
}
