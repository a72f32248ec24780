import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intervalOf } from '../../src/graph/confidence.ts'

describe('an interval that holds while one keeps looking', () => {
  it('contains what was observed, and narrows with more of the same', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (hits, misses) => {
        const trials = hits + misses
        const { low, high } = intervalOf(hits, trials)
        expect(low).toBeLessThanOrEqual(high)
        if (trials === 0) return
        expect(low).toBeLessThanOrEqual(hits / trials)
        expect(high).toBeGreaterThanOrEqual(hits / trials)
        const more = intervalOf(hits * 10, trials * 10)
        expect(more.high - more.low).toBeLessThan(high - low)
      }),
    )
  })

  it('is what the bet says: twenty times the stake at its ends', () => {
    // no miss in n: the bet against a rate p has become 1 / ((n + 1) (1 - p)^n)
    const { low, high } = intervalOf(0, 100)
    expect(low).toBe(0)
    expect(1 / (101 * (1 - high) ** 100)).toBeCloseTo(20, 6)
  })

  it.each([0.02, 0.3, 0.9])(
    'is left by a true rate of %d, at any time, in at most one of twenty runs',
    rate => {
      const random = numbers(7)
      const runs = 200
      let left = 0
      for (let run = 0; run < runs; run++) {
        let hits = 0
        for (let trials = 1; trials <= 120; trials++) {
          if (random() < rate) hits++
          const { low, high } = intervalOf(hits, trials)
          if (rate >= low && rate <= high) continue
          left++
          break
        }
      }
      expect(left / runs).toBeLessThanOrEqual(0.05)
    },
  )
})

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
