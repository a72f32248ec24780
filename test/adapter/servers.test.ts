import { describe, expect, it } from 'vitest'
import { featuresOf } from '../../src/adapter/features.ts'
import { observationOf, readingOf } from '../../src/adapter/read.ts'
import { rolesOf } from '../../src/adapter/roles.ts'
import { adapter, answerOf, corpus } from './helpers/corpus.ts'

/** Adapters for servers of the corpus, as a person would write them. */
const memory = adapter({
  resource_class: 'entity',
  observation_tool: 'open_nodes',
  id_param: 'names',
  id_param_aliases: [
    'entityNames',
    'entities[*].name',
    'observations[*].entityName',
    'deletions[*].entityName',
  ],
  observation_args: { names: [`\${id}`] },
  find: { in: 'entities', key: 'name' },
  missing: [{ empty: true }],
  features: ['entityType', { name: 'has_observations', path: 'observations', test: 'nonempty' }],
  tools: {
    create_relations: { roles: { 'relations[*].from': 'entity', 'relations[*].to': 'entity' } },
  },
})
const kazuph = adapter({
  resources: [
    {
      resource_class: 'task',
      observation_tool: 'open_task_details',
      id_param: 'taskId',
      features: ['task.done', 'task.approved', 'completed'],
    },
    {
      resource_class: 'request',
      observation_tool: 'list_requests',
      id_param: 'requestId',
      observation_args: {},
      find: { in: 'requests', key: 'requestId' },
      missing: [{ empty: true }],
      features: [{ name: 'all_done', path: 'completedTasks', test: 'same_as', value: 'totalTasks' }],
    },
  ],
  failure: [{ json: 'status', matches: '^(error|task_not_found|already_done|already_approved)$' }],
})
const ohno = adapter({ resource_class: 'task', observation_tool: 'get_task', id_param: 'task_id' })
const bank = adapter({
  resource_class: 'file',
  observation_tool: 'memory_bank_read',
  id_params: ['projectName', 'fileName'],
  observation_format: 'exists',
})

describe('the memory server, whose ids all stand in lists', () => {
  it('is asked for one name, and its entity found in the answer', () => {
    const [entity] = memory.resources
    expect(readingOf(entity!, ['Ann']).arguments).toEqual({ names: ['Ann'] })
    expect(state(memory, ['Ann'], answerOf('memory', 6))).toEqual({
      entityType: 'person',
      has_observations: true,
    })
    expect(state(memory, ['Ann'], answerOf('memory', 2))).toBe('absent')
    expect(state(memory, ['Nope'], answerOf('memory', 15))).toBe('absent')
    expect(state(memory, ['Ann'], answerOf('memory', 23))).toBe('unread')
  })

  it('names entities in nested lists, and both ends of a relation', () => {
    const call = (n: number) => corpus('memory').transcript.find(each => each.n === n)!.request
    const refs = (n: number) =>
      rolesOf(memory, call(n).name, call(n).arguments).map(each => `${each.role} ${each.ref}`)
    expect(refs(10)).toEqual(['entity entity:Bob', 'entity entity:Ann'])
    expect(refs(7)).toEqual(['entity entity:Ann'])
    expect(refs(11)).toEqual(['from entity:Ann', 'to entity:Bob'])
  })
})

describe('a task manager that tells every failure as a success', () => {
  it('shows a task with the state of its request, and a missing one as absent', () => {
    const before = { completed: false, 'task.approved': false, 'task.done': false }
    expect(state(kazuph, ['task-1'], answerOf('kazuph-taskmanager', 4))).toEqual(before)
    expect(state(kazuph, ['task-1'], answerOf('kazuph-taskmanager', 11))).toEqual({
      ...before,
      'task.done': true,
    })
    expect(state(kazuph, ['task-99'], answerOf('kazuph-taskmanager', 5))).toBe('absent')
  })

  it('has requests in a list only, of which two counts that agree are the state', () => {
    expect(state(kazuph, ['req-1'], answerOf('kazuph-taskmanager', 29), 1)).toEqual({ all_done: true })
    expect(state(kazuph, ['req-1'], answerOf('kazuph-taskmanager', 1), 1)).toBe('absent')
  })
})

describe('the ohno server, of whose tasks nobody named a feature', () => {
  it('shows status, type and what is null, and nothing that tells one task from another', () => {
    const found = state(ohno, ['task-3534efd6'], answerOf('ohno', 9))
    expect(found).toMatchObject({ status: 'todo', task_type: 'bug', blockers: null })
    for (const noise of ['id', 'title', 'created_at', 'updated_at', 'story_id', 'progress_percent']) {
      expect(found).not.toHaveProperty(noise)
    }
    expect(state(ohno, ['task-nope'], answerOf('ohno', 3))).toBe('absent')
  })
})

describe('the memory bank, whose reading tool gives a content', () => {
  it('tells that a file is there, that it is not, and that a path was refused', () => {
    expect(state(bank, ['proj', 'a.md'], answerOf('memory-bank', 7))).toEqual({})
    expect(state(bank, ['proj', 'zz.md'], answerOf('memory-bank', 10))).toBe('absent')
    expect(state(bank, ['proj', '../../etc/passwd'], answerOf('memory-bank', 14))).toBe('unread')
  })
})

function state(of: typeof memory, id: string[], answer: ReturnType<typeof answerOf>, block = 0) {
  const rule = of.resources[block]!
  const seen = observationOf(rule, id, answer)
  return seen.kind === 'seen' ? Object.fromEntries(featuresOf(rule, seen.fields)) : seen.kind
}
