import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorization, begin, call, hello, type ListenerRig, post, startListener } from './rig.ts'

let listener: ListenerRig
let url: string
beforeAll(async () => {
  listener = await startListener({
    limits: { body: 1000, sessions: 2, inFlight: 2 },
    allowedOrigins: ['https://app.example.com'],
  })
  url = listener.url
})
afterAll(() => listener.close())

/** A request whose Host header is free, which `fetch` does not allow. */
async function ask(
  headers: Record<string, string>,
  method = 'POST',
  path = '/mcp',
): Promise<IncomingMessage> {
  const sent = request(new URL(path, url), { method, headers: { authorization, ...headers } })
  sent.end(method === 'POST' ? JSON.stringify(call(1, 'echo')) : undefined)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response
}

const json = { 'content-type': 'application/json' }

describe('the door of a listener', () => {
  it('keeps out a name that was rebound to this machine', async () => {
    const { port } = new URL(url)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `127.0.0.1.evil.example:${port}`,
    ])
      expect((await ask({ host })).statusCode, host).toBe(403)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect((await ask({ host, ...json })).statusCode, host).toBe(400) // let in: only its session is missing
  })

  it.each([
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://127.0.0.1@evil.example',
    'file://',
  ])('keeps out a page of %s', async origin => {
    expect((await ask({ origin, ...json })).statusCode).toBe(403)
    const preflight = await ask({ origin, 'access-control-request-method': 'POST' }, 'OPTIONS')
    expect(preflight.statusCode).toBe(403)
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  })

  it.each(['http://localhost:6274', 'http://127.0.0.1', 'http://[::1]:5173', 'https://app.example.com'])(
    'lets a page of %s ask, and read the answer',
    async origin => {
      const preflight = await ask(
        { origin, 'access-control-request-headers': 'authorization, mcp-param-city' },
        'OPTIONS',
      )
      expect(preflight.statusCode).toBe(204)
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'authorization, mcp-param-city',
      })
      const answer = await ask({ origin, ...json })
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': expect.stringContaining('Mcp-Session-Id'),
      })
    },
  )

  it.each([
    '',
    'Bearer',
    'Bearer wrong',
    'Bearer a-token-for-tests-onl',
    'Basic a-token-for-tests-only',
    'a-token-for-tests-only',
  ])('keeps out whoever says “%s” for the token', async wrong => {
    const answer = await ask({ authorization: wrong, ...json })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  it('serves one path, and three methods there', async () => {
    expect((await ask(json, 'POST', '/')).statusCode).toBe(404)
    expect((await ask(json, 'POST', '/.well-known/oauth-protected-resource')).statusCode).toBe(404)
    expect((await ask({}, 'PUT')).statusCode).toBe(405)
    for (const method of ['GET', 'DELETE']) expect((await ask({}, method)).headers.allow, method).toBe('POST')
  })

  it.each([
    ['a body that is no JSON', '{"jsonrpc"', {}, 400, -32700],
    ['JSON that is no message', '{"a":1}', {}, 400, -32600],
    ['an empty batch', '[]', {}, 400, -32600],
    ['a body of another type', '{}', { 'content-type': 'text/plain' }, 415, -32000],
    ['a compressed body', '{}', { 'content-encoding': 'gzip' }, 415, -32000],
    ['a host that takes no stream', '{}', { accept: 'application/json' }, 406, -32000],
    ['a request outside a session', JSON.stringify(call(1, 'echo')), {}, 400, -32602],
    ['a session that is unknown', JSON.stringify(call(1, 'echo')), { 'mcp-session-id': 'ff' }, 404, -32001],
    ['a body that is too long', `"${'x'.repeat(1000)}"`, {}, 413, -32000],
  ])('says what is wrong with %s', async (_, body, headers, status, code) => {
    const response = await post(url, body, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      error: { code, message: expect.stringMatching(/./) },
    })
  })

  it('stops reading a body that grows too long without having said so', async () => {
    const body = new ReadableStream({
      pull: controller => controller.enqueue(Buffer.alloc(500, ' ')), // for ever
    })
    const options = { method: 'POST', body, duplex: 'half', headers: { authorization, ...json } }
    const response = await fetch(url, options as RequestInit).catch(() => undefined)
    expect(response?.status ?? 413).toBe(413) // a sender that goes on writing may not see it any more
  })

  it('refuses headers that are too long', async () => {
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 431 /)
    socket.destroy()
  })

  it('begins no more sessions than it may, and has room again when one has ended', async () => {
    const first = await begin(url)
    await begin(url)
    const third = await post(url, hello)
    expect(third.status).toBe(503)
    const ended = await fetch(url, { method: 'DELETE', headers: { authorization, ...first } })
    expect(ended.status).toBe(204)
    let again = await post(url, hello)
    while (again.status === 503) again = await post(url, hello) // until its server is gone
    expect(again.status).toBe(200)
    expect((await post(url, call(1, 'echo'), first)).status).toBe(404)
    const session = { 'mcp-session-id': again.headers.get('mcp-session-id') ?? '' }
    const waiting = new AbortController()
    const never = [1, 2].map(id =>
      post(url, call(id, 'never'), session, waiting.signal).catch(() => undefined),
    )
    let more = await post(url, call(3, 'echo'), session)
    while (more.status !== 429) more = await post(url, call(3, 'echo'), session) // until both have arrived
    waiting.abort()
    await Promise.all(never)
  })
})
