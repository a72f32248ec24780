import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReadingOf, observationOf, readingOf } from '../../src/adapter/read.ts'
import { answerOf, failure, filesystem, rule, text } from './helpers/corpus.ts'

const file = filesystem.resources[0]!
const part = (name: string) => `\${${name}}`

describe('a reading of the filesystem server', () => {
  it('sees the fields in its text, although structured content repeats that text', () => {
    expect(observationOf(file, ['/srv/fs/a.txt'], answerOf('filesystem', 3))).toMatchObject({
      kind: 'seen',
      fields: { isFile: true, isDirectory: false, size: 12, permissions: 644 },
    })
  })

  it('finds a missing file absent', () => {
    expect(observationOf(file, ['/srv/fs/none.txt'], answerOf('filesystem', 4))).toEqual({ kind: 'absent' })
  })

  it('never takes a path outside the allowed folders for a missing file', () => {
    const denied = answerOf('filesystem', 23)
    expect(observationOf(file, ['/etc/passwd'], denied)).toEqual({
      kind: 'unread',
      why: 'get_file_info failed: Access denied - path outside allowed directories: /etc/passwd not in /srv/fs',
    })
  })
})

describe('a reading in JSON', () => {
  it('is found in the text by itself', () => {
    expect(observationOf(rule(), ['1'], text('{"status":"open"}'))).toEqual({
      kind: 'seen',
      fields: { status: 'open' },
    })
    expect(observationOf(rule(), ['1'], text('Here it is:\n```json\n{"status":"open"}\n```'))).toMatchObject({
      fields: { status: 'open' },
    })
  })

  it('is found in a result that is written into the text of a result', () => {
    const inner = JSON.stringify(text('{"status":"open"}'))
    expect(observationOf(rule(), ['1'], text(inner))).toMatchObject({ fields: { status: 'open' } })
  })

  it('takes the part at the root', () => {
    const task = rule({ observation_root: 'task', missing: [{ json: 'status', matches: 'not_found' }] })
    expect(observationOf(task, ['task-1'], text('{"status":"task_details","task":{"done":false}}'))).toEqual({
      kind: 'seen',
      fields: { done: false },
    })
    expect(observationOf(task, ['task-9'], text('{"status":"task_not_found","message":"no"}'))).toEqual({
      kind: 'absent',
    })
    expect(observationOf(task, ['task-1'], text('{"other":1}'))).toMatchObject({
      kind: 'unread',
      why: 'the result has nothing at "task"',
    })
  })

  it('is unread where the text is prose', () => {
    expect(observationOf(rule(), ['1'], text('It is open.'))).toEqual({
      kind: 'unread',
      why: 'the result holds no JSON',
    })
  })

  it('reads a failed thing as a success, since the failure is the thing’s own', () => {
    const job = text('{"id":7,"status":"failed","error":"exit 1","stages":[]}')
    expect(observationOf(rule(), ['7'], job)).toMatchObject({ kind: 'seen' })
  })
})

describe('a list to find in', () => {
  const channel = { find: { in: 'channels', key: 'id' }, observation_args: { limit: 200 } }
  const list = text('{"channels":[{"id":"C1","archived":false},{"id":2,"archived":true}]}')

  it('gives the item with the id, whether the list spells it as text or as number', () => {
    expect(observationOf(rule(channel), ['C1'], list)).toEqual({
      kind: 'seen',
      fields: { id: 'C1', archived: false },
    })
    expect(observationOf(rule(channel), ['2'], list)).toMatchObject({ fields: { archived: true } })
  })

  it('says absent only where a missing rule says that not found is absent', () => {
    expect(observationOf(rule({ ...channel, missing: [{ empty: true }] }), ['C9'], list)).toEqual({
      kind: 'absent',
    })
    expect(observationOf(rule(channel), ['C9'], list)).toMatchObject({ kind: 'unread' })
  })

  it('does not take a failed listing for an absent item', () => {
    const empties = rule({ ...channel, missing: [{ empty: true }] })
    expect(observationOf(empties, ['C1'], failure('boom'))).toMatchObject({ kind: 'unread' })
    expect(observationOf(empties, ['C1'], text('{"ok":false,"error":"rate_limited"}'))).toMatchObject({
      kind: 'unread',
    })
  })
})

describe('a reading in prose', () => {
  const task = rule({
    patterns: { status: '\\*\\*Status:\\*\\*\\s*(\\w+)', has_dependencies: '\\*\\*Dependencies:\\*\\*' },
    missing: [{ text: '找不到ID|could not be found' }],
  })

  it('gives what the patterns capture, and whether those without a group match', () => {
    expect(observationOf(task, ['d8'], answerOf('shrimp', 8))).toEqual({
      kind: 'seen',
      fields: { status: 'pending', has_dependencies: false },
    })
    expect(observationOf(task, ['c9'], answerOf('shrimp', 9))).toMatchObject({
      fields: { has_dependencies: true },
    })
  })

  it('finds absence in any language', () => {
    expect(observationOf(task, ['x'], answerOf('shrimp', 2))).toEqual({ kind: 'absent' })
  })

  it('is unread where no pattern captures anything', () => {
    expect(observationOf(task, ['x'], text('Welcome!'))).toMatchObject({ kind: 'unread' })
  })
})

