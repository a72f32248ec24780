import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectationOf, needsOf } from '../../src/graph/expectation.ts'
import { learn } from '../../src/graph/learn.ts'
import { emptyModel } from '../../src/graph/model.ts'
import { stateOf } from '../../src/graph/state.ts'
import { evidenceOf, type Lived } from '../helpers/evidence.ts'

const lived: fc.Arbitrary<Lived> = fc.record(
  {
    tool: fc.constantFrom('publish', 'archive'),
    of: fc.record({
      release: fc.record({
        id: fc.constantFrom('r1', 'r2', 'r3'),
        before: fc.record({ status: fc.constantFrom('DRAFT', 'DONE'), tested: fc.boolean() }),
      }),
    }),
    error: fc.constantFrom('ERR_STATE: not now', 'ERR_TESTS: not tested'),
    overlapped: fc.boolean(),
    schema: fc.constantFrom('s1', 's2'),
  },
  { requiredKeys: ['tool', 'of'] },
)

describe('what is expected of a tool', () => {
  it('is the same whether or not it was asked for before each piece of evidence', () => {
    const states = ['DRAFT', 'DONE'].flatMap(status =>
      [true, false].map(tested =>
        stateOf([
          ['status', status],
          ['tested', tested],
        ]),
      ),
    )
    fc.assert(
      fc.property(fc.array(lived, { maxLength: 30 }), lives => {
        const [asked, unasked] = [emptyModel('test'), emptyModel('test')]
        const all = (model: typeof asked) =>
          ['publish', 'archive'].map(label => {
            const tool = model.tools.get(label)
            const needs = tool === undefined ? [] : needsOf(tool, 'release')
            return [needs, ...states.map(state => expectationOf(tool, 'release', state))]
          })
        for (const each of lives) {
          all(asked)
          learn(asked, evidenceOf(each))
          learn(unasked, evidenceOf(each))
        }
        expect(all(asked)).toEqual(all(unasked))
      }),
    )
  })
})
