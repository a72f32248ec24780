import { describe, expect, it } from 'vitest'
import { entry, piece } from './generate.ts'
import { open, place } from './place.ts'

const role = { role: 'order', resource: 'order:7', resourceClass: 'order', before: null, after: null }

describe('what the store last knew', () => {
  it('is the state after the last call on each resource, and none where that could not be read', async () => {
    const store = await open()
    expect(await store.resource('orders', 'order:7')).toBeUndefined()
    await store.append(piece({ at: 1, roles: [{ ...role, after: 'paid=true' }] }), entry())
    const other = { ...role, resource: 'order:8', before: 'paid=false', after: 'exists=false' }
    await store.append(piece({ at: 2, roles: [other] }), entry())
    const known = { ref: 'order:7', resourceClass: 'order', state: 'paid=true', at: 1 }
    const gone = { ref: 'order:8', resourceClass: 'order', state: 'exists=false', at: 2 }
    expect(await store.resource('orders', 'order:7')).toEqual(known)
    expect(await store.resources('orders')).toEqual([gone, known])
    expect(await store.resources('orders', 1)).toEqual([gone])
    expect(await store.resource('files', 'order:7')).toBeUndefined()
    await store.append(piece({ at: 3, roles: [role] }), entry())
    expect(await store.resource('orders', 'order:7')).toEqual({ ...known, state: null, at: 3 })
  })

  it('is the list of tools in the order of the server, replaced as a whole', async () => {
    const store = await open()
    const ship = { name: 'ship_order', schema: 'ab', definition: '{"name":"ship_order"}' }
    const cancel = { name: 'cancel_order', schema: '', definition: '{}' }
    await store.saveTools('orders', [ship, cancel])
    await store.saveTools('files', [cancel])
    expect(await store.tools('orders')).toEqual([ship, cancel])
    await store.saveTools('orders', [cancel])
    expect(await store.tools('orders')).toEqual([cancel])
    expect(await store.tools('files')).toEqual([cancel])
    expect(await store.tools('nobody')).toEqual([])
  })

  it('is the snapshot that reaches furthest, or that of another form', async () => {
    const store = await open()
    expect(await store.snapshot('orders')).toBeUndefined()
    await store.saveSnapshot('orders', { upTo: 5, format: 1, text: 'five' })
    await store.saveSnapshot('orders', { upTo: 4, format: 1, text: 'four, from a slower process' })
    expect(await store.snapshot('orders')).toEqual({ upTo: 5, format: 1, text: 'five' })
    await store.saveSnapshot('orders', { upTo: 4, format: 2, text: 'another form' })
    expect(await store.snapshot('orders')).toEqual({ upTo: 4, format: 2, text: 'another form' })
    expect(await store.snapshot('files')).toBeUndefined()
  })

  it('is still known after closing and opening again', async () => {
    const path = place()
    const first = await open(path)
    const seq = await first.append(piece(), entry())
    await first.saveSnapshot('orders', { upTo: seq, format: 1, text: 'model' })
    await first.close()
    const second = await open(path)
    expect(await second.evidence('orders', 0)).toEqual([{ seq, evidence: piece() }])
    expect(await second.snapshot('orders')).toEqual({ upTo: seq, format: 1, text: 'model' })
    expect(await second.append(piece(), entry())).toBeGreaterThan(seq)
    expect(await second.verify('orders')).toEqual({ ok: true, entries: 2 })
  })
})
