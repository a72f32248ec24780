import { describe, expect, it } from 'vitest'
import { parseAdapter } from '../../src/adapter/load.ts'
import { spokenOf } from '../../src/adapter/spoken.ts'
import type { JsonObject } from '../../src/json.ts'

const ruleOf = (more: JsonObject) => {
  const form = { server_id: 's', resource_class: 'doc', observation_tool: 'get', id_param: 'id' }
  const [rule] = parseAdapter(JSON.stringify({ ...form, ...more }), 'test').resources
  return rule!
}
const fields = {
  id: 7,
  number: 12,
  title: 'A plan',
  status: 'OPEN',
  size: 512,
  file_size: 512,
  permissions: 644,
  updated_at: 1700000003,
  seats: 1_700_000_003,
  balance: 80,
  priority: 2,
  labels: ['bug'],
  owners: { ann: 1 },
}

describe('the fields that a condition may speak of', () => {
  it('are those that say how a thing stands: no ids, names, sizes or times', () => {
    expect(Object.keys(spokenOf(ruleOf({}), fields))).toEqual([
      'status',
      'balance',
      'priority',
      'labels',
      'owners',
    ])
  })

  it('are the named features where there are some, and what an argument may be in', () => {
    expect(Object.keys(spokenOf(ruleOf({ features: ['status'] }), fields))).toEqual([
      'status',
      'labels',
      'owners',
    ])
  })
})
