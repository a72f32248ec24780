import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/json.ts'
import { messageOf } from '../../src/relay/message.ts'
import { gated, modernMeta } from '../helpers/gate.ts'

const hello = (elicitation: JsonObject | undefined) => ({
  request: messageOf({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { capabilities: elicitation === undefined ? {} : { elicitation } },
  }),
})

/** A person before a host of the earlier era, who gives these answers, one after the other. */
function person(...answers: JsonObject[]) {
  const asked: JsonObject[] = []
  const askHost = async (method: string, params: object) => {
    asked.push({ method, ...(params as JsonObject) })
    const result = answers.shift()
    return result === undefined
      ? ({ kind: 'timeout' } as const)
      : ({ kind: 'answer', message: messageOf({ jsonrpc: '2.0', id: 'q', result }) } as const)
  }
  return { asked, held: { hello: hello({}), askHost } }
}

const choose = (decision: string) => ({ action: 'accept', content: { decision } })
const crash = { release_id: 'r1' }
const text = (answer: JsonObject | undefined) => JSON.stringify(answer ?? 'no answer')

describe('a held call, where the host can ask', () => {
  it('asks the person with the resource, its state and the evidence', async () => {
    const { call } = await gated('block')
    const { asked, held } = person(choose('once'))
    await call('crash_release', crash, held)
    expect(asked).toEqual([
      {
        method: 'elicitation/create',
        message:
          'May the agent call crash_release on the server releases?\nrelease:r1 [status=DRAFT, tests_passed=false]\nIt can destroy what it touches. It was never tried from this state.',
        requestedSchema: expect.objectContaining({ required: ['decision'] }),
      },
    ])
  })

  it('goes through once for “once”, and asks again the next time', async () => {
    const { call, server } = await gated('block')
    const { asked, held } = person(choose('once'), choose('refuse'))
    await call('crash_release', crash, held)
    expect(server.calls.filter(each => each === 'crash_release r1')).toHaveLength(1)
    expect(text(await call('crash_release', crash, held))).toContain('the user was asked and said no')
    expect(asked).toHaveLength(2)
  })

  it('goes through for this run after “session”, on any resource', async () => {
    const { call, server } = await gated('block')
    const { asked, held } = person(choose('session'))
    await call('crash_release', crash, held)
    await call('crash_release', { release_id: 'r2' }, held)
    expect(server.calls.filter(each => each.startsWith('crash_release'))).toEqual([
      'crash_release r1',
      'crash_release r2',
    ])
    expect(asked).toHaveLength(1)
  })

  it('stands in modes.json after “always”', async () => {
    const approve: string[] = []
    const { call } = await gated('block', { approve })
    await call('crash_release', crash, person(choose('always')).held)
    expect(approve).toEqual(['crash_release'])
  })

  it.each<[string, JsonObject | undefined]>([
    ['declining', { action: 'decline' }],
    ['choosing no', choose('refuse')],
    ['cancelling', { action: 'cancel' }],
    ['accepting with nothing chosen', { action: 'accept' }],
    ['accepting an empty form', { action: 'accept', content: {} }],
    ['a choice that was not offered', choose('yes please')],
    ['no answer in time', undefined],
  ])('%s is no approval, and the same thing is not asked twice', async (_how, answer) => {
    const { call, server } = await gated('block')
    const { asked, held } = person(...(answer === undefined ? [] : [answer]))
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(text(await call('crash_release', crash, held))).toContain('mcpgraphy held crash_release')
    }
    expect(server.calls).not.toContain('crash_release r1')
    expect(asked).toHaveLength(1)
  })

  it('looks again after the person has thought: what is refused by then stays refused', async () => {
    const { call, server } = await gated('block')
    const { askHost } = person(choose('once')).held
    const slow = async (method: string, params: object) => {
      server.releases.set('r1', { id: 'r1', status: 'ARCHIVED', tests_passed: true })
      return askHost(method, params)
    }
    await call('crash_release', crash, { hello: hello({ form: {} }), askHost: slow })
    expect(server.calls.filter(each => each === 'get_release r1').length).toBeGreaterThanOrEqual(2)
  })
})

describe('a held call, where the host cannot ask', () => {
  it.each<[string, JsonObject | undefined]>([
    ['no such capability', undefined],
    ['only links', { url: {} }],
  ])('%s: refused with the command that approves', async (_what, elicitation) => {
    const { call } = await gated('block')
    const { asked, held } = person(choose('once'))
    const answer = await call('crash_release', crash, { ...held, hello: hello(elicitation) })
    expect(text(answer)).toContain('mcpgraphy mode releases --approve crash_release')
    expect(asked).toEqual([])
  })
})

