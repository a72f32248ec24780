import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { progressBar } from '../../src/cli/backtest-words.ts'
import { backtest } from '../../src/lab/backtest.ts'
import { exactRule, type Lived, shippedRule } from '../../src/lab/replay.ts'
import { livedFrom } from '../../src/lab/trace.ts'
import { readTrace } from '../../src/lab/trace-file.ts'
import { run } from '../cli/run.ts'
import { playground } from '../helpers/host.ts'

const traces = join(import.meta.dirname, '../fixtures/traces')
const test = (calls: Lived[], rule = () => shippedRule('x'), freshPerStream = false) =>
  backtest(calls, { rule, freshPerStream, clock: () => 0 })

describe('the calls of real models', () => {
  // held as they are: a change of the learner that catches less or refuses wrongly is seen here
  it.each([
    [
      'airline-with-flights',
      { calls: 1164, failing: 73, caught: 47, wrongly_refused: 0, warned_failing: 14, warned_valid: 6 },
    ],
    [
      'retail',
      { calls: 1669, failing: 59, caught: 16, wrongly_refused: 0, warned_failing: 6, warned_valid: 6 },
    ],
  ])('%s: what is stopped, and nothing valid refused', async (name, expected) => {
    expect(test(await readTrace(join(traces, `${name}.jsonl.gz`)), undefined, true)).toMatchObject(expected)
  })

  it('are judged worse by the rule of the exact state', async () => {
    const { caught, wrongly_refused } = test(
      await readTrace(join(traces, 'airline-with-flights.jsonl.gz')),
      exactRule,
      true,
    )
    expect({ caught, wrongly_refused }).toEqual({ caught: 44, wrongly_refused: 1 })
  })
})

describe('a backtest', () => {
  const line = (id: number, err: string | null, status = 'DRAFT', stream = 's') =>
    livedFrom(
      JSON.stringify({
        stream,
        tool: 'publish',
        args: { id: `r-${id}` },
        before: { 'release.status': status },
        after: null,
        err,
      }),
      1,
      'trace',
    )

  it('foresees each call before it learns it', () => {
    const same = [line(1, 'not now'), line(1, 'not now'), line(1, 'not now')]
    expect(test(same)).toMatchObject({ calls: 3, failing: 3, caught: 2 })
  })

  it('lists each valid call that would have been refused, with the rule', () => {
    const calls = [line(9, null, 'NEW'), line(1, 'no'), line(2, 'no'), line(3, 'no'), line(4, null)]
    const { wrong, wrongly_refused, by_rule } = test(calls)
    expect(wrongly_refused).toBe(1)
    expect(wrong).toEqual([
      {
        call: 5,
        tool: 'publish',
        resources: [expect.stringMatching(/^release:/)],
        rule: 'class',
        because: 'release.status is DRAFT',
      },
    ])
    expect(by_rule.class).toEqual({ caught: 0, wrongly_refused: 1 })
  })

  it('counts each kind of failure the same, and leaves out the tool that failed most often', () => {
    const calls = [line(1, 'not now'), line(1, 'not now'), line(1, 'not now'), line(2, 'broken')]
    const other = livedFrom(
      '{"tool": "archive", "args": {}, "before": {"release.exists": true}, "err": "gone"}',
      5,
      't',
    )
    const { class_average, without_most_frequent, by_class } = test([...calls, other])
    expect(by_class['publish: not now']).toEqual({ failing: 3, caught: 2, warned: 0 })
    expect(class_average).toEqual({ classes: 3, caught: 0.222, warned: 0 })
    expect(without_most_frequent).toMatchObject({ tool: 'publish', failing: 1, caught: 0 })
    expect(test(calls).without_most_frequent).toBeNull()
  })

  it('shows how far it is', () => {
    expect(progressBar(4000, 10_000)).toBe('[########            ]  40 % of 10,000 calls')
    expect(progressBar(9, 0)).toBe('[####################] 100 % of 0 calls')
  })

  it('begins anew with each stream where that is wanted', () => {
    const calls = [line(1, 'no', 'DRAFT', 'a'), line(1, 'no', 'DRAFT', 'b')]
    expect(test(calls).caught).toBe(1)
    expect(test(calls, undefined, true).caught).toBe(0)
  })

  it('never counts a reading tool as refusable', () => {
    const read = (n: number) =>
      livedFrom(
        JSON.stringify({
          tool: 'get',
          effect: 'READ_ONLY',
          args: { n: 1 },
          before: { 'a.exists': false },
          err: 'not found',
        }),
        n,
        't',
      )
    expect(test([read(1), read(2), read(3)])).toMatchObject({ caught: 0, warned_failing: 2 })
  })
})

describe('mcpgraphy backtest', () => {
  it('prints what a person decides by, and the same as JSON', async () => {
    const trace = join(traces, 'airline-with-flights.jsonl.gz')
    const words = await run(await playground(), 'backtest', '--trace', trace)
    expect(words.code).toBe(0)
    expect(words.out).toContain(
      'block would have stopped 47 of the 73 that failed, and refused 0 of the 1091 that worked.',
    )
    expect(words.out).toMatch(/^By these calls block would have been right every time\.\n/)
    expect(words.out).toContain(
      '  because exactly this call had failed before: 14 that failed, 0 that worked\n',
    )
    expect(words.out).toMatch(
      /Each of the 10 kinds of failure counted the same: \d+ % stopped, \d+ % warned of\./,
    )
    expect(words.out).toMatch(/Without \w+, which failed most often: \d+ of \d+ stopped, 0 wrongly refused\./)
    const facts = JSON.parse((await run(await playground(), 'backtest', '--trace', trace, '--json')).out)
    expect(Object.keys(facts)).toEqual([
      'calls',
      'failing',
      'valid',
      'caught',
      'wrongly_refused',
      'warned_failing',
      'warned_valid',
      'by_rule',
      'by_tool',
      'by_class',
      'class_average',
      'without_most_frequent',
      'wrong',
      'decision_us',
    ])
  })

  it.each([
    ['{"tool": 1}', 'line 1: it is not an object with a "tool"'],
    ['{"tool": "a"}\nnonsense', 'line 2'],
  ])('says where a trace is wrong: %s', async (text, said) => {
    const folder = await playground()
    await writeFile(join(folder, 'trace.jsonl'), text)
    const { code, err } = await run(folder, 'backtest', '--trace', 'trace.jsonl')
    expect(code).toBe(1)
    expect(err).toContain(said)
  })

  it('says that a trace is not there', async () => {
    const { code, err } = await run(await playground(), 'backtest', '--trace', 'none.jsonl')
    expect([code, err]).toEqual([1, expect.stringContaining('The trace cannot be read')])
  })
})
