import { describe, expect, it } from 'vitest'
import { createCrossing } from '../../src/gate/overlap.ts'

describe('calls under way at once', () => {
  it('overlap where they share a resource and one of them may change it', () => {
    const crossing = createCrossing()
    const writes = crossing.enter(['file:a', 'file:b'], false)
    const reads = crossing.enter(['file:b'], true)
    const elsewhere = crossing.enter(['file:c'], false)
    expect([writes.overlapped(), reads.overlapped(), elsewhere.overlapped()]).toEqual([true, true, false])
  })

  it('do not disturb each other where both only read', () => {
    const crossing = createCrossing()
    const [one, other] = [crossing.enter(['file:a'], true), crossing.enter(['file:a'], true)]
    expect([one.overlapped(), other.overlapped()]).toEqual([false, false])
  })

  it('do not overlap one after the other', () => {
    const crossing = createCrossing()
    crossing.enter(['file:a'], false).leave()
    const next = crossing.enter(['file:a'], false)
    expect(next.overlapped()).toBe(false)
  })

  it('are told also to the one that came first, and a resource named twice is one', () => {
    const crossing = createCrossing()
    const first = crossing.enter(['file:a', 'file:a'], false)
    expect(first.overlapped()).toBe(false)
    const second = crossing.enter(['file:a'], false)
    first.leave()
    const third = crossing.enter(['file:a'], false)
    second.leave()
    third.leave()
    expect([first.overlapped(), second.overlapped(), third.overlapped()]).toEqual([true, true, true])
    expect(crossing.enter(['file:a'], false).overlapped()).toBe(false)
  })
})
