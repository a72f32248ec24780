import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absent, changes, featuresIn, inBrackets, stateOf } from '../../src/graph/state.ts'

const scalar = fc.oneof(fc.boolean(), fc.constant(null), fc.integer(), fc.string({ maxLength: 40 }))
const features = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), scalar), {
  selector: ([name]) => name,
  maxLength: 6,
})

describe('a state', () => {
  it('is written as people read it, features sorted by name', () => {
    const state = stateOf([
      ['tests_passed', false],
      ['status', 'DRAFT'],
    ])
    expect(state).toBe('status=DRAFT, tests_passed=false')
    expect(inBrackets(state)).toBe('[status=DRAFT, tests_passed=false]')
    expect(inBrackets(absent)).toBe('[exists=false]')
  })

  it('quotes what could be mistaken for something else', () => {
    expect(stateOf([['flag', 'true']])).toBe('flag="true"')
    expect(stateOf([['a b', 'x, y=z']])).toBe('"a b"="x, y=z"')
  })

  it('says that a resource without known features exists', () => {
    expect(stateOf([])).toBe('exists=true')
  })

  it('is read back as it was written, whatever names and values it has', () => {
    fc.assert(
      fc.property(features, list => {
        const sorted = [...list].sort(([a], [b]) => (a < b ? -1 : 1))
        expect(featuresIn(stateOf(list))).toEqual(sorted.length === 0 ? [['exists', true]] : sorted)
      }),
    )
  })

  it('does not depend on the order of its features', () => {
    fc.assert(
      fc.property(features, list => {
        expect(stateOf([...list].reverse())).toBe(stateOf(list))
      }),
    )
  })

  it('cuts a long value and still tells two of them apart', () => {
    const long = 'x'.repeat(500)
    expect(stateOf([['text', long]]).length).toBeLessThan(100)
    expect(stateOf([['text', `${long}a`]])).not.toBe(stateOf([['text', `${long}b`]]))
  })
})

describe('changes', () => {
  it('are the features that have another value after', () => {
    expect(changes('status=DRAFT, tests_passed=false', 'status=DRAFT, tests_passed=true')).toEqual([
      ['tests_passed', true],
    ])
  })

  it('tell creation and deletion as existence', () => {
    expect(changes(absent, 'isFile=true')).toEqual([
      ['exists', true],
      ['isFile', true],
    ])
    expect(changes('isFile=true', absent)).toEqual([['exists', false]])
    expect(changes(absent, absent)).toEqual([])
  })
})
