import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** What a proxy is put through. */
export interface Trial {
  readonly calls: number
  readonly inFlight: number
  /** The program of the proxy, built. */
  readonly program: string
  readonly database: string
  /** The server is killed after so many calls, and the host starts it again; never where left out. */
  readonly killedEvery?: number
}

/** How it went. Every call is in exactly one of `answered`, `unknown`, `notSent` and `wrong`. */
export interface Endured {
  answered: number
  /** The server died before it answered. */
  unknown: number
  /** The server was gone before the call could be sent. */
  notSent: number
  /** Answers that were another call's, came twice, or were none that a call may get. */
  wrong: number
  starts: number
  /** What the proxy held, in bytes, now and then: of the last one that was started. */
  resident: number[]
}

/** Sends calls through a proxy before a server that answers each with its own text, so many at once. */
export async function endure(trial: Trial): Promise<Endured> {
  const endured: Endured = { answered: 0, unknown: 0, notSent: 0, wrong: 0, starts: 0, resident: [] }
  let next = 0
  while (next < trial.calls) {
    const until = Math.min(next + (trial.killedEvery ?? trial.calls), trial.calls)
    next = await oneLife(trial, endured, next, until)
  }
  return endured
}

/** From the start of the proxy to its end: by the death of its server, or because all calls were made. */
async function oneLife(trial: Trial, endured: Endured, from: number, until: number): Promise<number> {
  const child = spawn(process.execPath, proxyBefore(trial), { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'close')
  endured.starts++
  endured.resident = []
  child.stdin.on('error', () => undefined)
  const waiting = new Map<number, (said: Said | undefined) => void>()
  createInterface({ input: child.stdout }).on('line', line => {
    const said = JSON.parse(line) as Said
    const take = waiting.get(said.id)
    waiting.delete(said.id)
    if (take) take(said)
    else endured.wrong++
  })
  ended.then(() => waiting.forEach(take => void take(undefined)))
  const ask = (id: number, method: string, params: object) => {
    const answer = new Promise<Said | undefined>(resolve => waiting.set(id, resolve))
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return answer
  }
  await ask(-1, 'tools/list', {})
  let next = from
  const work = async () => {
    while (next < until) {
      const number = next++
      count(endured, await ask(number, 'tools/call', callOf(number)), textOf(number))
      if (number % Math.ceil(trial.calls / 20) === 0) endured.resident.push(residentOf(child.pid))
    }
  }
  const workers = Array.from({ length: trial.inFlight }, work)
  if (until < trial.calls) {
    // Killed while calls are in flight: the last of this life may be lost.
    await Promise.race(workers)
    ask(-2, 'tools/call', { name: 'die', arguments: {} })
  }
  await Promise.all(workers)
  child.stdin.end()
  await ended
  return next
}

interface Said {
  readonly id: number
  readonly result?: { readonly content: readonly { readonly text: string }[] }
  readonly error?: { readonly code: number; readonly message: string }
}

function count(endured: Endured, said: Said | undefined, expected: string): void {
  if (said?.result?.content[0]?.text === expected) endured.answered++
  else if (said?.error?.message.includes('not sent')) endured.notSent++
  else if (said?.error?.code === -32000) endured.unknown++
  else endured.wrong++
}

function callOf(number: number): object {
  return { name: 'set_thing', arguments: { thing: `t${number % 500}`, text: textOf(number) } }
}

function textOf(number: number): string {
  return `call ${number} ${'x'.repeat(number % 300)}`
}

function proxyBefore({ program, database }: Trial): string[] {
  const own = ['--name', 'endurance', '--policy', 'warn', '--db', database, '--adapter', adapter]
  return [program, 'proxy', ...own, '--', process.execPath, server]
}

function residentOf(pid = 0): number {
  if (process.platform !== 'linux') return Number.NaN
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

const server = fileURLToPath(new URL('../peers/server.mjs', import.meta.url))
const adapter = fileURLToPath(new URL('../peers/adapter.json', import.meta.url))
