import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { playground, program } from '../helpers/host.ts'
import { type Asked, type ScriptedEndpoint, type Step, startEndpoint } from '../lab/llm/endpoint.ts'
import { steadyModel } from '../lab/llm/model.ts'

const key = 'sk-a-key-that-nobody-may-see'
const started: ChildProcess[] = []
let endpoint: ScriptedEndpoint | undefined
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await endpoint?.close()
})

/** The built program, as a person runs it in a terminal. */
function benchmark(cwd: string, ...argv: string[]) {
  const args = [program, 'benchmark', 'llm', '--model', 'scripted', '--tasks', '2', '--out', 'run', ...argv]
  const env = { ...process.env, OPENAI_BASE_URL: endpoint?.url, OPENAI_API_KEY: key, HOME: cwd, DEBUG: '1' }
  const child = spawn(process.execPath, args, { cwd, env })
  started.push(child)
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return { child, ended: async () => ({ code: await ended, out: await out, err: await err }) }
}

it('a run that a person stops goes on with the same command, and tells nobody the key', async () => {
  const folder = await playground()
  let requests = 0
  let onThird: () => void = () => undefined
  const third = new Promise<void>(resolve => {
    onThird = resolve
  })
  endpoint = await startEndpoint((asked: Asked): Step => {
    requests++
    if (requests === 3) onThird()
    return steadyModel(asked)
  })
  const first = benchmark(folder)
  await third
  first.child.kill('SIGINT')
  const stopped = await first.ended()
  expect(stopped.code).toBe(1)
  expect(stopped.err).toContain('Stopped. It is kept in')
  expect(existsSync(join(folder, 'run', 'run.jsonl'))).toBe(true)

  const done = await benchmark(folder, '--json').ended()
  expect(done.code).toBe(0)
  const report = JSON.parse(done.out)
  expect(report.end).toBe('done')
  expect(report.jobs).toHaveLength(4)
  expect(endpoint.asked.every(each => each.authorization === `Bearer ${key}`)).toBe(true)
  const kept = readdirSync(join(folder, 'run')).map(name => readFileSync(join(folder, 'run', name), 'latin1'))
  const all = [stopped.out, stopped.err, done.out, done.err, ...kept]
  expect(all.filter(each => each.includes(key))).toEqual([])
})
