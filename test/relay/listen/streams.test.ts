import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorization, begin, call, type ListenerRig, messagesOf, post, startListener } from './rig.ts'

let listener: ListenerRig
let url: string
beforeAll(async () => {
  listener = await startListener({ limits: { silence: 300, unread: 200_000, stalled: 1000 } })
  url = listener.url
})
afterAll(() => listener.close('SIGTERM'))

/** The scripted server sends these messages, then the answer. */
const tell = (id: unknown, messages: readonly object[], meta?: object) => call(id, 'tell', { messages }, meta)

describe('a sender that takes its time', () => {
  it('is hung up on', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('POST /mcp HTTP/1.1\r\nHost: x\r\n')
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('what a POST is answered with', () => {
  it('is JSON where the answer is the first thing that comes, byte for byte as the server wrote it', async () => {
    const session = await begin(url)
    const answer =
      '{"jsonrpc":"2.0" , "id":1.0,"result":{"big":12345678901234567890,"x":1e400,"u":"\\ud800é"}}'
    const bytes = Buffer.from(`${answer}\r\n`).toString('base64')
    const response = await post(url, call(1, 'raw', { bytes }), session)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect((await response.text()).trim()).toBe(answer)
  })

  it('is a stream where the server has something to say before', async () => {
    const session = await begin(url)
    const asked = { jsonrpc: '2.0', id: 'r', method: 'roots/list' }
    const progress = {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 't', progress: 1 },
    }
    const response = await post(url, tell(9, [progress, asked], { progressToken: 't' }), session)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await messagesOf(response)).toEqual([progress, asked, { jsonrpc: '2.0', id: 9, result: {} }])
    const answered = await post(url, { jsonrpc: '2.0', id: 'r', result: { roots: [] } }, session)
    expect(answered.status).toBe(202)
    const [seen] = await messagesOf(await post(url, { jsonrpc: '2.0', id: 1, method: 'received' }, session))
    expect(JSON.stringify(seen)).toContain(String.raw`\"id\":\"r\",\"result\":{\"roots\":[]}`)
  })

  it('becomes a stream that is kept awake where the answer takes long', async () => {
    const session = await begin(url)
    const slow = await post(url, call(1, 'later', { a: 1 }), session)
    expect(slow.headers.get('content-type')).toBe('text/event-stream')
    const reader = slow.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(':\n\n')
    await post(url, { jsonrpc: '2.0', id: 2, method: 'release' }, session)
    let text = ''
    for (let part = await reader?.read(); part?.value; part = await reader?.read())
      text += Buffer.from(part.value)
    expect(text).toContain('"id":1,"result"')
  })

  it('holds an answer to each request of a batch, and nothing where a batch asks nothing', async () => {
    const session = await begin(url)
    const batch = `[ ${JSON.stringify(call(1, 'echo', { a: 1 }))} ,\r\n${JSON.stringify(call('2', 'echo'))}\n]`
    const answers = await messagesOf(await post(url, batch, session))
    expect(answers.map(({ id }) => id)).toEqual([1, '2'])
    expect((await post(url, [{ jsonrpc: '2.0', method: 'received' }], session)).status).toBe(202)
  })

  it('a body over many lines reaches the server as one', async () => {
    const session = await begin(url)
    const body = JSON.stringify(call(1, 'echo', { text: 'a\nb' }), null, '\r\n ')
    expect(await messagesOf(await post(url, body, session))).toEqual([
      { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: '{"text":"a\\nb"}' }] } },
    ])
  })
})

