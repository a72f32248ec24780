import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folded, packed, reader, unfolded, unpacked, writer } from '../../src/store/bytes.ts'

const whole = fc.oneof(
  fc.nat(300),
  fc.maxSafeNat(),
  fc.constantFrom(127, 128, 16383, 16384, 2 ** 31, 2 ** 32),
)

describe('bytes', () => {
  it('give back every list of whole numbers', () => {
    fc.assert(
      fc.property(fc.array(whole), values => {
        expect(unpacked(packed(values))).toEqual(values)
      }),
    )
  })

  it('give back any number, between whole ones', () => {
    fc.assert(
      fc.property(whole, fc.double(), whole, (before, value, after) => {
        const out = writer()
        out.whole(before)
        out.float(value)
        out.whole(after)
        const input = reader(out.bytes())
        expect([input.whole(), input.float(), input.whole(), input.more()]).toEqual([
          before,
          value,
          after,
          false,
        ])
      }),
    )
  })

  it('take one byte for a number below 128', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(127)), values => {
        expect(packed(values)).toHaveLength(values.length)
      }),
    )
  })

  it('are malformed where they end within a number, never a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 128, max: Number.MAX_SAFE_INTEGER }), value => {
        const cut = packed([value]).slice(0, -1)
        expect(() => unpacked(cut)).toThrow('ends too early')
        expect(() => reader(cut.slice(0, 7)).float()).toThrow('ends too early')
      }),
    )
  })
})

describe('folded', () => {
  it('makes a number that is never negative, and only one for each', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 51), max: 2 ** 51 }), value => {
        expect(folded(value)).toBeGreaterThanOrEqual(0)
        expect(unfolded(folded(value))).toBe(value)
      }),
    )
  })
})
