import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectationOf } from '../../src/graph/expectation.ts'
import { explanationsOf, inWords } from '../../src/graph/explanation.ts'
import { graphAsJson } from '../../src/graph/export.ts'
import { learn } from '../../src/graph/learn.ts'
import { emptyModel, type Model } from '../../src/graph/model.ts'
import { bar } from '../../src/graph/rule.ts'
import { restored, snapshotOf } from '../../src/graph/snapshot.ts'
import { absent, stateOf } from '../../src/graph/state.ts'
import { evidenceOf, type Lived, modelOf } from '../helpers/evidence.ts'

const file = { isFile: true }
const missing = (id: string): Lived => ({
  tool: 'edit_file',
  of: { file: { id, before: null } },
  args: { edits: [id] },
  error: `ENOENT: no such file or directory, open '${id}'`,
})
const wrongText = (id: string, oldText: string): Lived => ({
  tool: 'edit_file',
  of: { file: { id, before: file } },
  args: { edits: [{ oldText }] },
  error: `Could not find exact match for edit:\n${oldText}`,
})
const worked = (id: string, oldText = 'a'): Lived => ({
  tool: 'edit_file',
  of: { file: { id, before: file } },
  args: { edits: [{ oldText }] },
})
const here = stateOf([['isFile', true]])
const edit = (model: Model, state = here) => expectationOf(model.tools.get('edit_file'), 'file', state)
const why = (model: Model, tool: string) =>
  [...(model.tools.get(tool)?.classes.values() ?? [])].map(each =>
    explanationsOf(model.tools.get(tool)!, each).map(inWords),
  )

describe('statuses', () => {
  it('a tool that was never tried is unknown', () => {
    expect(edit(emptyModel('s'))).toMatchObject({ status: 'UNKNOWN', expects: 'nothing' })
  })

  it('a tool that worked from a state is observed to be supported there', () => {
    expect(edit(modelOf(worked('a')))).toMatchObject({ status: 'OBSERVED_SUPPORTED', expects: 'ok' })
  })

  it('a tool that failed from a state for a reason that the error names is observed to fail there', () => {
    expect(edit(modelOf(missing('a')), absent)).toMatchObject({
      status: 'OBSERVED_SUPPORTED',
      expects: 'failure',
    })
    expect(edit(modelOf(missing('a')))).toMatchObject({ status: 'UNKNOWN' })
  })

  it('both outcomes from one state for the same request are a contradiction', () => {
    const publish = (id: string, error?: string): Lived => ({
      tool: 'publish',
      of: { release: { id, before: { status: 'DRAFT' } } },
      ...(error === undefined ? {} : { error }),
    })
    const model = modelOf(publish('a'), publish('b', 'ERR_STATE: cannot publish'))
    expect(expectationOf(model.tools.get('publish'), 'release', 'status=DRAFT')).toMatchObject({
      status: 'CONTRADICTED',
      expects: 'either',
    })
  })

  it('a guard that holds makes a state conditional, never observed', () => {
    const reopen = (id: string, flag: boolean): Lived => ({
      tool: 'reopen',
      of: { issue: { id, before: { status: 'CLOSED', flag } } },
    })
    const model = modelOf(reopen('a', true), reopen('b', false))
    const state = stateOf([
      ['flag', null],
      ['status', 'CLOSED'],
    ])
    expect(expectationOf(model.tools.get('reopen'), 'issue', state)).toMatchObject({
      status: 'CONDITIONAL',
      expects: 'ok',
    })
    expect(expectationOf(model.tools.get('reopen'), 'issue', 'status=OPEN')).toMatchObject({
      status: 'UNKNOWN',
    })
  })
})

