import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runBenchmark } from '../../../src/lab/benchmark/benchmark.ts'
import { readLine } from '../../../src/lab/benchmark/line.ts'
import { measure } from '../../../src/lab/benchmark/measure.ts'
import { speaksOf } from '../../../src/lab/benchmark/names.ts'
import { pageOf } from '../../../src/lab/benchmark/page.ts'
import { replyOf } from '../../../src/lab/benchmark/reply.ts'
import type { Result, SourceResult } from '../../../src/lab/benchmark/result.ts'
import { spellLine } from '../../../src/lab/benchmark/spell-line.ts'
import { pairedDifference, share } from '../../../src/lab/benchmark/statistics.ts'
import { type Suite, suiteNamed, suites } from '../../../src/lab/benchmark/suites.ts'
import { categories, type Task } from '../../../src/lab/benchmark/task.ts'
import { tasksOf } from '../../../src/lab/benchmark/tasks.ts'
import { fulfils, stateIn } from '../../../src/lab/sims/eyes.ts'
import { planFor } from '../../../src/lab/sims/plan.ts'
import { createSim, type Sim } from '../../../src/lab/sims/sim.ts'
import { visible } from '../../../src/lab/sims/world.ts'

const whole = suiteNamed('stateful-v1') as Suite

describe('the tasks of stateful-v1', () => {
  const tasks = tasksOf(whole, 42)

  it('are two hundred, of every category as many as the suite says, those after the drift last', () => {
    expect(tasks.length).toBe(200)
    for (const each of categories)
      expect(tasks.filter(({ category }) => category === each).length).toBe(whole.tasks[each] * 2)
    expect(tasks.findIndex(({ category }) => category === 'drift')).toBe(180)
  })

  it('are the same for the same seed, and others for another', () => {
    const text = (all: readonly Task[]) => JSON.stringify(all)
    expect(text(tasksOf(whole, 42))).toBe(text(tasks))
    expect(text(tasksOf(whole, 43))).not.toBe(text(tasks))
  })

  it('can be done where they say so, and not where they do not; none is done already', () => {
    for (const { rules, world, target, companion, goal, reachable } of tasks) {
      const plan = planFor(rules, world, { target, companion, goal })
      expect(plan.kind).toBe(reachable ? 'way' : 'no way')
      const fields = world.resources[target]
      expect(fulfils(rules, goal, fields && visible(rules, fields))).toBe(false)
    }
  })

  it('are what their category says', () => {
    for (const task of tasks) {
      const { category, world, target, rules, start } = task
      const fields = world.resources[target] ?? {}
      const hidden = Object.entries(rules.hidden).some(
        ([name, value]) => name in fields && fields[name] !== value,
      )
      if (category === 'hidden state' || category === 'non-deterministic') expect(hidden).toBe(true)
      if (category === 'unreachable') expect(task.reachable).toBe(false)
      expect(world.drifted).toBe(category === 'drift')
      if (category === 'distractor')
        expect(world.resources).not.toHaveProperty([(start as { id: string }).id])
      if (category === 'stale snapshot') {
        const listed = { ...world, resources: world.before[0] ?? {} }
        expect(stateIn(rules, listed, target)).not.toBe(stateIn(rules, world, target))
      }
    }
  })
})

describe('a measurement', () => {
  const [task] = tasksOf(whole, 7).filter(
    ({ category, rules, world, target }) =>
      category === 'reachable' && rules.name === 'release_sim' && world.resources[target]?.status === 'DRAFT',
  )
  const sim = createSim((task as Task).rules, { seed: 7, fixtures: 0 })
  const bare = (to: Sim) => async (call: { tool: string; args: Task['goal'] }) =>
    replyOf({ ...to.call(call) })

  it('counts what reached the server and failed, and what never reached it', async () => {
    const raw = await measure(task as Task, 7, sim, bare)
    const wall = (to: Sim) => {
      const through = bare(to)
      return async (call: { tool: string; args: Task['goal'] }) =>
        call.tool === to.rules.readTool
          ? through(call)
          : { texts: ['mcpgraphy refused it: for no reason.'], isError: true }
    }
    const walled = await measure(task as Task, 7, sim, wall)
    expect(raw.refused).toBe(0)
    expect(raw.calls).toBe(raw.serverCalls)
    expect(walled.invalid).toBe(0)
    expect(walled.refused).toBe(walled.calls - 1)
    expect(walled.wronglyRefused).toBeGreaterThan(0)
    expect([walled.completed, walled.ending]).toEqual([false, 'unreachable'])
  })

  it('finds out a success that is none', async () => {
    const liar = (to: Sim) => async () => {
      const wanted = {
        status: 'PUBLISHED',
        tests_passed: true,
        id: (task as Task).target,
      }
      return { texts: [JSON.stringify(to.rules.name === '' ? {} : wanted)], isError: false }
    }
    const measured = await measure({ ...(task as Task), goal: { status: 'PUBLISHED' } }, 7, sim, liar)
    expect([measured.ending, measured.falseSuccess, measured.completed]).toEqual(['done', true, false])
  })
})

