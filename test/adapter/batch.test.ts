import { describe, expect, it } from 'vitest'
import { batchIn } from '../../src/adapter/batch.ts'
import { prosePartly } from '../../src/adapter/prose.ts'
import { outcomeOf } from '../../src/graph/outcome.ts'
import { parseJson } from '../../src/json.ts'

describe('a call that did several things', () => {
  it.each([
    ['{"deleted_files":["a"],"failed_files":["b"],"total_deleted":1}', 'partly'],
    ['{"success":true,"errors":["row 3: is not a number"]}', 'partly'],
    ['[{"id":1,"success":true},{"id":2,"success":false,"error":"is locked"}]', 'partly'],
    ['{"results":[{"ok":true},{"ok":false}],"count":2}', 'partly'],
    ['{"data":{"a":{"id":1},"b":null},"errors":[{"message":"no b"}]}', 'partly'],
    [
      '{"completed":["x"],"failures":[{"item":"y","error":"409"}],"successCount":1,"failureCount":1}',
      'partly',
    ],
    ['{"deleted_files":[],"failed_files":["nope"],"total_deleted":0}', 'not at all'],
    ['[{"success":false,"error":"is locked"}]', 'not at all'],
    ['{"data":null,"errors":[{"message":"no b"}]}', 'not at all'],
  ])('%s went %s', (json, went) => {
    expect(batchIn(parseJson(json))?.went).toBe(went)
  })

  it.each([
    '{"success":true,"errors":[]}',
    '{"passed":["a"],"failed":["b"],"suite":"unit"}',
    '{"completed":[{"id":1}],"failed":[{"id":2,"failedReason":"x"}]}',
    '{"id":7,"name":"nightly","failed":["b"],"completed":["a"]}',
    '[{"name":"a"},{"name":"b","error":"x"}]',
    '[]',
    '{"failed":3,"completed":5}',
    '"text"',
    '{"data":{"a":1}}',
  ])('%s is a thing, no account of a call', json => {
    expect(batchIn(parseJson(json))).toBeUndefined()
  })

  it.each(['Completed with 2 errors', '3 files deleted, 1 failed', 'Partially completed: disk full'])(
    'says “%s” in words',
    line => {
      expect(prosePartly(`${line}\nmore`)).toBe(line)
    },
  )

  it.each(['12 passed, 2 failed', 'Completed with 0 errors', 'The partial view was created'])(
    'does not say “%s”',
    line => {
      expect(prosePartly(line)).toBeUndefined()
    },
  )

  it('is not looked for in what was only read', () => {
    const result = { content: [{ type: 'text', text: '{"deleted":["a"],"failed":["b"]}' }] }
    const asked = { args: {}, atoms: [], failure: [] }
    expect(outcomeOf({ result }, asked)).toMatchObject({ kind: 'partial', fingerprint: 'b' })
    expect(outcomeOf({ result }, { ...asked, reads: true })).toEqual({ kind: 'ok' })
  })
})