describe('what teaches nothing', () => {
  it('a wrong oldText never makes an existing file look uneditable', () => {
    expect(edit(modelOf(wrongText('a', 'x')))).toMatchObject({ status: 'UNKNOWN', expects: 'nothing' })
    expect(edit(modelOf(wrongText('a', 'x'), wrongText('a', 'y'), wrongText('a', 'z')))).toMatchObject({
      expects: 'nothing',
    })
  })

  it('three wrong texts on one file and a success on another leave no explanation', () => {
    const model = modelOf(wrongText('a', 'x'), wrongText('a', 'y'), wrongText('a', 'z'), worked('b'))
    expect(why(model, 'edit_file')).toEqual([[]])
    expect(edit(model)).toMatchObject({ status: 'OBSERVED_SUPPORTED', expects: 'ok' })
  })

  it.each([
    ['a denied path', 'Access denied - path outside allowed directories: /etc/passwd not in /srv', 'access'],
    ['a rate limit', '429 Too Many Requests', 'transient'],
    ['a time-out', 'Request timed out after 30 s', 'transient'],
    [
      'a violated schema',
      'MCP error -32602: Input validation error: Invalid arguments for tool edit_file',
      'arguments',
    ],
    ['an unknown tool', 'Unknown tool: edit_fil', 'protocol'],
  ])('%s is counted and teaches no state', (_what, error, kind) => {
    const model = modelOf({ tool: 'edit_file', of: { file: { id: 'a', before: file } }, error })
    expect(edit(model)).toMatchObject({ status: 'UNKNOWN' })
    expect(model.tools.get('edit_file')).toMatchObject({ ok: 0, failed: 0, other: new Map([[kind, 1]]) })
  })

  it('calls that overlapped, and calls whose effect nobody knows, are counted only', () => {
    const model = modelOf(
      { ...missing('a'), overlapped: true },
      { ...worked('b'), outcome: { kind: 'unknown', why: 'server-gone' } },
    )
    expect(model.version).toBe(2)
    expect(edit(model)).toMatchObject({ status: 'UNKNOWN' })
    expect(edit(model, absent)).toMatchObject({ status: 'UNKNOWN' })
  })
})

describe('explanations', () => {
  it('are what all failures of one sort share and no success has', () => {
    const model = modelOf(missing('a'), worked('b'), missing('c'))
    expect(why(model, 'edit_file')).toEqual([['file.exists is false']])
  })

  it('keep failures of different sorts apart', () => {
    const model = modelOf(missing('a'), wrongText('b', 'x'), missing('c'), worked('b'))
    expect(why(model, 'edit_file')).toEqual([['file.exists is false'], []])
  })

  it('find “not the one value that all successes have”', () => {
    const publish = (status: string, error?: string): Lived => ({
      tool: 'publish',
      of: { release: { id: status, before: { status } } },
      ...(error === undefined ? {} : { error }),
    })
    const model = modelOf(publish('DRAFT'), publish('PUBLISHED', 'not now'), publish('ARCHIVED', 'not now'))
    expect(why(model, 'publish')).toEqual([['release.status is not DRAFT']])
  })

  it('find a threshold in the gap between failures and successes', () => {
    const pay = (amount: number, error?: string): Lived => ({
      tool: 'pay',
      args: { amount },
      ...(error === undefined ? {} : { error }),
    })
    const model = modelOf(pay(5), pay(40), pay(90, 'too much'), pay(120, 'too much'))
    expect(why(model, 'pay')).toEqual([['args.amount is at least 90']])
  })

  it('find how an argument stands to what was read', () => {
    const label = (tag: string, error?: string): Lived => ({
      tool: 'add_label',
      of: { issue: { id: tag, before: { labels: ['bug', 'ui'] } } },
      args: { tag },
      ...(error === undefined ? {} : { error }),
    })
    const model = modelOf(
      label('new'),
      label('old'),
      label('bug', 'already there'),
      label('ui', 'already there'),
    )
    expect(why(model, 'add_label')).toEqual([['args.tag in issue.labels']])
  })

  it('never name an identity: an aspect with many values explains nothing', () => {
    const calls = Array.from({ length: 40 }, (_, n): Lived => {
      const owner = `person-${String.fromCharCode(97 + (n % 26))}${n < 26 ? '' : 'x'}`
      return { tool: 'assign', of: { issue: { id: `${n}`, before: { owner } } } }
    })
    const failed: Lived = {
      tool: 'assign',
      of: { issue: { id: 'x', before: { owner: 'nobody' } } },
      error: 'cannot',
    }
    expect(why(modelOf(...calls, failed), 'assign')).toEqual([[]])
  })

  it('die with one success', () => {
    const before = modelOf(missing('a'), missing('b'), missing('c'), worked('d'))
    expect(edit(before, absent)).toMatchObject({ expects: 'failure' })
    const { error: _, ...succeeded } = missing('e')
    const after = modelOf(missing('a'), missing('b'), missing('c'), worked('d'), succeeded)
    expect(why(after, 'edit_file')).toEqual([[]])
    expect(edit(after, absent).expects).not.toBe('failure')
  })
})

describe('drift', () => {
  it('a changed schema marks what was learned before for retest, and a new observation takes the mark off', () => {
    const old = [worked('a')]
    expect(edit(modelOf(...old, { ...worked('z'), tool: 'other' }))).toMatchObject({ retest: false })
    const changed = modelOf(...old, { ...missing('x'), schema: 's2' })
    expect(edit(changed)).toMatchObject({ status: 'CONDITIONAL', retest: true })
    const again = modelOf(...old, { ...missing('x'), schema: 's2' }, { ...worked('b'), schema: 's2' })
    expect(edit(again)).toMatchObject({ status: 'OBSERVED_SUPPORTED', retest: false })
  })
})

