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

describe('the kind of a failure', () => {
  const kind = (message: string, args: JsonObject = {}) => {
    const outcome = outcomeOf({ error: { code: 1, message } }, { args, atoms: [], failure: [] })
    return outcome.kind === 'failure' ? outcome.failure : outcome.kind
  }

  it.each([
    ['Only DRAFT can be published', 'state'],
    ['payment method not found', 'state'],
    ['Transition not allowed from state CLOSED', 'state'],
    ['No such branch: main', 'state'],
    ['Deleting completed tasks is not allowed.', 'state'],
    ['Task could not be found. Please list the tasks and try again.', 'state'],
    ['temporary file does not exist', 'state'],
    ['Method not found', 'protocol'],
    ['MCP error -32602: Tool nope not found', 'protocol'],
    [
      'MCP error -32602: Input validation error: Invalid arguments for tool echo: expected string',
      'arguments',
    ],
    ['Missing parameter: fileName', 'arguments'],
    ['Must be a finite positive integer.', 'arguments'],
    ['[{"code":"too_big","message":"Number must be less than or equal to 100"}]', 'arguments'],
    ['Access denied - path outside allowed directories: /x not in /y', 'access'],
    ['Request failed with status code 403', 'access'],
    ['Request timed out after 5000 ms', 'transient'],
    ['Rate limit exceeded, try again later', 'transient'],
    ['connect ECONNREFUSED 127.0.0.1:80', 'transient'],
  ])('“%s” is about %s', (message, expected) => {
    expect(kind(message)).toBe(expected)
  })

  it('is not told by the call’s own values, nor by what the server quotes or names by path', () => {
    expect(kind('no file called forbidden timed out', { name: 'forbidden timed out' })).toBe('state')
    expect(kind("ENOENT: no such file or directory, open '/srv/access denied/rate limit.txt'")).toBe('state')
    expect(kind('cannot close "Too Many Requests"')).toBe('state')
  })
})

describe('the words of a failure', () => {
  const words = (text: string) => {
    const outcome = judge({ isError: true, content: [{ type: 'text', text }] })
    return outcome.kind === 'failure' ? outcome.fingerprint : ''
  }

  it.each([
    ['{"name":"NotFoundError","error":"Resource not found: zz"}', 'Resource not found: zz'],
    ['{"error":"[{\\"code\\":\\"invalid_type\\",\\"message\\":\\"Required\\"}]"}', 'invalid_type: Required'],
    ['[{"code":"too_big","message":"Number must be small"}]', 'too_big: Number must be small'],
    ['{"error":{"code":"conflict","message":"Already closed"}}', 'Already closed'],
    ['Error: plain words', 'plain words'],
  ])('in %s are “%s”', (text, expected) => {
    expect(words(text)).toBe(expected)
  })
})
