import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../src/graph/outcome.ts'
import type { JsonObject } from '../../src/json.ts'

const judge = (result: JsonObject) => outcomeOf({ result }, { args: {}, atoms: [], failure: [] })
const text = (text: string, more: JsonObject = {}): JsonObject => ({
  content: [{ type: 'text', text }],
  ...more,
})

describe('a failure', () => {
  it.each<[string, JsonObject]>([
    ['isError', text('no such file', { isError: true })],
    ['success:false', text('{"success":false,"error":"no"}')],
    ['ok:false', text('{"ok":false,"error":"channel_not_found"}')],
    ['only an error', text('{"error":"Task not found: task-x"}')],
    ['a status of 404', text('{"status":404,"object":"error","code":"object_not_found","message":"gone"}')],
    ['a status of error', text('{"status":"error","message":"Task not done yet."}')],
    ['a status that ends in not_found', text('{"status":"task_not_found","message":"no"}')],
    ['structured content', { content: [], structuredContent: { success: false, message: 'no' } }],
    [
      'a batch in which nothing succeeded',
      text('{"completed":[],"failures":[{"item":"1","error":"409"}],"successCount":0,"failureCount":1}'),
    ],
  ])('is told by %s', (_how, result) => {
    expect(judge(result).kind).toBe('failure')
  })

  it('is told by a JSON-RPC error', () => {
    const outcome = outcomeOf(
      { error: { code: -32603, message: 'Not Found' } },
      { args: {}, atoms: [], failure: [] },
    )
    expect(outcome).toMatchObject({ kind: 'failure', failure: 'state', code: '-32603' })
  })

  it.each<[string, JsonObject]>([
    ['a job that failed and was read', text('{"id":7,"status":"failed","error":"exit 1"}')],
    ['a task whose status is error', text('{"id":"t1","title":"x","status":"error"}')],
    ['an envelope that brings data', text('{"success":true,"data":{"a":1}}')],
    ['plain text', text('error handling was improved')],
    ['success with an empty error', text('{"success":true,"error":null}')],
  ])('is not told by %s', (_what, result) => {
    expect(judge(result)).toEqual({ kind: 'ok' })
  })

  it('names the atoms that its own words speak of', () => {
    const atoms = ['file.exists is false', 'release.status is ARCHIVED', 'release.tests_passed is false']
    const named = (message: string) => {
      const outcome = outcomeOf({ error: { code: 1, message } }, { args: {}, atoms, failure: [] })
      return outcome.kind === 'failure' ? outcome.names : []
    }
    expect(named('ENOENT: no such file')).toEqual(['file.exists is false'])
    expect(named('the release is ARCHIVED')).toEqual(['release.status is ARCHIVED'])
    expect(named('status does not allow it')).toEqual(['release.status is ARCHIVED'])
    expect(named('tests have not passed')).toEqual(['release.tests_passed is false'])
    expect(named('cannot do that now')).toEqual([])
  })
})

describe('a result that is not there yet', () => {
  it.each<[string, JsonObject]>([
    ['a question back', { resultType: 'input_required', inputRequests: {} }],
    ['a task', { resultType: 'task', task: { taskId: 't' } }],
  ])('%s is no outcome', (_what, result) => {
    expect(judge(result)).toEqual({ kind: 'unknown', why: 'deferred' })
  })
})
