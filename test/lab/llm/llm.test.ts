import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import benchmarkLlm from '../../../src/cli/benchmark-llm.ts'
import { Problem } from '../../../src/problem.ts'
import { type Asked, type ScriptedEndpoint, type Step, startEndpoint } from './endpoint.ts'
import { steadyModel } from './model.ts'

const key = 'sk-a-key-that-nobody-may-see'
const endpoints: ScriptedEndpoint[] = []
afterEach(async () => {
  for (const each of endpoints.splice(0)) await each.close()
})

async function endpoint(model: (asked: Asked) => Step): Promise<ScriptedEndpoint> {
  const started = await startEndpoint(model)
  endpoints.push(started)
  return started
}

/** Runs the command in a folder, with an endpoint in its environment. */
async function run(cwd: string, env: Record<string, string>, ...argv: string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const [out, err] = [text(stdout), text(stderr)]
  const shell = { stdin, stdout, stderr, env, cwd, platform: 'linux' as const, canAsk: false, colour: false }
  let code = -1
  let problem: unknown
  await benchmarkLlm(shell, result => {
    code = result
  })
    .parseAsync(['--model', 'scripted', ...argv], { from: 'user' })
    .catch(error => {
      problem = error
    })
  stdout.end()
  stderr.end()
  return { code, out: await out, err: await err, problem }
}

const place = () => mkdtempSync(join(tmpdir(), 'mcpgraphy-llm-'))
const environment = ({ url }: ScriptedEndpoint) => ({ OPENAI_BASE_URL: url, OPENAI_API_KEY: key })
const prices = JSON.stringify({ scripted: { input: 2, cached_input: 0.5, output: 8 } })

