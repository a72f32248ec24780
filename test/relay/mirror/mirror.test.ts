import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Held, Intercept } from '../../../src/relay/intercept.ts'
import { usualLimits } from '../../../src/relay/listen/limits.ts'
import { createMirror } from '../../../src/relay/mirror/mirror.ts'
import { readAddress } from '../../../src/relay/remote/address.ts'
import { createLink } from '../../../src/relay/remote/link.ts'
import { authorization, call, hello, type ListenerRig, messagesOf, open, post } from '../listen/rig.ts'

/** What the remote server was asked, and how it answers. */
interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Answer = (response: ServerResponse, asked: Asked) => unknown

const asked: Asked[] = []
let answer: Answer
const remote = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const { method, url, headers } = request
  const one = { method, url, headers, body }
  asked.push(one)
  answer(response, one)
})

let look: Intercept['call']
const intercept: Intercept = { call: held => look(held), list: async () => undefined }
let mirror: ListenerRig
let url: string
beforeAll(async () => {
  remote.listen(0, '127.0.0.1')
  await once(remote, 'listening')
  const address = readAddress(`http://127.0.0.1:${(remote.address() as AddressInfo).port}/deep/mcp?key=k`)
  const link = createLink(address, { 'X-Key': 'ours' }, undefined)
  mirror = await open({}, usualLimits, errors =>
    createMirror({ link, errors, nextIntercept: async () => intercept, limits: usualLimits }),
  )
  url = mirror.url
})
afterEach(() => asked.splice(0))
afterAll(async () => {
  await mirror.close()
  remote.close()
})

const asJson = (response: ServerResponse, value: unknown, status = 200, headers = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof value === 'string' ? value : JSON.stringify(value))
const asEvents = (response: ServerResponse, text: string) =>
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-kept': 'yes' }).end(text)
const result = (id: unknown, text = 'done') => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }] },
})

describe('a remote server that is mirrored', () => {
  it('gets and gives everything as it is: method, query, headers, status, body', () => {
    const name = fc.stringMatching(/^x-[a-z]{1,8}$/)
    const value = fc.stringMatching(/^[!-~]{1,20}$/)
    const headers = fc.dictionary(name, value, { maxKeys: 4 })
    const spaces = fc.constantFrom('', ' ', '\n')
    return fc.assert(
      fc.asyncProperty(
        fc.record({
          there: headers,
          back: headers,
          space: spaces,
          said: fc.jsonValue(),
          status: fc.constantFrom(200, 400, 404, 500),
        }),
        async ({ there, back, space, said, status }) => {
          asked.splice(0)
          const sent = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x/y', params: { said } }, null, space)
          const body = JSON.stringify(said, null, space)
          answer = response => asJson(response, body, status, back)
          const response = await post(`${url}?page=2`, sent, { ...there, 'mcp-method': 'x/y', accept: '*/*' })
          expect(asked).toEqual([
            {
              method: 'POST',
              url: '/deep/mcp?key=k&page=2',
              body: sent,
              headers: expect.objectContaining({
                ...there,
                'mcp-method': 'x/y',
                'x-key': 'ours',
                accept: '*/*',
              }),
            },
          ])
          expect([response.status, await response.text()]).toEqual([status, body])
          for (const [key, text] of Object.entries(back)) expect(response.headers.get(key)).toBe(text)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('gets the header that the user fixed, not one of that name from a host', async () => {
    answer = response => response.writeHead(202).end()
    for (const name of ['x-key', 'X-Key', 'X-KEY']) await post(url, hello, { [name]: 'theirs' })
    expect(asked.map(({ headers }) => headers['x-key'])).toEqual(['ours', 'ours', 'ours'])
  })

  it('never sees the token of the listener, nor a page’s origin', async () => {
    answer = response => response.writeHead(202).end()
    for (const method of ['POST', 'GET', 'DELETE']) {
      const headers = { authorization, origin: 'http://localhost:1', 'content-type': 'application/json' }
      const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: '{}' }) })
      expect(response.status).toBe(202)
    }
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'DELETE'])
    expect(JSON.stringify(asked)).not.toMatch(/a-token-for-tests|localhost:1"/)
  })

  it('is hung up on when the host hangs up, and the host when it breaks off', async () => {
    const gone = new Promise<void>(resolve => {
      answer = response => {
        response.on('close', resolve)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: {}\n\n')
      }
    })
    const hangUp = new AbortController()
    const response = await fetch(url, { headers: { authorization }, signal: hangUp.signal })
    await response.body?.getReader().read()
    hangUp.abort()
    await gone
    answer = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"half', () => response.destroy())
    }
    const broken = await fetch(url, { headers: { authorization } })
    await expect(broken.text()).rejects.toThrow()
  })
})