describe('a run', () => {
  const one = Object.fromEntries(categories.map(each => [each, 1])) as Suite['tasks']
  const small: Suite = {
    name: 'small',
    rules: suites[1]?.rules.slice(0, 1) ?? [],
    tasks: { ...one, reachable: 4 },
  }
  let first: Result

  it('gives the same bytes for the same seed', async () => {
    const told: number[] = []
    first = await runBenchmark(small, 3, (_source, done, all) => told.push(done / all))
    const again = await runBenchmark(small, 3, () => undefined)
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    expect(told.at(-1)).toBe(1)
  })

  it('has an oracle that is never wrong where it is asked in time, and sandboxes that cost no more than allowed', () => {
    const named = (name: string) => first.sources.find(each => each.name === name) as SourceResult
    const { by_category: oracle } = named('oracle')
    for (const each of ['reachable', 'unreachable', 'hidden state', 'non-deterministic', 'drift']) {
      expect([each, oracle[each]?.invalid]).toEqual([each, 0])
    }
    expect(oracle.reachable?.completed).toBe(1)
    for (const name of ['active', 'L*', 'KV', 'L#', 'RPNI']) {
      expect(named(name).sandbox_calls).toBeGreaterThan(0)
      expect(named(name).sandbox_calls).toBeLessThanOrEqual(150)
    }
    expect(named('passive').sandbox_calls).toBe(0)
    expect(named('passive').invalid).toBeLessThan(named('raw').invalid)
    expect(named('passive').held_out?.refusals.of).toBeGreaterThan(0)
  })

  it('is shown as a page without script, in which nothing of a name is markup', () => {
    const page = pageOf({ ...first, suite: '<script>alert(1)</script>' })
    expect(page).not.toContain('<script')
    expect(page.split('<svg').length - 1).toBe(4)
    for (const { name } of first.sources) expect(page).toContain(name.replace('#', '#'))
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })
})

describe('a line of guidance', () => {
  it('is read as the proxy spells it', () => {
    expect(
      readLine(
        'mcpgraphy [status=DRAFT, tests_passed=false] ok: run_tests -> tests_passed becomes true; move_file (as source); 2 more | unsure: a | no: archive_release; publish_release | to tests_passed=true: run_tests, b (needs approval)',
      ),
    ).toEqual({
      state: 'status=DRAFT, tests_passed=false',
      ok: [
        { move: 'run_tests', effect: 'tests_passed becomes true' },
        { move: 'move_file', effect: '' },
      ],
      unsure: ['a'],
      no: ['archive_release', 'publish_release'],
      routes: [{ to: 'tests_passed=true', moves: ['run_tests', 'b'] }],
    })
    expect(readLine('mcpgraphy note: something else')).toBeUndefined()
  })

  it('is read as it was spelt', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}_[a-z]{1,8}$/)
    fc.assert(
      fc.property(
        fc.array(name),
        fc.array(name, { minLength: 1 }),
        fc.array(name, { minLength: 1 }),
        (ok, no, moves) => {
          const line = readLine(
            spellLine({ state: 'a=1', ok, no, routes: [{ to: 'b=2', moves: moves.join(', ') }] }) ?? '',
          )
          expect(line?.ok.map(({ move }) => move)).toEqual(ok)
          expect(line?.no).toEqual(no)
          expect(line?.routes).toEqual([{ to: 'b=2', moves }])
        },
      ),
      { numRuns: 50 },
    )
  })

  it('knows which tools speak of a goal by their names alone', () => {
    expect(speaksOf('publish_release', { status: 'PUBLISHED' })).toBe(true)
    expect(speaksOf('run_tests', { tests_passed: true })).toBe(true)
    expect(speaksOf('reopen_ticket', { status: 'OPEN' })).toBe(true)
    expect(speaksOf('edit_release', { status: 'PUBLISHED' })).toBe(false)
  })
})

describe('an interval', () => {
  it('of a difference holds the difference, and is nothing where nothing differs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 5, maxLength: 60 }),
        fc.nat(99),
        (pairs, seed) => {
          const found = pairedDifference(
            pairs.map(([a]) => a),
            pairs.map(([, b]) => b),
            seed,
          )
          expect(found.low).toBeLessThanOrEqual(found.value)
          expect(found.high).toBeGreaterThanOrEqual(found.value)
        },
      ),
      { numRuns: 10 },
    )
    expect(pairedDifference([1, 2, 3], [1, 2, 3], 1)).toEqual({ value: 0, low: 0, high: 0 })
  })

  it('of a share is that of Wilson', () => {
    // Brown, Cai and DasGupta 2001: 0 of n does not give nothing
    expect(share(0, 10)).toMatchObject({ value: 0, low: 0, high: 0.2775 })
    expect(share(8, 10)).toMatchObject({ value: 0.8, low: 0.4902, high: 0.9433 })
  })
})