describe('absence', () => {
  it('is found in the usual words of a failure where the adapter has no rule, as the flat form needs', () => {
    for (const words of [
      'ENOENT: no such file',
      'Order 12 not found',
      'The entity does not exist',
      'HTTP 404',
    ]) {
      expect(observationOf(rule(), ['1'], failure(words)), words).toEqual({ kind: 'absent' })
    }
    expect(observationOf(rule(), ['1'], text('{"error":"Task not found: 1"}'))).toEqual({ kind: 'absent' })
    expect(observationOf(rule(), ['1'], { code: -32600, message: 'Note "a.md" not found in vault' })).toEqual(
      {
        kind: 'absent',
      },
    )
  })

  it('is never found where something else is missing, or where the failure is of another sort', () => {
    const others = [
      'MCP error -32602: Tool get_thing not found',
      'API token not found',
      'Access denied',
      'timeout',
    ]
    for (const words of others)
      expect(observationOf(rule(), ['1'], failure(words)), words).toMatchObject({ kind: 'unread' })
  })

  it('is never found in a thing that only speaks of something missing', () => {
    const page = rule({ missing: [{ text: 'not found' }] })
    expect(observationOf(page, ['1'], text('{"title":"Page not found","open":true}'))).toMatchObject({
      kind: 'seen',
    })
    const note = rule({ observation_format: 'exists', missing: [{ text: 'ENOENT' }] })
    expect(observationOf(note, ['1'], text(`# Errors\n${'word '.repeat(100)}ENOENT`))).toEqual({
      kind: 'seen',
      fields: {},
    })
  })
})

it('a failure that no missing rule knows is unread, whatever it says', () => {
  const strict = rule({ missing: [{ text: '^GONE$' }] })
  fc.assert(
    fc.property(fc.string(), words => {
      fc.pre(!/^GONE$/im.test(words))
      expect(observationOf(strict, ['1'], failure(words)).kind).toBe('unread')
    }),
  )
})

it('any answer gives one of the three observations and never throws', () => {
  const rules = [
    rule(),
    file,
    rule({ find: { in: 'a', key: 'id' } }),
    rule({ patterns: { a: '(b)' } }),
    rule({ observation_format: 'exists' }),
  ]
  const answer = fc.dictionary(
    fc.constantFrom('content', 'structuredContent', 'isError', 'code', 'message', 'a'),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(answer, fc.constantFrom(...rules), (result, each) => {
      expect(['seen', 'absent', 'unread']).toContain(observationOf(each, ['1'], result as never).kind)
    }),
  )
})

describe('the call that reads', () => {
  it('gives every id parameter where there is no template', () => {
    expect(readingOf(file, ['/a'])).toEqual({ tool: 'get_file_info', arguments: { path: '/a' } })
  })

  it('fills a template with parts and keeps its constants', () => {
    const node = rule({
      observation_args: { names: [part('id')], all: true, where: { q: `name:${part('id')}` } },
    })
    expect(readingOf(node, ['Ann']).arguments).toEqual({
      names: ['Ann'],
      all: true,
      where: { q: 'name:Ann' },
    })
  })

  it('spells numbers as numbers where the schema wants them and the text is one exactly', () => {
    const issue = rule({ id_params: ['owner', 'number'] })
    const schema = { properties: { owner: { type: 'string' }, number: { type: 'integer' } } }
    expect(readingOf(issue, ['7', '12'], schema).arguments).toEqual({ owner: '7', number: 12 })
    expect(readingOf(issue, ['7', '012'], schema).arguments).toEqual({ owner: '7', number: '012' })
  })

  it('is recognised again, with the id that it reads', () => {
    const parts = fc.array(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 2 })
    const issue = rule({
      id_params: ['owner', 'number'],
      observation_args: { q: [part('owner')], n: part('id'), all: true },
    })
    fc.assert(
      fc.property(parts, id => {
        const reading = readingOf(issue, id)
        expect(isReadingOf(issue, reading.tool, reading.arguments)).toEqual(id)
      }),
    )
  })

  it('is not another tool, nor the same one with more arguments', () => {
    expect(isReadingOf(file, 'read_file', { path: '/a' })).toBeUndefined()
    expect(isReadingOf(file, 'get_file_info', { path: '/a', deep: true })).toBeUndefined()
    expect(isReadingOf(file, 'get_file_info', {})).toBeUndefined()
  })
})