describe('a call that is mirrored', () => {
  const forwarding = async (held: Held) => {
    await held.forward()
    return undefined
  }
  const adding = async (held: Held) => {
    const given = await held.forward()
    if (given.kind !== 'answer') return undefined
    return Buffer.from(given.message.bytes().toString('utf8').replace('done', 'done, and noted'))
  }

  it.each([
    ['JSON', '{ "jsonrpc":"2.0","id":1, "result":{"n":1e400}}\n', 'application/json'],
    [
      'events',
      ': hi\r\nid: 3\r\ndata: {"jsonrpc":"2.0","method":"n"}\r\n\r\nid: 4\ndata: {"id":1,\ndata:"result":{}}\n\n: end\n\n',
      'text/event-stream',
    ],
    ['a page of a gateway', '<html>', 'text/html'],
    ['another one’s answer', '{"jsonrpc":"2.0","id":2,"result":{}}', 'application/json'],
  ])('is answered with the very bytes of %s where nothing is to be said', async (_, body, type) => {
    look = forwarding
    answer = response =>
      response.writeHead(type === 'text/html' ? 502 : 200, { 'content-type': type }).end(body)
    const response = await post(url, call(1, 'x'))
    expect([response.headers.get('content-type'), await response.text()]).toEqual([type, body])
  })

  it('brings what is added, in JSON and within the events, of which every other stays', async () => {
    look = adding
    answer = response => asJson(response, result(1), 200, { 'mcp-session-id': 's' })
    const alone = await post(url, call(1, 'x'))
    expect([alone.headers.get('mcp-session-id'), await alone.json()]).toEqual([
      's',
      result(1, 'done, and noted'),
    ])
    const before = ': c\nid: 1\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n'
    answer = response => asEvents(response, `${before}id: 2\ndata: ${JSON.stringify(result(1))}\n\n`)
    const streamed = await post(url, call(1, 'x'))
    expect(streamed.headers.get('x-kept')).toBe('yes')
    expect(await streamed.text()).toBe(
      `${before}id: 2\ndata: ${JSON.stringify(result(1, 'done, and noted'))}\n\n`,
    )
  })

  it('may be answered without the server', async () => {
    look = async held =>
      Buffer.from(`{"jsonrpc":"2.0","id":${held.request.id?.text},"result":{"isError":true}}`)
    const response = await post(url, call('no', 'x'))
    expect(await response.json()).toMatchObject({ id: 'no', result: { isError: true } })
    expect(asked).toEqual([])
  })

  it('is accompanied by readings of ours in its session and its era', async () => {
    look = async held => {
      const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
      const read = await held.ask('tools/call', { name: 'look', arguments: { id: 7 }, _meta })
      expect(read.kind).toBe('answer')
      return forwarding(held)
    }
    answer = (response, { body }) => {
      const { id } = JSON.parse(body)
      if (id === 1) return asJson(response, result(1))
      asEvents(response, `data: {"jsonrpc":"2.0","method":"n"}\n\ndata: ${JSON.stringify(result(id))}\n\n`)
    }
    const headers = {
      'mcp-session-id': 'here',
      'x-tenant': 't',
      'mcp-method': 'tools/call',
      'mcp-name': 'x',
      'mcp-param-a': '1',
    }
    expect(await (await post(url, call(1, 'x'), headers)).json()).toEqual(result(1))
    expect(asked.map(each => each.headers['mcp-name'])).toEqual(['look', 'x'])
    expect(asked[0]?.headers).toMatchObject({
      'mcp-session-id': 'here',
      'x-tenant': 't',
      'mcp-method': 'tools/call',
      'mcp-protocol-version': '2026-07-28',
    })
    expect(asked[0]?.headers['mcp-param-a']).toBeUndefined()
  })

  it('lets us ask its person on its own stream, and keeps the answer from the server', async () => {
    look = async held => {
      const said = await held.askHost('elicitation/create', { message: 'May it?' })
      return Buffer.from(
        `{"jsonrpc":"2.0","id":1,"result":${said.kind === 'answer' ? said.message.bytes() : 'null'}}`,
      )
    }
    const response = await post(url, call(1, 'x'), { 'mcp-session-id': 'asked' })
    const reader = response.body?.getReader()
    const first = Buffer.from((await reader?.read())?.value ?? []).toString()
    const question = JSON.parse(first.slice(first.indexOf('{')))
    expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'May it?' } })
    const said = { jsonrpc: '2.0', id: question.id, result: { action: 'accept' } }
    expect((await post(url, said, { 'mcp-session-id': 'asked' })).status).toBe(202)
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('"action":"accept"')
    expect(asked).toEqual([])
  })

  it('that is cancelled while it is held never reaches the server, and its response ends', async () => {
    const begun = new Promise<void>(resolve => {
      look = async held => {
        resolve()
        await new Promise(done => held.signal.addEventListener('abort', done))
        return undefined
      }
    })
    const response = post(url, call(1, 'x'))
    await begun
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    expect((await post(url, cancelled)).status).toBe(202)
    expect(await messagesOf(await response)).toEqual([])
    expect(asked).toEqual([])
  })

  it('knows how its session began', async () => {
    answer = response =>
      asJson(response, { jsonrpc: '2.0', id: 'hello', result: { a: 1 } }, 200, { 'mcp-session-id': 'begun' })
    await (await post(url, hello)).text()
    look = async ({ hello: { request, answer: said } }) =>
      Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result: [request?.value(), said?.value()] }))
    const response = await post(url, call(1, 'x'), { 'mcp-session-id': 'begun' })
    expect(await response.json()).toMatchObject({ result: [hello, { result: { a: 1 } }] })
    const other = await post(url, call(1, 'x'), { 'mcp-session-id': 'another' })
    expect(await other.json()).toMatchObject({ result: [null, null] })
  })

  it('that breaks off says that its effect is not known', async () => {
    look = forwarding
    answer = response => response.destroy()
    const response = await post(url, call(1, 'x'))
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({
      id: 1,
      error: { code: -32000, message: expect.stringContaining('effect is not known') },
    })
  })
})
