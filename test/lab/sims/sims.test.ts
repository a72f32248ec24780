import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAdapter } from '../../../src/adapter/load.ts'
import { outcomeOf } from '../../../src/graph/outcome.ts'
import type { JsonObject } from '../../../src/json.ts'
import { argsOf, type SimCall } from '../../../src/lab/sims/judge.ts'
import type { SimRules } from '../../../src/lab/sims/rules.ts'
import { createSim } from '../../../src/lab/sims/sim.ts'
import { simNamed, sims } from '../../../src/lab/sims/sims.ts'

const fixtures = 6

/** Calls as an agent would make them: ids that exist and that do not, values that fit and that do not. */
function callsOf(rules: SimRules, seed: number): fc.Arbitrary<SimCall> {
  const sim = createSim(rules, { seed, fixtures })
  const ids = [...Object.keys(sim.world().resources), 'nothing', '__proto__']
  const names = [rules.readTool, rules.listTool, ...Object.keys(rules.tools)]
  return fc.constantFrom(...names).chain(tool => {
    const args = Object.entries(argsOf(rules, tool) ?? {}).map(([name, rule]) => {
      if ('names' in rule) return [name, fc.constantFrom(...ids)] as const
      if ('text' in rule) return [name, fc.constantFrom(...rule.text)] as const
      return [name, fc.constantFrom(...('number' in rule ? rule.number : [1, 2, 3]))] as const
    })
    return fc.record(Object.fromEntries(args)).map(given => ({ tool, args: given as JsonObject }))
  })
}

const lives = (rules: SimRules) =>
  fc
    .nat({ max: 50 })
    .chain(seed =>
      fc.tuple(fc.constant(seed), fc.array(callsOf(rules, seed), { maxLength: 30 }), fc.boolean()),
    )

describe.each(sims.map(rules => [rules.name, rules] as const))('%s', (_name, rules) => {
  it('does what the oracle said, and a call that fails changes nothing', () => {
    fc.assert(
      fc.property(lives(rules), ([seed, calls, drifts]) => {
        const sim = createSim(rules, { seed, fixtures })
        if (drifts) sim.drift()
        for (const call of calls) {
          const verdict = sim.judge(call)
          const { resources } = sim.world()
          const outcome = outcomeOf(sim.call(call), { args: call.args, atoms: [], failure: [] })
          expect(outcome.kind).toBe(verdict.kind === 'ok' ? 'ok' : 'failure')
          if (verdict.kind !== 'ok') expect(sim.world().resources).toBe(resources)
          // what fails by rule is about the state, and our own reading of errors takes it for that
          if (verdict.kind === 'fails')
            expect(outcome).toMatchObject({ failure: 'state', code: verdict.why.code })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('gives the same bytes for the same seed, and begins anew when it is reset', () => {
    fc.assert(
      fc.property(lives(rules), ([seed, calls]) => {
        const sim = createSim(rules, { seed, fixtures })
        const once = JSON.stringify(calls.map(call => sim.call(call)))
        sim.reset()
        expect(JSON.stringify(calls.map(call => sim.call(call)))).toBe(once)
        const other = createSim(rules, { seed, fixtures })
        expect(JSON.stringify(calls.map(call => other.call(call)))).toBe(once)
      }),
      { numRuns: 30 },
    )
  })

  it('shows nobody its hidden part', () => {
    fc.assert(
      fc.property(lives(rules), ([seed, calls]) => {
        const sim = createSim(rules, { seed, fixtures })
        const said = JSON.stringify(calls.map(call => sim.call(call)))
        for (const name of Object.keys(rules.hidden)) expect(said).not.toContain(name)
      }),
      { numRuns: 30 },
    )
  })

  it('has an adapter that is right, and every way to fail can happen', () => {
    expect(parseAdapter(JSON.stringify(rules.adapter), rules.name).serverId).toBe(rules.name)
    const failed = new Set<string>()
    for (const drifts of [false, true]) {
      for (let seed = 0; seed < 40; seed++) {
        const sim = createSim(rules, { seed, fixtures })
        if (drifts) sim.drift()
        for (const call of fc.sample(callsOf(rules, seed), { numRuns: 120, seed })) {
          const verdict = sim.judge(call)
          if (verdict.kind === 'fails') failed.add(`${drifts} ${call.tool} ${verdict.why.code}`)
          sim.call(call)
        }
      }
    }
    const all = Object.entries(rules.tools).flatMap(([tool, { fails }]) => [
      ...fails.map(each => `false ${tool} ${each.code}`),
      ...(rules.drift[tool] ?? []).map(each => `true ${tool} ${each.code}`),
    ])
    expect(all.filter(each => !failed.has(each))).toEqual([])
  })
})

describe('a simulator', () => {
  const release = simNamed('release_sim') as SimRules
  const call = (tool: string, id?: string) => ({
    tool,
    args: (id === undefined ? {} : { release_id: id }) as JsonObject,
  })
  const text = (answer: object) => JSON.stringify(answer)

  it('has a list that lags three changes behind', () => {
    const sim = createSim(release, { seed: 0, fixtures: 3 })
    const statusIn = () =>
      /demo-0-3[^}]*?tests_passed\\":(\w+)/.exec(text(sim.call(call('list_releases'))))?.[1]
    sim.call(call('run_tests', 'demo-0-3'))
    expect(statusIn()).toBe('false')
    sim.call(call('sync_version', 'demo-0-2'))
    sim.call(call('publish_release', 'demo-0-2'))
    expect(statusIn()).toBe('false')
    sim.call(call('archive_release', 'demo-0-1'))
    expect(statusIn()).toBe('true')
  })

  it('fails for what nobody can see, in the words of a failure like any other', () => {
    const sim = createSim(release, { seed: 0, fixtures: 3 })
    expect(sim.call(call('publish_release', 'demo-0-2'))).toEqual({
      result: {
        content: [{ type: 'text', text: 'ERR_STATE: Release demo-0-2 cannot be published' }],
        isError: true,
      },
    })
    sim.call(call('sync_version', 'demo-0-2'))
    expect(text(sim.call(call('publish_release', 'demo-0-2')))).toContain('PUBLISHED')
  })

  it('has other rules once it has drifted', () => {
    const sim = createSim(release, { seed: 0, fixtures: 3 })
    expect(sim.judge(call('archive_release', 'demo-0-3')).kind).toBe('fails')
    sim.drift()
    expect(sim.judge(call('archive_release', 'demo-0-3')).kind).toBe('ok')
  })

  it('says of a call that is malformed what is wrong with it', () => {
    const sim = createSim(release, { seed: 0, fixtures: 3 })
    const error = (answer: object) => (answer as { error: { message: string } }).error.message
    expect(error(sim.call(call('constructor')))).toBe('Unknown tool: constructor')
    expect(error(sim.call(call('run_tests')))).toContain('"release_id" is missing')
    expect(error(sim.call({ tool: 'run_tests', args: { release_id: 'x', force: true } }))).toContain(
      '"force" is not known',
    )
  })
})