/** Calls over a small world, so that states, requests and failures meet often. */
const lived = fc.array(
  fc.record({
    tool: fc.constantFrom('edit', 'move', 'publish'),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    before: fc.constantFrom(
      null,
      { status: 'DRAFT', ok: true },
      { status: 'DRAFT', ok: false },
      { status: 'DONE', ok: true },
    ),
    after: fc.constantFrom(null, { status: 'DRAFT', ok: true }, { status: 'DONE', ok: true }),
    force: fc.constantFrom(undefined, true, false),
    error: fc.constantFrom(
      undefined,
      'ENOENT: no such thing',
      'Only DRAFT can do this',
      'not now',
      '429 Too Many Requests',
    ),
  }),
  { maxLength: 40 },
)

const told = (
  list: readonly {
    tool: string
    id: string
    before: Lived['args'] | null
    after: Lived['args'] | null
    force: boolean | undefined
    error: string | undefined
  }[],
): Lived[] =>
  list.map(({ tool, id, before, after, force, error }) => ({
    tool,
    of: {
      thing: { id, before: before ?? null, after: error === undefined ? (after ?? null) : (before ?? null) },
    },
    args: force === undefined ? {} : { force },
    ...(error === undefined ? {} : { error }),
  }))

describe('invariants', () => {
  it('nothing lifts UNKNOWN without evidence', () => {
    fc.assert(
      fc.property(lived, fc.constantFrom(absent, 'ok=true, status=DRAFT', 'status=NEVER'), (list, state) => {
        const model = modelOf(...told(list))
        expect(expectationOf(model.tools.get('never_called'), 'thing', state).status).toBe('UNKNOWN')
        for (const tool of model.tools.values()) {
          const { status, edge } = expectationOf(tool, 'thing', state)
          if (status === 'OBSERVED_SUPPORTED' || status === 'CONTRADICTED')
            expect((edge?.ok ?? 0) + (edge?.failed.size ?? 0)).toBeGreaterThan(0)
          if (status === 'CONDITIONAL') expect(tool.ok + tool.failed).toBeGreaterThan(0)
        }
      }),
    )
  })

  it('statuses do not depend on the order of independent evidence', () => {
    fc.assert(
      fc.property(
        lived.chain(list =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          const sorted = (model: Model) => JSON.stringify(graphAsJson(model), sortedKeys)
          expect(normal(sorted(modelOf(...told(shuffled))))).toEqual(normal(sorted(modelOf(...told(list)))))
        },
      ),
    )
  })

  it('a model rebuilt from its evidence is the model that grew, also through a snapshot in the middle', () => {
    fc.assert(
      fc.property(lived, fc.nat(40), (list, cut) => {
        const evidence = told(list).map(evidenceOf)
        const grown = emptyModel('test')
        let resumed = emptyModel('test')
        evidence.forEach((each, index) => {
          learn(grown, each)
          learn(resumed, each)
          if (index === cut) resumed = restored(snapshotOf(resumed))!
        })
        expect(resumed).toEqual(grown)
      }),
    )
  })

  it('an explanation holds in every failure of its class and in no success of its tool', () => {
    fc.assert(
      fc.property(lived, list => {
        const calls = told(list)
        const model = modelOf(...calls)
        for (const [name, tool] of model.tools) {
          const all = calls.filter(each => each.tool === name).map(evidenceOf)
          for (const known of tool.classes.values()) {
            for (const explanation of explanationsOf(tool, known)) {
              if (explanation.kind !== 'atom') continue
              for (const each of all) {
                if (each.outcome.kind === 'ok') expect(each.atoms).not.toContain(explanation.atom)
                if (each.outcome.kind === 'failure' && each.outcome.fingerprint === known.fingerprint)
                  expect(each.atoms).toContain(explanation.atom)
              }
            }
          }
        }
      }),
    )
  })

  it('a state from which a tool never failed is never expected to fail for its being observed', () => {
    fc.assert(
      fc.property(lived, list => {
        const calls = told(list)
        const model = modelOf(...calls)
        for (const tool of model.tools.values()) {
          for (const edge of tool.edges.values()) {
            if (edge.ok > 0) expect(expectationOf(tool, edge.role, edge.state).expects).not.toBe('failure')
          }
        }
      }),
    )
  })

  it('a refusal’s bar is three failures and one success, as the documents say', () => {
    expect(bar).toEqual({ failures: 3, successes: 1, failuresToTell: 2, chance: 0.05 })
  })
})

function sortedKeys(_key: string, value: unknown): unknown {
  if (Array.isArray(value)) return [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function normal(text: string): unknown {
  return JSON.parse(text)
}