describe('benchmark llm', () => {
  it('has a model do the same jobs raw and behind the proxy, and counts what came of them', async () => {
    const folder = place()
    writeFileSync(join(folder, 'prices.json'), prices)
    const model = await endpoint(steadyModel)
    const options = ['--tasks', '10', '--prices', 'prices.json', '--out', 'run']
    const ran = await run(folder, environment(model), ...options, '--json')
    expect([ran.problem, ran.code]).toEqual([undefined, 0])
    const report = JSON.parse(ran.out)
    const [raw, proxy] = report.figures
    expect([raw.side, raw.jobs, proxy.side, proxy.jobs]).toEqual(['raw', 10, 'proxy', 10])
    expect(raw.achievable + raw.unreachable).toBe(10)
    expect(raw.finished).toBeGreaterThan(0)
    expect(raw.rejected).toBeGreaterThan(0)
    expect(raw.refused).toBe(0)
    // a turn is a request, and a call of a tool is a message that answers it
    const turns = report.jobs.reduce((sum: number, job: { turns: number }) => sum + job.turns, 0)
    expect(turns).toBe(model.asked.length)
    // every token that the endpoint counted is in the sums, and costs what the table says
    const { input, cached, output } = report.spent
    expect(output).toBe(20 * turns)
    expect(cached).toBe(8 * turns)
    expect(raw.cost + proxy.cost).toBeCloseTo(((input - cached) * 2 + cached * 0.5 + output * 8) / 1e6, 10)
    expect(raw.tokensPerJobDone * raw.finished).toBeCloseTo(raw.tokensPerJobAttempted * 10, 6)
    // only behind the proxy there are lines of guidance and tools of ours
    const isProxy = ({ tools }: Asked) => tools.includes('mcpgraphy_affordances')
    const said = (asked: Asked) => JSON.stringify(asked.messages)
    expect(model.asked.filter(isProxy).some(each => said(each).includes('mcpgraphy ['))).toBe(true)
    expect(model.asked.filter(each => !isProxy(each)).some(each => said(each).includes('mcpgraphy ['))).toBe(
      false,
    )
    // the key goes into the header and nowhere else
    expect(new Set(model.asked.map(each => each.authorization))).toEqual(new Set([`Bearer ${key}`]))
    const kept = readdirSync(join(folder, 'run')).map(name =>
      readFileSync(join(folder, 'run', name), 'latin1'),
    )
    expect([ran.out, ran.err, ...kept].filter(each => each.includes(key))).toEqual([])
    // a run that is done says the same again, and asks nothing
    const words = await run(folder, environment(model), ...options)
    expect(model.asked).toHaveLength(turns)
    expect(words.out).toContain('jobs finished (of the achievable ones)')
    expect(words.out).toContain(`$${raw.costPerJobDone.toFixed(4)}`)
  })

  it('goes on where it was stopped, also in the middle of a line, with what it had spent', async () => {
    const folder = place()
    const options = ['--tasks', '3', '--side', 'raw', '--out', 'run']
    let requests = 0
    const flaky = await endpoint(asked =>
      ++requests > 5
        ? { status: 401, body: JSON.stringify({ error: { message: `bad key ${key}` } }) }
        : steadyModel(asked),
    )
    const stopped = await run(folder, environment(flaky), ...options)
    expect(stopped.problem).toBeInstanceOf(Problem)
    const words = `${(stopped.problem as Problem).message} ${(stopped.problem as Problem).now}`
    expect(words).toContain('refused the request (401): bad key [key]')
    expect(words).toContain('the same command goes on')
    const file = join(folder, 'run', 'run.jsonl')
    const turnsBefore = readFileSync(file, 'utf8').split('"turn"').length - 1
    expect(turnsBefore).toBe(5)
    appendFileSync(file, '{"job": {"half')
    requests = -1000
    const ended = await run(folder, environment(flaky), ...options, '--json')
    expect(ended.code).toBe(0)
    const report = JSON.parse(ended.out)
    expect(report.jobs.map((job: { number: number }) => job.number)).toEqual([1, 2, 3])
    const turns = report.jobs.reduce((sum: number, job: { turns: number }) => sum + job.turns, 0)
    // the turns of the job that was broken off were paid for all the same
    expect(report.spent.output).toBeGreaterThan(20 * turns)
  })

  it('keeps to its budget, and says how to go on', async () => {
    const folder = place()
    writeFileSync(join(folder, 'prices.json'), prices)
    const model = await endpoint(steadyModel)
    const common = ['--side', 'raw', '--out', 'run', '--json', '--answer-tokens', '50']
    const short = await run(folder, environment(model), ...common, '--budget-tokens', '9000')
    expect(short.code).toBe(1)
    expect(short.err).toContain('with a larger --budget or --budget-tokens')
    const { spent, end } = JSON.parse(short.out)
    expect(end).toBe('budget')
    expect(spent.input + spent.output).toBeLessThanOrEqual(9000)
    expect(spent.input).toBeGreaterThan(0)
    const dear = await run(
      folder,
      environment(model),
      ...common,
      '--prices',
      'prices.json',
      '--budget',
      '0.12',
    )
    const report = JSON.parse(dear.out)
    expect(report.end).toBe('budget')
    expect(report.figures[0].cost).toBeLessThanOrEqual(0.12)
    expect(report.spent.input).toBeGreaterThan(spent.input)
  })

  it('sends nothing in a dry run, and needs no key for it', async () => {
    const folder = place()
    const model = await endpoint(steadyModel)
    const dry = await run(folder, { OPENAI_BASE_URL: model.url }, '--dry-run', '--tasks', '5')
    expect(dry.code).toBe(0)
    expect(dry.out).toContain('Nothing is sent. 5 jobs of stateful-v1 (seed 42), raw and proxy')
    expect(dry.out).toMatch(/raw: at least \d+ tokens/)
    expect(dry.out).toContain('user: Bring the ')
    expect(model.asked).toEqual([])
    expect(existsSync(join(folder, 'benchmark-llm-scripted'))).toBe(false)
  })

  it.each<[string, Record<string, string>, readonly string[], RegExp]>([
    ['no key for the usual endpoint', {}, [], /There is no key/],
    [
      'a key that would travel in the open',
      { OPENAI_BASE_URL: 'http://example.com/v1' },
      [],
      /must be https:/,
    ],
    [
      'a key within the address',
      { OPENAI_BASE_URL: `https://u:${key}@example.com` },
      [],
      /more than host and path/,
    ],
    ['no address', { OPENAI_BASE_URL: 'nowhere' }, [], /is no address/],
    ['a budget without a price', {}, ['--budget', '1'], /--budget needs to know/],
    ['a price table without the model', {}, ['--prices', 'prices.json'], /has no row for scripted/],
    ['a suite that there is not', {}, ['--suite', 'x'], /There is no suite “x”/],
  ])('says what is wrong before anything is sent: %s', async (_case, env, argv, what) => {
    const folder = place()
    writeFileSync(join(folder, 'prices.json'), '{"other": {"input": 1, "output": 1}}')
    const { problem } = await run(folder, { OPENAI_API_KEY: '', ...env }, ...argv)
    expect(String(problem)).toMatch(what)
    expect(String(problem)).not.toContain(key)
  })
})
