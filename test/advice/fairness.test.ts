import { describe, expect, it } from 'vitest'
import { decide } from '../../src/advice/decide.ts'
import { atomsOf } from '../../src/graph/atoms.ts'
import type { JsonObject } from '../../src/json.ts'
import { callOf, evidenceOf, type Lived, modelOf } from '../helpers/evidence.ts'

/** Scenes in which a valid call must not be refused, each found by somebody who tried. */
const edit = (id: string, before: JsonObject, args: JsonObject, error?: string): Lived => ({
  tool: 'edit',
  of: { doc: { id, before } },
  args,
  ...(error === undefined ? {} : { error }),
})
const decision = (lived: Lived[], next: Lived) => decide('block', modelOf(...lived), callOf(next)).kind

describe('a valid call is not refused', () => {
  it('for three wrong arguments on one resource', () => {
    const draft = { status: 'DRAFT' }
    const wrong = ['x', 'y', 'z'].map(text => edit('a', draft, { old: [text] }, 'no such text'))
    const worked = edit('b', { status: 'PUBLISHED' }, { old: ['q'] })
    expect(decision([worked, ...wrong], edit('a', draft, { old: ['right'] }))).not.toBe('refuse')
  })

  it('for an argument that was never seen to fail, after others of its kind did', () => {
    const label = (id: string, name: string, error?: string) => edit(id, {}, { label: name }, error)
    const failed = ['nope', 'nada', 'nix'].map((name, n) => label(`d${n}`, name, 'unknown label here'))
    expect(decision([label('a', 'bug'), ...failed], label('b', 'docs'))).not.toBe('refuse')
  })

  it('where all failures had another value of a feature, and with this one the tool has worked', () => {
    const call = (id: string, plan: string, mode: string, error?: string) =>
      edit(id, { plan }, { mode }, error)
    const lived = [
      call('a', 'free', 'basic'),
      call('b', 'pro', 'basic'),
      ...['c', 'd', 'e'].map(id => call(id, 'free', 'max', 'upgrade your plan first')),
    ]
    expect(decision(lived, call('f', 'pro', 'max'))).toBe('note')
    expect(decision(lived, call('g', 'free', 'max'))).toBe('refuse')
  })

  it('at a state that was never seen, because others than the good one failed', () => {
    const at = (id: string, status: string, error?: string) => edit(id, { status }, {}, error)
    const lived = [
      at('a', 'OPEN'),
      at('b', 'CLOSED', 'not now'),
      at('c', 'MERGED', 'not now'),
      at('d', 'LOCKED', 'not now'),
    ]
    expect(decision(lived, at('e', 'REOPENED'))).not.toBe('refuse')
    expect(decision(lived, at('f', 'MERGED'))).toBe('refuse')
  })

  it('for ever, for exactly the call that failed once: a hidden reason may be gone', () => {
    const failed = edit('a', { status: 'OPEN' }, { to: 1 }, 'warehouse closed')
    const laterBy = (minutes: number, ...lived: Lived[]) =>
      decide('block', modelOf(...lived), { ...callOf(failed), at: minutes * 60_000 }).kind
    expect(laterBy(9, failed)).toBe('refuse')
    expect(laterBy(11, failed)).toBe('note')
    expect(laterBy(39, failed, failed)).toBe('refuse')
    expect(laterBy(41, failed, failed)).toBe('note')
  })
})

describe('a call that will fail is still refused', () => {
  it('for a reason that the error names, though all failures were on one resource', () => {
    const missing = (text: string): Lived => ({
      ...edit('a', {}, { old: [text] }, 'ENOENT: no such document'),
      of: { doc: { id: 'a', before: null } },
    })
    const lived = [missing('x'), missing('y'), missing('z'), edit('b', {}, { old: ['q'] })]
    expect(decision(lived, missing('w'))).toBe('refuse')
  })

  it('for three resources in one state', () => {
    const closed = ['a', 'b', 'c'].map(id => edit(id, { status: 'CLOSED' }, {}, 'not now'))
    expect(
      decision([edit('o', { status: 'OPEN' }, {}), ...closed], edit('d', { status: 'CLOSED' }, {})),
    ).toBe('refuse')
  })
})

describe('what is kept of arguments', () => {
  it.each(['password', 'apiKey', 'api_key', 'access_token', 'clientSecret', 'PIN', 'authorization'])(
    'never holds the value of %s',
    name => {
      const { atoms } = atomsOf({
        roles: [],
        args: { [name]: 'hunterTwo', mode: 'fast' },
        idArguments: new Set(),
      })
      expect(atoms.join()).not.toContain('hunterTwo')
      expect(atoms).toContain(`args.${name} given`)
      expect(atoms).toContain('args.mode is fast')
    },
  )

  it('is not what an error echoes', () => {
    const { outcome } = evidenceOf({
      tool: 't',
      args: { note: 'SECRETVALUE', id: 'ab' },
      error: 'E: SECRETVALUE of ab is wrong',
    })
    expect(outcome).toMatchObject({ code: '', fingerprint: 'E: … of … is wrong' })
  })
})
