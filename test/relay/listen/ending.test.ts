import { describe, expect, it } from 'vitest'
import { at, type JsonObject } from '../../../src/json.ts'
import { authorization, begin, call, hello, messagesOf, post, startListener } from './rig.ts'

const resultOf = async (response: Response) => (await messagesOf(response)).at(-1) as JsonObject

async function pidOf(url: string, session: Record<string, string>): Promise<number> {
  return Number(
    at(await resultOf(await post(url, { jsonrpc: '2.0', id: 'w', method: 'where' }, session)), 'result.pid'),
  )
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const untilGone = async (pid: number) => {
  while (isAlive(pid)) await new Promise(setImmediate)
}

describe('a server that dies', () => {
  it('ends its session alone: what was under way is told that the effect is unknown, and the id is unknown', async () => {
    const listener = await startListener()
    const { url } = listener
    const [one, two] = [await begin(url), await begin(url)]
    const waiting = post(url, call(1, 'never'), one)
    await (await post(url, { jsonrpc: '2.0', id: 2, method: 'received' }, one)).text()
    const dying = post(url, call(3, 'exit', { code: 7 }), one)
    for (const [id, pending] of [
      [1, waiting],
      [3, dying],
    ] as const)
      expect(await resultOf(await pending)).toMatchObject({
        id,
        error: { message: expect.stringMatching(/exit code 7.*effect is not known/) },
      })
    let later = await post(url, call(4, 'echo'), one)
    while (later.status !== 404) later = await post(url, call(4, 'echo'), one) // until it is known to be gone
    expect(await resultOf(await post(url, call(5, 'echo', { a: 1 }), two))).toMatchObject({
      id: 5,
      result: {},
    })
    expect(await begin(url)).not.toEqual(one)
    await listener.close('SIGTERM')
  })

  it('is started anew at the next initialize where it was shared', async () => {
    const listener = await startListener({ share: true })
    const { url } = listener
    const [one, two] = [await begin(url), await begin(url)]
    const first = await pidOf(url, two)
    await (await post(url, call(1, 'kill', { signal: 'SIGKILL' }), one)).text()
    for (const each of [one, two]) while ((await post(url, call(4, 'echo'), each)).status !== 404);
    const next = await begin(url)
    expect(await pidOf(url, next)).not.toBe(first)
    await listener.close('SIGTERM')
  })

  it('that cannot be started is told to the host', async () => {
    const listener = await startListener({ args: ['--no-such-option-of-node'] })
    expect(await resultOf(await post(listener.url, hello))).toMatchObject({
      id: 'hello',
      error: { message: expect.stringContaining('exit code 9') },
    })
    await listener.close()
  })
})

describe('a session', () => {
  it('ends with its server when its host says so', async () => {
    const listener = await startListener()
    const session = await begin(listener.url)
    const pid = await pidOf(listener.url, session)
    await fetch(listener.url, { method: 'DELETE', headers: { authorization, ...session } })
    await untilGone(pid)
    await listener.close()
  })

  it('ends when nobody used it for a while, and not while a stream is open', async () => {
    const listener = await startListener({ limits: { idle: 1000 } })
    const used = await begin(listener.url)
    const headers = { authorization, accept: 'text/event-stream', ...used }
    const stream = await fetch(listener.url, { headers })
    const unused = await begin(listener.url)
    const pids = [await pidOf(listener.url, used), await pidOf(listener.url, unused)]
    await untilGone(pids[1] ?? 0)
    expect((await post(listener.url, call(1, 'echo'), unused)).status).toBe(404)
    expect((await post(listener.url, call(1, 'echo'), used)).status).toBe(200)
    await stream.body?.cancel()
    await untilGone(pids[0] ?? 0)
    await listener.close()
  })
})

describe('a listener that ends', () => {
  it('leaves no server behind, and leaves no host waiting', async () => {
    for (const share of [false, true]) {
      const listener = await startListener({ share })
      const { url } = listener
      const sessions = [await begin(url), await begin(url)]
      const pids = await Promise.all(sessions.map(each => pidOf(url, each)))
      const waiting = sessions.map(each => post(url, call(1, 'never'), each))
      for (const each of sessions)
        await (await post(url, { jsonrpc: '2.0', id: 2, method: 'received' }, each)).text()
      await listener.close('SIGTERM')
      expect(pids.filter(isAlive)).toEqual([])
      for (const each of waiting)
        expect(await resultOf(await each)).toMatchObject({
          id: 1,
          error: { message: expect.stringContaining('effect') },
        })
      await expect(post(url, hello)).rejects.toThrow()
    }
  })
})
