import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../src/advice/decide.ts'
import { bounds } from '../../src/graph/bounds.ts'
import { chance, chanceOfBound } from '../../src/graph/chance.ts'
import { explanationsOf, inWords } from '../../src/graph/explanation.ts'
import {
  leavePlace,
  noneTogether,
  packedBits,
  seeTogether,
  takePlace,
  unpackedBits,
  wereTogether,
} from '../../src/graph/together.ts'
import { callOf, evidenceOf, type Lived, modelOf } from '../helpers/evidence.ts'

const close = (id: string, paid: boolean, kind: string, error?: string): Lived => ({
  tool: 'close',
  of: { order: { id, before: { paid, kind } } },
  ...(error === undefined ? {} : { error }),
})
const worked = Array.from({ length: 60 }, (_, n) =>
  n % 2 === 0 ? close(`w${n}`, true, 'web') : close(`w${n}`, false, n % 3 === 0 ? 'shop' : 'phone'),
)
const failed = ['a', 'b', 'c', 'd', 'e'].map(id => close(id, false, 'web', 'not now'))
const left = (...lived: Lived[]) => {
  const tool = modelOf(...lived).tools.get('close')!
  return [...tool.classes.values()].map(each => explanationsOf(tool, each).map(inWords))
}

describe('conditions of two atoms', () => {
  it('are looked for where no single one is left', () => {
    expect(left(...worked, ...failed)).toEqual([['order.paid is false while order.kind is web']])
  })

  it('refuse once chance alone can no longer explain them, and no call that has only one of both', () => {
    const say = (n: number, next: Lived) =>
      decide('block', modelOf(...worked, ...failed.slice(0, n)), callOf(next)).kind
    expect(say(5, close('z', false, 'web'))).toBe('refuse')
    expect(say(2, close('z', false, 'web'))).toBe('forward')
    expect(say(5, close('z', true, 'web'))).toBe('forward')
    expect(say(5, close('z', false, 'shop'))).toBe('forward')
  })

  it('die with one success that has both', () => {
    expect(left(...worked, ...failed, close('s', false, 'web'))).toEqual([[]])
  })

  const world = fc.array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      before: fc.record({ x: fc.boolean(), y: fc.boolean(), z: fc.constantFrom('P', 'Q', 'R') }),
      fails: fc.boolean(),
    }),
    { maxLength: 30 },
  )

  it('held in every failure of the class and in no success, and no single condition did', () => {
    fc.assert(
      fc.property(world, list => {
        const lived = list.map(
          ({ id, before, fails }): Lived => ({
            tool: 'close',
            of: { order: { id, before } },
            ...(fails ? { error: 'not now' } : {}),
          }),
        )
        const tool = modelOf(...lived).tools.get('close')
        const [failures] = tool?.classes.values() ?? []
        if (tool === undefined || failures === undefined) return
        const all = lived.map(evidenceOf)
        const [ok, bad] = [all.filter(e => e.outcome.kind === 'ok'), all.filter(e => e.outcome.kind !== 'ok')]
        const pairs = explanationsOf(tool, failures).filter(each => each.kind === 'pair')
        for (const { atoms } of pairs) {
          expect(bad.every(each => atoms.every(atom => each.atoms.includes(atom)))).toBe(true)
          expect(ok.some(each => atoms.every(atom => each.atoms.includes(atom)))).toBe(false)
        }
        if (pairs.length === 0) return
        const [first] = bad
        for (const atom of first?.atoms ?? [])
          if (bad.every(each => each.atoms.includes(atom)))
            expect(ok.some(each => each.atoms.includes(atom))).toBe(true)
      }),
    )
  })
})

describe('the square of bits', () => {
  it('says of every two atoms whether a set had both, also after places were given back and taken again', () => {
    const step = fc.oneof(
      fc.record({ see: fc.uniqueArray(fc.nat(89), { maxLength: 12 }) }),
      fc.record({ leave: fc.nat(89) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const together = noneTogether()
        const places = new Map<number, number>()
        const seen = new Set<string>()
        for (const each of steps) {
          if ('see' in each) {
            for (const atom of each.see) if (!places.has(atom)) places.set(atom, takePlace(together))
            seeTogether(
              together,
              each.see.map(atom => places.get(atom)!),
            )
            for (const a of each.see) for (const b of each.see) seen.add(`${a} ${b}`)
          } else if (places.has(each.leave)) {
            leavePlace(together, places.get(each.leave)!)
            places.delete(each.leave)
            for (const pair of seen) if (pair.split(' ').includes(String(each.leave))) seen.delete(pair)
          }
        }
        for (const [a, x] of places)
          for (const [b, y] of places) expect(wereTogether(together, x, y)).toBe(seen.has(`${a} ${b}`))
        expect(unpackedBits(packedBits(together), together.width)).toEqual(together.bits)
      }),
    )
  })

  it('has an end, beyond which nothing is said of an atom', () => {
    const together = noneTogether()
    const places = Array.from({ length: bounds.pairable + 1 }, () => takePlace(together))
    expect(places.at(-1)).toBe(-1)
    expect(wereTogether(together, places[0]!, -1)).toBe(true)
  })
})

describe('chance', () => {
  it('is at least what shuffling outcomes finds', () => {
    // three failures above twenty successes in one number, on either side: 2 · 3! 20! / 23!
    expect(chanceOfBound(3, 20, 1)).toBeCloseTo(2 / 1771, 10)
    expect(chance(3, 20, 100)).toBeLessThan(0.05)
    expect(chance(3, 3, 100)).toBe(1)
  })
})
