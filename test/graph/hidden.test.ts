import { describe, expect, it } from 'vitest'
import { asideOf } from '../../src/adapter/features.ts'
import { parseAdapter } from '../../src/adapter/load.ts'
import { atomsOf } from '../../src/graph/atoms.ts'
import type { Evidence } from '../../src/graph/evidence.ts'
import { explanationsOf } from '../../src/graph/explanation.ts'
import { contradictionsIn, splittersOf } from '../../src/graph/hidden.ts'
import { learn } from '../../src/graph/learn.ts'
import { emptyModel } from '../../src/graph/model.ts'
import { evidenceOf } from '../helpers/evidence.ts'

/** A call on a release of which only the status is a feature, and `locked` is read besides. */
const call = (tool: string, id: string, locked: boolean, error?: string): Evidence => {
  const told = { tool, of: { release: { id, before: { status: 'DRAFT' } } }, ...(error ? { error } : {}) }
  const features = [['status', 'DRAFT']] as const
  const { atoms } = atomsOf({
    roles: [
      {
        role: 'release',
        observation: { kind: 'seen', fields: {} },
        features,
        spoken: {},
        aside: [['locked', locked]],
      },
    ],
    args: {},
    idArguments: new Set(),
  })
  return { ...evidenceOf(told), atoms }
}
const lived = (...evidence: Evidence[]) => {
  const model = emptyModel('s')
  for (const each of evidence) learn(model, each)
  const found = contradictionsIn(model)
  return { model, found, splitters: splittersOf(found, evidence) }
}

describe('what decides and is not seen', () => {
  const mixed = [
    call('publish', 'a', false),
    call('publish', 'b', true, 'not now'),
    call('publish', 'c', false),
    call('publish', 'd', true, 'not now'),
  ]

  it('is named as a contradiction, with the field that tells the calls apart', () => {
    const { found, splitters } = lived(...mixed)
    expect(found).toEqual([
      {
        tool: 'publish',
        role: 'release',
        resourceClass: 'release',
        state: 'status=DRAFT',
        ok: 2,
        failed: 2,
        what: 'not now',
      },
    ])
    expect(splitters).toEqual([{ kind: 'field', field: 'locked', splits: 4, of: 4 }])
  })

  it('explains nothing as long as it is no feature', () => {
    const { model } = lived(...mixed)
    const tool = model.tools.get('publish')!
    expect([...tool.classes.values()].map(each => explanationsOf(tool, each))).toEqual([[]])
  })

  it('may be what was done to the resource last', () => {
    const { splitters } = lived(
      call('check', 'a', false),
      call('publish', 'a', false),
      call('edit', 'b', false),
      call('publish', 'b', false, 'not now'),
      call('check', 'c', false),
      call('publish', 'c', false),
      call('edit', 'd', false),
      call('publish', 'd', false, 'not now'),
    )
    expect(splitters).toEqual([{ kind: 'history', tool: 'edit', splits: 4, of: 4 }])
  })

  it('may not be there at all', () => {
    expect(lived(call('publish', 'a', true), call('publish', 'b', true, 'not now')).splitters).toEqual([
      undefined,
    ])
  })

  it('is looked for among the fields that have the shape of a feature and were not chosen', () => {
    const adapter = parseAdapter(
      '{"server_id": "s", "resource_class": "r", "observation_tool": "get", "id_param": "id", "features": ["status"], "ignore": ["noise"]}',
      'test',
    )
    const fields = { status: 'DRAFT', locked: true, noise: false, title: 'x', at: '2026-01-01' }
    expect(asideOf(adapter.resources[0]!, fields)).toEqual([['locked', true]])
  })
})