describe('the streams of one session', () => {
  it('bring each what belongs there, in the order in which the server said it', async () => {
    const session = await begin(url)
    const message = fc.oneof(
      fc.record({ token: fc.nat(2), n: fc.nat() }).map(({ token, n }) => ({
        method: 'notifications/progress',
        params: { progressToken: token, progress: n },
      })),
      fc.nat().map(n => ({ method: 'notifications/message', params: { data: n } })),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(message, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        async calls => {
          // every call waits, so that all are under way; then each says its part, one call after the other
          const answers = await Promise.all(
            calls.map(async (messages, token) => {
              const own = messages.map(each => ({
                jsonrpc: '2.0',
                ...each,
                params: { ...each.params, ...('progressToken' in each.params && { progressToken: token }) },
              }))
              return {
                own,
                got: await messagesOf(await post(url, tell(token, own, { progressToken: token }), session)),
              }
            }),
          )
          const told = answers.flatMap(({ own }) =>
            own.filter(({ method }) => method === 'notifications/message'),
          )
          for (const [id, { own, got }] of answers.entries()) {
            const progress = own.filter(({ method }) => method === 'notifications/progress')
            expect(got.filter(({ method }) => method === 'notifications/progress')).toEqual(progress)
            expect(got.at(-1)).toEqual({ jsonrpc: '2.0', id, result: {} })
          }
          const logs = answers.flatMap(({ got }) =>
            got.filter(({ method }) => method === 'notifications/message'),
          )
          expect(logs.map(each => JSON.stringify(each)).sort()).toEqual(
            told.map(each => JSON.stringify(each)).sort(),
          )
        },
      ),
      { numRuns: 25 },
    )
  })

  it('bring what belongs to no request on the stream that GET opened, also what came before it', async () => {
    const session = await begin(url)
    const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
    const early = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'early' } }
    const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })
    const bytes = Buffer.from(`${answer}\n${JSON.stringify(early)}\n`).toString('base64')
    await (await post(url, call(1, 'raw', { bytes }), session)).text()
    await (await post(url, { jsonrpc: '2.0', id: 2, method: 'received' }, session)).text()
    const stream = await fetch(url, { headers: { authorization, accept: 'text/event-stream', ...session } })
    const reader = stream.body?.getReader()
    const posted = await messagesOf(await post(url, tell(3, [changed]), session))
    expect(posted).toEqual([{ jsonrpc: '2.0', id: 3, result: {} }])
    let text = ''
    while (!text.includes('list_changed')) text += Buffer.from((await reader?.read())?.value ?? [])
    const messages = text.split('\n').filter(line => line.startsWith('data: '))
    expect(messages.map(line => JSON.parse(line.slice(6)))).toEqual([early, changed])
    await reader?.cancel()
  })

  it('hold up neither each other nor us where a host does not read one of them', async () => {
    const session = await begin(url)
    const stuck = request(url, { headers: { authorization, accept: 'text/event-stream', ...session } })
    stuck.end()
    const [response] = await once(stuck, 'response')
    response.pause()
    response.on('error', () => undefined)
    const cut = new Promise(resolve => response.once('close', resolve))
    const news = {
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { pad: 'x'.repeat(100_000) },
    }
    for (let n = 0; n < 120; n++) {
      const answer = await post(url, tell(n, [news]), session)
      expect((await messagesOf(answer)).at(-1)).toEqual({ jsonrpc: '2.0', id: n, result: {} })
    }
    response.resume()
    await cut
  })

  it('are cut off where a host reads nothing of one and waits for another', async () => {
    const session = await begin(url)
    const params = { progressToken: 't', message: 'x'.repeat(50_000) }
    const progress = { jsonrpc: '2.0', method: 'notifications/progress', params }
    const body = JSON.stringify(tell(1, Array(300).fill(progress), { progressToken: 't' }))
    const headers = { authorization, 'content-type': 'application/json', ...session }
    const stuck = request(url, { method: 'POST', headers })
    stuck.end(body)
    const [response] = await once(stuck, 'response')
    response.pause().on('error', () => undefined)
    const closed = new Promise(resolve => response.once('close', resolve))
    const others = await messagesOf(await post(url, call(2, 'echo'), session))
    expect(others.at(-1)).toMatchObject({ id: 2, result: {} })
    response.resume()
    await closed
    expect(response.complete).toBe(false) // what was too much for it was not kept
  })

  it('bring an answer of 10 MB whole', async () => {
    const session = await begin(url)
    const text = 'x'.repeat(10_000_000)
    const response = await post(url, call(1, 'echo', { text }), session)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000_000)
  })
})
