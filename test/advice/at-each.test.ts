import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hintLine } from '../../src/advice/hints.ts'
import { type Candidate, offersFor } from '../../src/advice/offers.ts'
import { learn } from '../../src/graph/learn.ts'
import { emptyModel } from '../../src/graph/model.ts'
import { stateOf } from '../../src/graph/state.ts'
import { evidenceOf, type Lived, modelOf } from '../helpers/evidence.ts'

const tools = ['run_tests', 'publish', 'archive']
const fields = fc.record({ status: fc.constantFrom('DRAFT', 'DONE'), tested: fc.boolean() })
const lived: fc.Arbitrary<Lived> = fc.record(
  {
    tool: fc.constantFrom(...tools),
    of: fc.record({
      release: fc.record({ id: fc.constantFrom('a', 'b', 'c'), before: fields, after: fields }),
    }),
    error: fc.constantFrom('not now', 'tested is false'),
    schema: fc.constantFrom('s1', 's1', 's1', 's2'),
  },
  { requiredKeys: ['tool', 'of', 'schema'] },
)
const candidates = fc.subarray(tools, { minLength: 1 }).map(some =>
  some.map(
    (tool): Candidate => ({
      tool,
      role: 'release',
      resourceClass: 'release',
      effect: 'MUTATING',
      authorization: tool === 'archive' ? 'required' : 'not-required',
    }),
  ),
)

describe('what is remembered of tools at a state', () => {
  it('is what a model says that was never asked before, after each call and for any tools', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(lived, fields, candidates), { maxLength: 25 }), steps => {
        const model = emptyModel('test')
        const past: Lived[] = []
        for (const [call, asked, some] of steps) {
          learn(model, evidenceOf(call))
          past.push(call)
          const state = stateOf(Object.entries(asked))
          const anew = modelOf(...past)
          expect(offersFor(model, some, state)).toEqual(offersFor(anew, some, state))
          expect(hintLine(model, some, state)).toBe(hintLine(anew, some, state))
        }
      }),
      { numRuns: 60 },
    )
  })
})