describe('a held call in the later era', () => {
  const meta = modernMeta({ elicitation: {} })
  type Result = { resultType: string; requestState: string; inputRequests: Record<string, JsonObject> }
  const leg = async (gate: Awaited<ReturnType<typeof gated>>, extra: JsonObject = {}) =>
    (await gate.call('publish_release', { release_id: 'r1' }, {}, { ...meta, ...extra }))
      ?.result as unknown as Result
  const gatedPublish = () => gated('block', { gate: ['publish_release'] })

  it('is asked within the request, and made in the leg that brings the answer, without what is ours', async () => {
    const gate = await gatedPublish()
    gate.server.releases.set('r1', { id: 'r1', status: 'DRAFT', tests_passed: true })
    const asks = await leg(gate)
    expect(asks.resultType).toBe('input_required')
    const [key = ''] = Object.keys(asks.inputRequests)
    expect(asks.inputRequests[key]).toMatchObject({ method: 'elicitation/create' })
    expect(gate.server.calls).not.toContain('publish_release r1')
    await leg(gate, { requestState: asks.requestState, inputResponses: { [key]: choose('once') } })
    expect(gate.server.calls).toContain('publish_release r1')
    expect(gate.sent.at(-1)).toEqual({ name: 'publish_release', arguments: { release_id: 'r1' }, ...meta })
    expect((await gate.memory.model()).version).toBe(1)
  })

  it('stays held for a no, for a state that is not ours, and for one of another call', async () => {
    const gate = await gatedPublish()
    const asks = await leg(gate)
    const [key = ''] = Object.keys(asks.inputRequests)
    const yes = { inputResponses: { [key]: choose('once') } }
    const forged = `${asks.requestState.slice(0, -3)}AAA`
    for (const requestState of [forged, 'mcpgraphy.x.y', 'the server’s own']) {
      expect((await leg(gate, { requestState, ...yes })).resultType).toBe('input_required')
    }
    const other = await gate.call(
      'publish_release',
      { release_id: 'r2' },
      {},
      { ...meta, requestState: asks.requestState, ...yes },
    )
    expect((other?.result as unknown as Result | undefined)?.resultType).toBe('input_required')
    const no = await leg(gate, {
      requestState: asks.requestState,
      inputResponses: { [key]: choose('refuse') },
    })
    expect(JSON.stringify(no)).toContain('said no')
    expect(gate.server.calls.filter(each => each.startsWith('publish_release'))).toEqual([])
  })

  it('carries the server’s own question through without asking for approval again', async () => {
    const gate = await gatedPublish()
    const { answer } = gate.server
    const seen: unknown[] = []
    gate.server.answer = (tool, args) => {
      if (tool !== 'publish_release') return answer(tool, args)
      seen.push(gate.sent.at(-1))
      return seen.length === 1
        ? {
            result: {
              resultType: 'input_required',
              inputRequests: { sure: { method: 'elicitation/create' } },
              requestState: 'srv "1"',
            },
          }
        : { result: { resultType: 'complete', content: [{ type: 'text', text: 'published' }] } }
    }
    const asks = await leg(gate)
    const [key = ''] = Object.keys(asks.inputRequests)
    const servers = await leg(gate, {
      requestState: asks.requestState,
      inputResponses: { [key]: choose('once') },
    })
    expect(Object.keys(servers.inputRequests)).toEqual(['sure'])
    const last = await leg(gate, {
      requestState: servers.requestState,
      inputResponses: { sure: { action: 'accept' } },
    })
    expect(last.resultType).toBe('complete')
    expect(seen[1]).toMatchObject({ requestState: 'srv "1"', inputResponses: { sure: { action: 'accept' } } })
    const { tools, version } = await gate.memory.model()
    expect(version).toBe(1)
    expect(tools.get('publish_release')).toMatchObject({ ok: 1 })
  })
})

describe('a call that becomes a task', () => {
  it.each<[string, JsonObject, string, JsonObject]>([
    [
      'the earlier era',
      { task: { taskId: 't1', status: 'working' } },
      'tasks/result',
      { content: [{ type: 'text', text: 'done' }] },
    ],
    [
      'the later era',
      { resultType: 'task', task: { taskId: 't1', status: 'working' } },
      'tasks/get',
      {
        resultType: 'complete',
        task: { taskId: 't1', status: 'completed', result: { content: [{ type: 'text', text: 'done' }] } },
      },
    ],
  ])('is judged once, when the task ends: %s', async (_era, begun, method, ended) => {
    const gate = await gated('warn')
    const { answer } = gate.server
    gate.server.answer = (tool, args) => (tool === 'run_tests' ? { result: begun } : answer(tool, args))
    await gate.call('run_tests', { release_id: 'r1' })
    expect((await gate.memory.model()).version).toBe(0)
    gate.server.releases.set('r1', { id: 'r1', status: 'DRAFT', tests_passed: true })
    for (let look = 0; look < 2; look++)
      expect(await gate.task(method, 't1', { result: ended })).toMatchObject({ result: ended })
    const { tools, version } = await gate.memory.model()
    expect(version).toBe(1)
    expect(tools.get('run_tests')?.edges.get('release\nstatus=DRAFT, tests_passed=false')?.after).toEqual(
      new Map([['status=DRAFT, tests_passed=true', 1]]),
    )
  })

  it('that fails is a failure of the call', async () => {
    const gate = await gated('warn')
    const { answer } = gate.server
    gate.server.answer = (tool, args) =>
      tool === 'run_tests' ? { result: { resultType: 'task', task: { taskId: 't' } } } : answer(tool, args)
    await gate.call('run_tests', { release_id: 'r1' })
    await gate.task('tasks/get', 't', { result: { task: { taskId: 't', status: 'working' } } })
    await gate.task('tasks/get', 't', {
      result: { task: { taskId: 't', status: 'failed', statusMessage: 'ERR_STATE: no' } },
    })
    expect((await gate.memory.model()).tools.get('run_tests')).toMatchObject({ ok: 0, failed: 1 })
  })
})
