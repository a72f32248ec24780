import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explain, explainedInWords } from '../../src/advice/explain.ts'
import { hintLine } from '../../src/advice/hints.ts'
import { offerId, readOfferId } from '../../src/advice/offer-id.ts'
import { type Candidate, offersFor } from '../../src/advice/offers.ts'
import { routeTo } from '../../src/advice/routes.ts'
import { clean } from '../../src/advice/words.ts'
import { emptyModel } from '../../src/graph/model.ts'
import { stateOf } from '../../src/graph/state.ts'
import type { JsonObject } from '../../src/json.ts'
import { type Lived, modelOf } from '../helpers/evidence.ts'

const draft = { status: 'DRAFT', tests_passed: false }
const tested = { status: 'DRAFT', tests_passed: true }
const published = { status: 'PUBLISHED', tests_passed: true }
const keyOf = (fields: JsonObject) => stateOf(Object.entries(fields))

const act = (tool: string, id: string, before: JsonObject, outcome: JsonObject | string): Lived => ({
  tool,
  of: { release: { id, before, after: typeof outcome === 'string' ? before : outcome } },
  ...(typeof outcome === 'string' ? { error: outcome } : {}),
})

const candidate = (tool: string, more: Partial<Candidate> = {}): Candidate => ({
  tool,
  role: 'release',
  resourceClass: 'release',
  effect: 'MUTATING',
  authorization: 'not-required',
  ...more,
})

const candidates = [
  candidate('run_tests'),
  candidate('publish_release'),
  candidate('archive_release', { authorization: 'required' }),
  candidate('get_release', { effect: 'READ_ONLY' }),
]

const model = modelOf(
  act('run_tests', 'a', draft, tested),
  act('publish_release', 'b', draft, 'tests_passed must be true'),
  act('publish_release', 'c', draft, 'tests_passed must be true'),
  act('publish_release', 'a', tested, published),
  act('archive_release', 'd', draft, 'only PUBLISHED can be archived, this is DRAFT'),
  act('archive_release', 'a', published, { status: 'ARCHIVED', tests_passed: true }),
)

const statuses = (fields: JsonObject) =>
  Object.fromEntries(offersFor(model, candidates, keyOf(fields)).map(each => [each.tool, each.status]))

describe('offers', () => {
  it('say for each tool what it is expected to do from here', () => {
    expect(statuses(draft)).toEqual({
      run_tests: 'CANDIDATE',
      publish_release: 'NOT_SUPPORTED_FROM_THIS_STATE',
      archive_release: 'NOT_SUPPORTED_FROM_THIS_STATE',
      get_release: 'UNKNOWN_UNTESTED',
    })
    expect(statuses(published)).toMatchObject({ archive_release: 'CANDIDATE_REQUIRES_APPROVAL' })
  })

  it('need an observation where the resource could not be read', () => {
    expect(offersFor(model, candidates, null).map(each => each.status)).toEqual(
      Array(4).fill('NEEDS_OBSERVATION'),
    )
  })

  it('are all untested where nothing was learned', () => {
    const offers = offersFor(emptyModel('s'), candidates, keyOf(draft))
    expect(new Set(offers.map(each => each.status))).toEqual(new Set(['UNKNOWN_UNTESTED']))
  })

  it('keep authorization apart from what was observed', () => {
    const [offer] = offersFor(
      model,
      [candidate('archive_release', { authorization: 'approved' })],
      keyOf(published),
    )
    expect(offer).toMatchObject({
      status: 'CANDIDATE',
      edge: 'OBSERVED_SUPPORTED',
      authorization: 'approved',
    })
  })
})

describe('the line', () => {
  it('names what works with its effect, what does not, and the way to what that needs', () => {
    expect(hintLine(model, candidates, keyOf(draft))).toBe(
      'mcpgraphy [status=DRAFT, tests_passed=false] ok: run_tests -> tests_passed becomes true | no: publish_release; archive_release | to tests_passed=true: run_tests | to status=PUBLISHED: run_tests, publish_release',
    )
  })

  it('is not there where nothing is known', () => {
    expect(hintLine(emptyModel('s'), candidates, keyOf(draft))).toBeUndefined()
  })
})

describe('routes', () => {
  it('are the shortest way over observed effects', () => {
    const route = routeTo(model, candidates, keyOf(draft), [['status', 'PUBLISHED']])
    expect(route?.map(each => each.tool)).toEqual(['run_tests', 'publish_release'])
  })

  it('say where they need an approval, and are empty where the goal is reached', () => {
    const route = routeTo(model, candidates, keyOf(draft), [['status', 'ARCHIVED']])
    expect(route?.map(each => each.needsApproval)).toEqual([false, false, true])
    expect(routeTo(model, candidates, keyOf(draft), [['status', 'DRAFT']])).toEqual([])
    expect(routeTo(model, candidates, keyOf(draft), [['status', 'NEVER']])).toBeUndefined()
  })
})

describe('explain', () => {
  it('tells guard, evidence for and against, and what was never tried, in sentences', () => {
    const words = explainedInWords(explain(model, 'publish_release', 'release', keyOf(draft))).join('\n')
    expect(words).toContain(
      'publish_release from [status=DRAFT, tests_passed=false]: it fails (0 worked and 2 failed here)',
    )
    expect(words).toContain('It needs: release.tests_passed is true')
    expect(words).toContain('It changes: status becomes PUBLISHED (1 of 1 successes).')
    expect(words).toContain('Failed from [status=DRAFT, tests_passed=false]: 2')
    expect(words).toContain('Never tried from: [status=PUBLISHED, tests_passed=true]')
  })

  it('of a tool that was never called says that it is unknown', () => {
    expect(explain(model, 'nope', 'release', keyOf(draft))).toMatchObject({
      status: 'UNKNOWN',
      expects: 'nothing',
    })
  })
})

describe('an offer’s name', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('edit_file', 'git_branch mode=delete'),
        fc.array(fc.tuple(fc.constantFrom('status', 'a b', 'x'), fc.string({ maxLength: 12 })), {
          maxLength: 2,
        }),
        (tool, features) => {
          const state = stateOf([...new Map(features)])
          expect(readOfferId(offerId(tool, 'file', state))).toEqual({ tool, role: 'file', state })
        },
      ),
    )
    const tricky = 'status=", ", x="a, b"'
    expect(readOfferId(offerId('t', 'r', tricky))?.state).toBe(tricky)
    expect(readOfferId('edit_file@file:exists=false')).toEqual({
      tool: 'edit_file',
      role: 'file',
      state: 'exists=false',
    })
    expect(readOfferId('nonsense')).toBeUndefined()
  })
})

describe('text from a server', () => {
  it('loses control characters, hidden marks, markup and length before it is shown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), text => {
        const shown = clean(text)
        expect(shown.length).toBeLessThanOrEqual(160)
        expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\ufeff<]/)
      }),
    )
    expect(clean('\u001b[31mred\u001b[0m\nnext')).toBe('[31mred [0m next')
  })
})
