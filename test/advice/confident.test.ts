import { describe, expect, it } from 'vitest'
import { decide } from '../../src/advice/decide.ts'
import { explain, explainedInWords } from '../../src/advice/explain.ts'
import { findingInWords } from '../../src/advice/words.ts'
import { callOf, type Lived, modelOf } from '../helpers/evidence.ts'

const act = (tool: string, id: string, status: string, error?: string): Lived => ({
  tool,
  of: { order: { id, before: { status } } },
  ...(error === undefined ? {} : { error }),
})
const words = (...lived: Lived[]) =>
  explainedInWords(explain(modelOf(...lived), 'ship', 'order', 'status=CLOSED')).join('\n')
const closed = ['a', 'b', 'c'].map(id => act('ship', id, 'CLOSED', 'not now'))

describe('explain', () => {
  it('says both sentences: what holds by logic, and what was measured', () => {
    const told = words(act('ship', 'o', 'OPEN'), ...closed)
    expect(told).toContain('By logic: if what decides is visible')
    expect(told).toContain('By measure: No call that this server’s rules would refuse was made all the same')
    const more = ['d', 'e', 'f', 'g'].map(id => act('ship', id, 'CLOSED', 'not now'))
    expect(words(act('ship', 'o', 'OPEN'), ...closed, ...more)).toContain(
      'Of 4 calls that this server’s rules would have refused and that were made all the same, 4 failed and 0 worked: refusals are wrong in 0.0 % to 68 % of cases',
    )
  })

  it('counts a wrong prediction against itself', () => {
    const model = modelOf(act('ship', 'o', 'OPEN'), ...closed, act('ship', 'z', 'CLOSED'))
    expect(model.foreseen).toEqual({ failed: 0, worked: 1 })
    expect(explain(model, 'ship', 'order', null).measured.wrong.low).toBeGreaterThan(0.02)
  })

  it('says what would settle it', () => {
    expect(words(...closed)).toContain('What would settle it: One call that works')
    expect(words(act('ship', 'o', 'OPEN'), closed[0]!)).toContain(
      'What would settle it: 2 more failures of another resource',
    )
    expect(words(act('ship', 'o', 'OPEN'), ...closed)).toContain(
      'What would settle it: One success while it holds',
    )
    expect(words(act('ship', 'o', 'CLOSED'), ...closed)).toContain(
      'What would settle it: A field that shows what decides',
    )
  })
})

describe('what other tools failed of', () => {
  const error = 'ERR_STATE: order is CLOSED'
  const others = [act('pack', 'a', 'CLOSED', error), act('label', 'b', 'CLOSED', error)]

  it('is a warning for one that is hardly known, and never a refusal', () => {
    const decision = decide('block', modelOf(...others), callOf(act('ship', 'c', 'CLOSED')))
    expect(decision).toMatchObject({ kind: 'note', finding: { rule: 'transfer', refuses: false } })
    expect(decision.kind === 'note' && findingInWords(decision.finding)).toBe(
      'not tried enough to know, but other tools failed whenever order.status is CLOSED (2 observations): ERR_STATE: order is CLOSED',
    )
  })

  it.each([
    ['of one other tool only', others.slice(0, 1), {}],
    ['for a tool that reads', others, { effect: 'READ_ONLY' as const }],
    ['for one that has worked so', [...others, act('ship', 'd', 'CLOSED')], {}],
    ['for one that is well known', [...others, ...'vwxyz'.split('').map(id => act('ship', id, 'OPEN'))], {}],
  ])('is not said %s', (_what, lived, more) => {
    expect(decide('block', modelOf(...lived), callOf(act('ship', 'c', 'CLOSED'), more)).kind).toBe('forward')
  })
})

describe('the error’s own words', () => {
  it('ask for a value that the call has not: one failure is enough to warn, whatever it has instead', () => {
    const lived = [act('test', 'n', 'DRAFT'), act('publish', 'a', 'CLOSED', 'Only a draft can be published')]
    const decision = decide('block', modelOf(...lived), callOf(act('publish', 'b', 'LOST')))
    expect(decision).toMatchObject({ kind: 'note', finding: { rule: 'named' } })
    expect(decision.kind === 'note' && findingInWords(decision.finding)).toContain(
      'order.status is not DRAFT',
    )
    expect(decide('block', modelOf(...lived), callOf(act('publish', 'c', 'DRAFT'))).kind).toBe('forward')
    const refuted = [...lived, act('publish', 'd', 'NEW')]
    expect(decide('block', modelOf(...refuted), callOf(act('publish', 'b', 'LOST'))).kind).toBe('forward')
  })
})
