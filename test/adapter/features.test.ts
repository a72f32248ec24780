import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featuresOf } from '../../src/adapter/features.ts'
import { observationOf } from '../../src/adapter/read.ts'
import { answerOf, filesystem, rule, text } from './helpers/corpus.ts'

describe('features that are found', () => {
  it('are booleans, short words, null and emptiness, sorted by name', () => {
    expect(
      found({ status: 'DRAFT', paid: false, closed_at: null, blockers: [], tags: ['a'], note: '' }),
    ).toEqual([
      ['blockers', 'empty'],
      ['closed_at', null],
      ['note', 'empty'],
      ['paid', false],
      ['status', 'DRAFT'],
      ['tags', 'not empty'],
    ])
  })

  it('are never timestamps, ids, sizes, hashes or free text', () => {
    const noise = {
      created_at: '2026-11-30T08:17:53.630Z',
      date: 'Mon Nov 30 2026',
      id: 'task',
      taskId: 'alpha',
      number: 12,
      size: 4096,
      ratio: 0.5,
      commit: 'a3f9c2e1',
      sha: 'deadbeef',
      uuid: 'd896567b-d41e-4788-84d9-de6a22fca5d8',
      ref: 'task-41823',
      title: 'Refactor',
      body: 'Fix the bug in the parser',
      url: 'https://example.org/a',
      assignee: 'ann',
      summary: 'x'.repeat(200),
    }
    expect(found(noise)).toEqual([])
  })

  it('reach one level into objects, where a status has a name', () => {
    expect(found({ status: { name: 'In Progress', id: 3 }, owner: { name: 'Ann', active: true } })).toEqual([
      ['owner.active', true],
      ['status.name', 'In Progress'],
    ])
  })

  it('leave out what is ignored, with all that lies in it', () => {
    const fields = { status: 'open', flags: { a: true, b: false }, c: true }
    expect(featuresOf(rule({ ignore: ['flags', 'status'] }), fields)).toEqual([['c', true]])
  })

  it('are the isFile and isDirectory of the filesystem server, whether it names them or not', () => {
    const seen = observationOf(filesystem.resources[0]!, ['/a'], answerOf('filesystem', 3))
    if (seen.kind !== 'seen') throw new Error('not seen')
    const both = [
      ['isDirectory', false],
      ['isFile', true],
    ]
    expect(featuresOf(filesystem.resources[0]!, seen.fields)).toEqual(both)
    expect(featuresOf(rule({ observation_format: 'kv_text' }), seen.fields)).toEqual(both)
  })

  it('are all that patterns capture', () => {
    const task = rule({ patterns: { status: 'Status: (\\w+)', title: '^# (.*)$' } })
    const seen = observationOf(task, ['1'], text('# A long title here\nStatus: open'))
    expect(featuresOf(task, seen.kind === 'seen' ? seen.fields : {})).toEqual([
      ['status', 'open'],
      ['title', 'A long title here'],
    ])
  })

  it('do not depend on the order of the fields', () => {
    const fields = fc.dictionary(
      fc.string(),
      fc.oneof(fc.boolean(), fc.string(), fc.constant(null), fc.double()),
    )
    fc.assert(
      fc.property(fields, each => {
        const turned = Object.fromEntries(Object.entries(each).reverse())
        expect(featuresOf(rule(), turned as never)).toEqual(featuresOf(rule(), each as never))
      }),
    )
  })
})

describe('features that are named', () => {
  it('are values at dotted paths, and claims about fields', () => {
    const named = rule({
      features: [
        'task.status',
        { name: 'blocked', path: 'blockers', test: 'nonempty' },
        { name: 'open_end', path: 'closed_at', test: 'null' },
        { name: 'urgent', path: 'priority', test: 'equals', value: 'P1' },
        { name: 'done', path: 'task.status', test: 'matches', value: '^(done|closed)$' },
        { name: 'all_done', path: 'finished', test: 'same_as', value: 'total' },
        { name: 'has_plan', path: 'plan', test: 'present' },
      ],
    })
    const fields = {
      task: { status: 'closed' },
      blockers: ['x'],
      closed_at: null,
      priority: 'P2',
      finished: 3,
      total: 3,
    }
    expect(Object.fromEntries(featuresOf(named, fields))).toEqual({
      'task.status': 'closed',
      blocked: true,
      open_end: true,
      urgent: false,
      done: true,
      all_done: true,
      has_plan: false,
    })
  })

  it('say nothing of a field that is not there', () => {
    expect(featuresOf(rule({ features: ['status', 'paid'] }), { paid: 3 })).toEqual([['paid', 3]])
  })
})

function found(fields: object) {
  return featuresOf(rule(), fields as never)
}
