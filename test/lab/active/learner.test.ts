import { describe, expect, it } from 'vitest'
import { parseAdapter } from '../../../src/adapter/load.ts'
import { listedTools } from '../../../src/adapter/tool.ts'
import type { Evidence } from '../../../src/graph/evidence.ts'
import { explanationsOf, inWords } from '../../../src/graph/explanation.ts'
import { learn } from '../../../src/graph/learn.ts'
import { emptyModel } from '../../../src/graph/model.ts'
import { createBench } from '../../../src/lab/active/bench.ts'
import { takeCourse } from '../../../src/lab/active/learner.ts'
import type { Sandbox } from '../../../src/lab/active/sandbox.ts'
import { simSandbox } from '../../../src/lab/active/sim-sandbox.ts'
import { triesFor } from '../../../src/lab/active/tries.ts'
import { randomFor } from '../../../src/lab/random.ts'
import type { SimRules } from '../../../src/lab/sims/rules.ts'
import { simNamed } from '../../../src/lab/sims/sims.ts'

/** A course on a simulator, and everything that its server was asked. */
async function courseOn(name: string, budget: number, seed = 0) {
  const inner = simSandbox(simNamed(name) as SimRules, seed, 20)
  const asked: string[] = []
  const sandbox: Sandbox = {
    ...inner,
    async call(call) {
      asked.push(call.tool)
      return inner.call(call)
    },
    async reset() {
      asked.push('reset')
      await inner.reset()
    },
  }
  const model = emptyModel(name)
  const kept: Evidence[] = []
  let now = 0
  const course = await takeCourse({
    sandbox,
    bench: createBench({ sandbox, session: 'test', now: () => (now += 1000) }),
    model,
    budget,
    random: randomFor(seed, 'test'),
    keep: async evidence => {
      kept.push(evidence)
      learn(model, evidence)
    },
    progress: () => undefined,
  })
  return { course, model, kept, asked }
}

describe('the active learner', () => {
  it.each(['release_sim', 'ticket_sim', 'file_sim', 'account_sim'])(
    'tries every tool of %s within its budget, and counts every call',
    async name => {
      const { course, model, asked, kept } = await courseOn(name, 150)
      expect(course.spent).toBe(asked.length)
      expect(course.spent).toBeLessThanOrEqual(150)
      expect(kept.length).toBe(course.experiments)
      expect([...model.tools.keys()].sort()).toEqual(Object.keys((simNamed(name) as SimRules).tools).sort())
    },
  )

  it('leaves of what explains a failure only what is so', async () => {
    const { model } = await courseOn('release_sim', 150)
    const tool = model.tools.get('archive_release')
    const left = [...(tool?.classes.values() ?? [])].map(each => [
      each.code,
      explanationsOf(tool as never, each).map(inWords),
    ])
    expect(left).toContainEqual(['ERR_STATE', ['release.status is not PUBLISHED']])
    expect(left).toContainEqual(['ERR_NOT_FOUND', ['release.exists is false']])
  })

  it('makes the same experiments for the same seed, and never one again that must fail as before', async () => {
    const [one, two] = [await courseOn('ticket_sim', 120, 5), await courseOn('ticket_sim', 120, 5)]
    expect(two.kept).toEqual(one.kept)
    const failed = new Set<string>()
    for (const { callDigest, outcome } of one.kept) {
      expect(failed.has(callDigest)).toBe(false)
      if (outcome.kind === 'failure') failed.add(callDigest)
      else failed.delete(callDigest)
    }
  })

  it('stops where its budget does not do for one experiment', async () => {
    const { course, asked } = await courseOn('release_sim', 4)
    expect([course.ended, asked]).toEqual(['budget', []])
  })
})

describe('what is tried on a server of the user', () => {
  const adapter = parseAdapter(
    JSON.stringify({
      server_id: 's',
      resource_class: 'order',
      observation_tool: 'get_order',
      id_param: 'order_id',
      tools: { merge: { roles: { from: 'order', into: 'order' } } },
      sandbox: { reset: ['true'], resources: ['1', '2', '3'], values: { amount: [1, 100] } },
    }),
    'test',
  )
  const toolOf = (name: string, properties: object, required: string[]) =>
    listedTools([{ name, inputSchema: { type: 'object', properties, required } }])[0] as never
  const tries = (name: string, properties: object, required: string[]) =>
    triesFor(adapter, adapter.sandbox as never, toolOf(name, properties, required))

  it('takes values from the adapter and from the schema', () => {
    const found = tries('refund', { order_id: {}, amount: {}, note: {}, fast: { type: 'boolean' } }, [
      'order_id',
      'amount',
      'fast',
    ])
    expect(found.kind === 'can' && found.tries('1')).toEqual(
      [1, 100].flatMap(amount =>
        [true, false].map(fast => ({ tool: 'refund', args: { order_id: '1', amount, fast } })),
      ),
    )
  })

  it('names another resource beside the first', () => {
    const found = tries('merge', { from: {}, into: {} }, ['from', 'into'])
    expect(found.kind === 'can' && found.tries('1').map(({ args }) => args)).toEqual([
      { from: '1', into: '2' },
      { from: '1', into: '3' },
    ])
  })

  it('leaves out what nobody knows how to call, and says why', () => {
    expect(tries('write', { order_id: {}, text: { type: 'string' } }, ['order_id', 'text'])).toEqual({
      kind: 'cannot',
      missing: 'no value is known for text',
    })
    expect(tries('restart', {}, [])).toEqual({ kind: 'cannot', missing: 'it names no resource' })
  })
})
