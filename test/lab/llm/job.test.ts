import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { bareChannel } from '../../../src/lab/benchmark/advised.ts'
import type { Task } from '../../../src/lab/benchmark/task.ts'
import { askModel } from '../../../src/lab/llm/endpoint.ts'
import { doJob, type JobResult } from '../../../src/lab/llm/job.ts'
import { openRecord } from '../../../src/lab/llm/record.ts'
import { releaseSim } from '../../../src/lab/sims/release.ts'
import { createSim } from '../../../src/lab/sims/sim.ts'
import { type Asked, type ScriptedEndpoint, type Step, startEndpoint } from './endpoint.ts'

const key = 'sk-a-key-that-nobody-may-see'
const endpoints: ScriptedEndpoint[] = []
afterEach(async () => {
  for (const each of endpoints.splice(0)) await each.close()
})

const sim = createSim(releaseSim, { seed: 0, fixtures: 20 })
/** A draft whose version does not match its tag: it is published after its tests, once that is mended. */
const task: Task = {
  number: 1,
  rules: releaseSim,
  category: 'hidden state',
  world: sim.world(),
  target: 'demo-0-2',
  companion: 'demo-0-3',
  goal: { status: 'PUBLISHED' },
  reachable: true,
  start: { kind: 'read' },
}

async function asking(model: (asked: Asked, turn: number) => Step) {
  let turn = 0
  const started = await startEndpoint(asked => model(asked, ++turn))
  endpoints.push(started)
  const signal = new AbortController().signal
  const waited: number[] = []
  const pause = async (ms: number) => void waited.push(ms)
  return { baseUrl: started.url, model: 'scripted', key, mostTokens: 100, signal, pause, waited, started }
}

async function done(
  model: (asked: Asked, turn: number) => Step,
  more: Partial<Task> = {},
): Promise<JobResult> {
  const endpoint = await asking(model)
  const nothing = () => undefined
  return doJob({
    task: { ...task, ...more },
    side: 'raw',
    sim,
    channelTo: bareChannel,
    endpoint,
    mostTurns: 6,
    allow: nothing,
    spend: nothing,
  })
}

const call = (name: string, args: string | Record<string, string> = { release_id: 'demo-0-2' }) => ({
  calls: [{ name, args }],
})
const finish = (outcome: string) => call('finish_job', { outcome })

describe('a job', () => {
  it('is finished when the goal is reached and the model says so; the calls before are judged', async () => {
    const steps = [
      call('get_release'),
      call('publish_release'), // its version does not match
      call('sync_version'),
      call('publish_release'),
      finish('reached'),
    ]
    expect(await done((_, turn) => steps[turn - 1]!)).toMatchObject({
      ending: 'reached',
      finished: true,
      falseSuccess: false,
      toolCalls: 4,
      turns: 5,
      rejected: 1,
      refused: 0,
      wronglyBlocked: 0,
    })
  })

  it.each<[string, (asked: Asked, turn: number) => Step, Partial<Task>, Partial<JobResult>]>([
    ['only talks', () => ({ says: 'It is done.' }), {}, { ending: 'no verdict', turns: 2, toolCalls: 0 }],
    ['claims what is not so', () => finish('reached'), {}, { finished: false, falseSuccess: true }],
    ['gives up what could be done', () => finish('unreachable'), {}, { finished: false, declared: false }],
    ['gives up what cannot be done', () => finish('unreachable'), { reachable: false }, { declared: true }],
    [
      'claims to have done what cannot be done',
      () => finish('reached'),
      { reachable: false },
      { finished: false, falseSuccess: true, declared: false },
    ],
    [
      'ends with a word that there is not',
      (_, turn) => finish(turn === 1 ? 'perhaps' : 'unreachable'),
      {},
      { ending: 'unreachable', turns: 2, toolCalls: 0 },
    ],
    [
      'writes arguments that are no JSON',
      (_, turn) => (turn < 3 ? call('run_tests', '{"release') : finish('unreachable')),
      {},
      { malformed: 2, toolCalls: 0, turns: 3 },
    ],
    [
      'calls tools that there are not, several at once, for ever',
      () => ({ calls: ['constructor', 'no_tool', '__proto__'].map(name => ({ name, args: {} })) }),
      {},
      { ending: 'out of turns', turns: 6, toolCalls: 18, rejected: 0 },
    ],
  ])('of a model that %s is counted for what it is', async (_case, model, more, counted) => {
    expect(await done(model, more)).toMatchObject(counted)
  })
})

describe('an endpoint', () => {
  it('that is busy is asked again, after as long as it wants', async () => {
    const endpoint = await asking((_, turn) =>
      turn < 3 ? { status: turn === 1 ? 429 : 503, body: '{}', retryAfter: '7' } : { says: 'x' },
    )
    await askModel(endpoint, [{ role: 'user', content: 'x' }], [])
    expect(endpoint.waited).toEqual([7000, 7000])
  })

  it('that stays busy is given up, in words without the key', async () => {
    const endpoint = await asking(() => ({
      status: 500,
      body: JSON.stringify({ error: { message: `no: ${key}` } }),
    }))
    await expect(askModel(endpoint, [{ role: 'user', content: 'x' }], [])).rejects.toThrow(
      /refused the request \(500\): no: \[key\]/,
    )
    expect(endpoint.waited).toEqual([1000, 2000, 4000, 8000])
  })

  it('that is not there, leads elsewhere, or is something else, is said to be so', async () => {
    const ask = (endpoint: Parameters<typeof askModel>[0]) =>
      askModel(endpoint, [{ role: 'user', content: 'x' }], [])
    const page = await asking(() => ({ status: 200, body: '<html>' }))
    await expect(ask({ ...page, baseUrl: 'http://127.0.0.1:9/v1' })).rejects.toThrow(/No answer from/)
    await expect(ask(page)).rejects.toThrow(/is no chat completion/)
    const moved = await asking(() => ({ status: 307, body: '', location: 'http://127.0.0.1:9/' }))
    await expect(ask(moved)).rejects.toThrow(/No answer from/)
  })
})

it('a folder that holds another run is left as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-llm-'))
  const facts = { suite: 's', seed: 42, model: 'm', endpoint: 'e', mostTurns: 1, mostTokens: 1 }
  openRecord(folder, facts).close()
  expect(() => openRecord(folder, { ...facts, seed: 7 })).toThrow(/another seed: 42, not 7/)
  expect(openRecord(folder, facts).jobs).toEqual([])
})
