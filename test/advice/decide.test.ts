import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../src/advice/decide.ts'
import { findingInWords } from '../../src/advice/words.ts'
import { emptyModel } from '../../src/graph/model.ts'
import { callOf, type Lived, modelOf } from '../helpers/evidence.ts'

const file = { isFile: true }
const missing = (id: string): Lived => ({
  tool: 'edit_file',
  of: { file: { id, before: null } },
  args: { edits: [id] },
  error: `ENOENT: no such file or directory, open '${id}'`,
})
const wrong = (id: string, oldText: string): Lived => ({
  tool: 'edit_file',
  of: { file: { id, before: file } },
  args: { edits: [{ oldText }] },
  error: 'Could not find exact match for edit',
})
const worked = (id: string): Lived => ({
  tool: 'edit_file',
  of: { file: { id, before: file } },
  args: { edits: ['y'] },
})

describe('block', () => {
  it('refuses exactly the call that failed before, and says from where', () => {
    const decision = decide('block', modelOf(missing('a')), callOf(missing('a')))
    expect(decision).toMatchObject({ kind: 'refuse', finding: { rule: 'repeat' } })
    expect(decision.kind === 'refuse' && findingInWords(decision.finding)).toBe(
      'observed to fail from state [exists=false] (1 observation): ENOENT: no such file or directory, open …; exactly this call failed before',
    )
  })

  it('warns of a second missing file and refuses once three failed and one edit worked elsewhere', () => {
    expect(decide('block', modelOf(missing('a')), callOf(missing('b')))).toMatchObject({
      kind: 'note',
      finding: { rule: 'named' },
    })
    expect(
      decide('block', modelOf(missing('a'), missing('b'), missing('c')), callOf(missing('d'))).kind,
    ).toBe('note')
    const decision = decide(
      'block',
      modelOf(missing('a'), missing('b'), missing('c'), worked('w')),
      callOf(missing('d')),
    )
    expect(decision).toMatchObject({ kind: 'refuse', finding: { rule: 'class', failures: 3, successes: 1 } })
    expect(decision.kind === 'refuse' && findingInWords(decision.finding)).toContain(
      'observed to fail from state [exists=false] (3 observations): ENOENT',
    )
  })

  it('holds nothing against an existing file for a wrong text', () => {
    expect(decide('block', modelOf(wrong('a', 'x')), callOf(worked('a')))).toEqual({ kind: 'forward' })
    const model = modelOf(wrong('a', 'x'), wrong('a', 'y'), wrong('a', 'z'), worked('b'))
    expect(decide('block', model, callOf(worked('a')))).toEqual({ kind: 'forward' })
    expect(decide('block', model, callOf(wrong('a', 'w')))).toEqual({ kind: 'forward' })
  })

  it('never refuses a tool that only reads', () => {
    const model = modelOf(missing('a'), missing('b'), missing('c'), worked('w'))
    expect(decide('block', model, callOf(missing('a'), { effect: 'READ_ONLY' })).kind).toBe('note')
  })

  it('does not refuse a repeat of which no resource could be read', () => {
    const bare: Lived = { tool: 'run', args: { x: 1 }, error: 'not now' }
    expect(decide('block', modelOf(bare), callOf(bare)).kind).toBe('note')
  })

  it('holds what needs an approval, and refuses first what is known to fail', () => {
    const gated = { authorization: 'required' as const }
    expect(decide('block', emptyModel('s'), callOf(worked('a'), gated))).toEqual({ kind: 'hold' })
    expect(decide('block', modelOf(missing('a')), callOf(missing('a'), gated)).kind).toBe('refuse')
    expect(decide('block', emptyModel('s'), callOf(worked('a'), { authorization: 'approved' }))).toEqual({
      kind: 'forward',
    })
  })

  it('only warns of what was learned under another schema of the tool', () => {
    const model = modelOf(missing('a'), missing('b'), missing('c'), worked('w'), {
      ...worked('v'),
      schema: 's2',
    })
    expect(decide('block', model, { ...callOf(missing('d')), schema: 's2' }).kind).toBe('note')
    expect(decide('block', model, { ...callOf(missing('a')), schema: 's2' }).kind).toBe('note')
  })

  it('only warns after a retest was asked for, until the failure is seen again', () => {
    const asked: Lived = { tool: 'edit_file', outcome: { kind: 'unknown', why: 'retest' } }
    const known = [missing('a'), missing('b'), missing('c'), worked('w')]
    expect(decide('block', modelOf(...known), callOf(missing('d'))).kind).toBe('refuse')
    expect(decide('block', modelOf(...known, asked), callOf(missing('d'))).kind).toBe('note')
    expect(decide('block', modelOf(...known, asked), callOf(missing('a'))).kind).toBe('note')
    expect(decide('block', modelOf(...known, asked, missing('e')), callOf(missing('d'))).kind).toBe('refuse')
  })

  it('only warns at the very first call under another schema', () => {
    const model = modelOf(missing('a'), missing('b'), missing('c'), worked('w'))
    expect(decide('block', model, { ...callOf(missing('d')), schema: 's2' }).kind).toBe('note')
    expect(decide('block', model, { ...callOf(missing('d')), schema: '' }).kind).toBe('refuse')
  })

  it('lets one success end a refusal', () => {
    const { error: _, ...succeeded } = missing('e')
    const model = modelOf(missing('a'), missing('b'), missing('c'), worked('w'), succeeded)
    expect(decide('block', model, callOf(missing('d')))).toEqual({ kind: 'forward' })
  })
})

describe('the other modes', () => {
  const model = modelOf(missing('a'), missing('b'), missing('c'), worked('w'))

  it('warn notes what block refuses, and forwards what block holds', () => {
    expect(decide('warn', model, callOf(missing('a'))).kind).toBe('note')
    expect(decide('warn', model, callOf(worked('x'), { authorization: 'required' }))).toEqual({
      kind: 'forward',
    })
  })

  it('observe and pass forward everything', () => {
    for (const mode of ['observe', 'pass'] as const)
      expect(decide(mode, model, callOf(missing('a')))).toEqual({ kind: 'forward' })
  })

  it('no mode but block ever keeps a call from the server', () => {
    fc.assert(
      fc.property(fc.constantFrom('pass', 'observe', 'warn'), fc.constantFrom('a', 'd', 'w'), (mode, id) => {
        expect(['forward', 'note']).toContain(decide(mode as 'warn', model, callOf(missing(id))).kind)
      }),
    )
  })
})

describe('a mixed state', () => {
  it('is noted, never refused', () => {
    const publish = (id: string, error?: string): Lived => ({
      tool: 'publish',
      of: { release: { id, before: { status: 'DRAFT' } } },
      ...(error === undefined ? {} : { error }),
    })
    const model = modelOf(
      publish('a'),
      publish('b', 'ERR_STATE: no'),
      publish('c', 'ERR_STATE: no'),
      publish('d', 'ERR_STATE: no'),
    )
    const decision = decide('block', model, callOf(publish('e')))
    expect(decision).toMatchObject({ kind: 'note', finding: { rule: 'mixed' } })
    expect(decision.kind === 'note' && findingInWords(decision.finding)).toBe(
      'observed to work and to fail from state [status=DRAFT] (failed 3 times): ERR_STATE: no; something that cannot be seen decides',
    )
  })
})
