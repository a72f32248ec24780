import { describe, expect, it } from 'vitest'
import { effectInWords, effectsFrom, effectsOf, nextState } from '../../src/graph/effects.ts'
import { restored, snapshotOf } from '../../src/graph/snapshot.ts'
import { stateOf } from '../../src/graph/state.ts'
import type { JsonObject } from '../../src/json.ts'
import { type Lived, modelOf } from '../helpers/evidence.ts'

const step = (
  id: string,
  before: JsonObject | null,
  after: JsonObject | null,
  args: JsonObject = {},
): Lived => ({
  tool: 't',
  of: { order: { id, before, after } },
  args,
})
const effects = (...lived: Lived[]) => effectsOf(modelOf(...lived).tools.get('t')!, 'order')
const words = (...lived: Lived[]) => effects(...lived).map(effectInWords)

describe('effects', () => {
  it.each<[string, Lived[], string[]]>([
    ['one value', [step('a', { s: 'A' }, { s: 'Z' }), step('b', { s: 'B' }, { s: 'Z' })], ['s becomes Z']],
    [
      'what an argument says',
      [step('a', { s: 'A' }, { s: 'X' }, { to: 'X' }), step('b', { s: 'A' }, { s: 'Y' }, { to: 'Y' })],
      ['s becomes args.to'],
    ],
    [
      'a number that an argument says',
      [step('a', { n: 1 }, { n: 5 }, { to: 5 }), step('b', { n: 1 }, { n: 9 }, { to: 9 })],
      ['n becomes args.to'],
    ],
    ['a count', [step('a', { n: 1 }, { n: 2 }), step('b', { n: 4 }, { n: 5 })], ['n grows by 1']],
    ['a count down', [step('a', { n: 7 }, { n: 5 }), step('b', { n: 4 }, { n: 2 })], ['n falls by 2']],
    ['nobody knows', [step('a', { s: 'A' }, { s: 'X' }), step('b', { s: 'A' }, { s: 'Y' })], ['s changes']],
    ['creation', [step('a', null, { s: 'A' })], ['it is created', 's becomes A']],
    ['deletion', [step('a', { s: 'A' }, null)], ['it no longer exists']],
  ])('are told by what the changes have in common: %s', (_what, lived, expected) => {
    expect(words(...lived)).toEqual(expected)
  })

  it('have their support, also after a snapshot', () => {
    const lived = [
      step('a', { n: 1 }, { n: 2 }),
      step('b', { n: 4 }, { n: 5 }),
      step('c', { n: 9 }, { n: 9 }),
    ]
    const expected = [{ feature: 'n', value: null, how: 'counter', step: 1, support: 2, of: 3 }]
    expect(effects(...lived)).toEqual(expected)
    const again = restored(snapshotOf(modelOf(...lived)))?.tools.get('t')
    expect(effectsOf(again!, 'order')).toEqual(expected)
  })

  it('lead on from a state that was never seen, as far as they are known', () => {
    const tool = modelOf(step('a', { n: 1 }, { n: 2 }), step('b', { n: 4 }, { n: 5 })).tools.get('t')!
    expect(nextState(tool, 'order', stateOf([['n', 20]]))).toBe(stateOf([['n', 21]]))
    expect(effectsFrom(tool, 'order', stateOf([['n', 20]]))).toEqual([])
  })
})
