import { describe, expect, it } from 'vitest'
import { failureOf } from '../../src/adapter/failure.ts'
import { featuresOf } from '../../src/adapter/features.ts'
import { loadAdapter } from '../../src/adapter/load.ts'
import { observationOf } from '../../src/adapter/read.ts'
import { bundledAdapter } from '../../src/adapter/ready-made.ts'
import { outcomeOf } from '../../src/graph/outcome.ts'
import type { JsonObject } from '../../src/json.ts'
import { answerOf, corpus, failure, text } from '../adapter/helpers/corpus.ts'

/** What an adapter makes of a server's answer: the state, or why there is none. */
function stateIn(name: string, resourceClass: string, id: readonly string[], answer: JsonObject): unknown {
  const rule = loadAdapter(bundledAdapter(name)!.path).resources.find(
    each => each.resourceClass === resourceClass,
  )!
  const seen = observationOf(rule, id, answer)
  return seen.kind === 'seen' ? Object.fromEntries(featuresOf(rule, seen.fields)) : seen.kind
}

describe('answers that real servers gave', () => {
  it.each([
    ['redis', 'key', ['k'], answerOf('redis-gongrzhe', 3), {}],
    ['redis', 'key', ['k'], answerOf('redis-gongrzhe', 1), 'absent'],
    [
      'redis',
      'key',
      ['alist'],
      { code: -32603, message: "Cannot read properties of undefined (reading 'map')" },
      'unread',
    ],
    ['ohno', 'task', ['task-nope'], answerOf('ohno', 3), 'absent'],
    [
      'ohno',
      'task',
      ['task-3534efd6'],
      answerOf('ohno', 18),
      { status: 'blocked', blocked: true, task_type: 'bug', needs_rework: 0 },
    ],
    ['ohno', 'epic', ['nope'], answerOf('ohno', 33), 'absent'],
    ['slack', 'channel', ['C1'], answerOf('k-slack-ref', 1), 'unread'],
    ['shrimp-task-manager', 'task', ['x'], answerOf('shrimp', 2), 'absent'],
    [
      'shrimp-task-manager',
      'task',
      ['x'],
      answerOf('shrimp', 15),
      { status: 'in_progress', has_dependencies: false },
    ],
    [
      'shrimp-task-manager',
      'task',
      ['x'],
      answerOf('shrimp', 9),
      { status: 'pending', has_dependencies: true },
    ],
    // told without an account or a network: that says nothing of the resource
    [
      'supabase',
      'project',
      ['p'],
      failure('{"error":{"name":"TypeError","message":"fetch failed"}}'),
      'unread',
    ],
    ['todoist', 'task', ['1'], failure('Failed to fetch task with id 123: fetch failed'), 'unread'],
    ['notion', 'page', ['1'], { code: -32603, message: 'getaddrinfo ENOTFOUND api.notion.com' }, 'unread'],
    [
      'notion',
      'page',
      ['1'],
      text('{"status":404,"object":"error","code":"object_not_found","message":"Could not find page"}'),
      'absent',
    ],
    [
      'notion',
      'page',
      ['1'],
      text('{"status":401,"object":"error","code":"unauthorized","message":"API token is invalid."}'),
      'unread',
    ],
    ['git', 'repository', ['/r'], failure('Error: Working directory does not exist: /r'), 'absent'],
    [
      'desktop-commander',
      'file',
      ['/a'],
      text('size: 3\nisDirectory: false\nisFile: true\npermissions: 644'),
      { isFile: true, isDirectory: false },
    ],
  ] as const)('%s: %s %j', (name, resourceClass, id, answer, state) => {
    expect(stateIn(name, resourceClass, id, answer as JsonObject)).toEqual(state)
  })
})

describe('every recorded call', () => {
  it.each([
    ['kazuph-taskmanager', 'kazuph-taskmanager', ['10', '23']],
    ['shrimp-task-manager', 'shrimp', ['31']],
    ['slack', 'k-slack-ref', []],
  ])(
    'of %s is told for a failure where it was one, and for no failure where it worked',
    (name, server, silent) => {
      const adapter = loadAdapter(bundledAdapter(name)!.path)
      const wrong = corpus(server).transcript.filter(({ n, expect: expected, request, result, error }) => {
        const asked = { args: request.arguments, atoms: [], failure: failureOf(adapter, request.name) }
        const { kind } = outcomeOf(error === undefined ? { result: result! } : { error }, asked)
        const failed = expected.startsWith('fail') && !silent.includes(String(n))
        return (kind === 'failure') !== failed
      })
      expect(wrong.map(each => [each.n, each.request.name, each.expect])).toEqual([])
    },
  )
})
