import { describe, expect, it } from 'vitest'
import { eventOf, greeted, resultOf, type Seen, type Web } from '../../helpers/web.ts'
import { call } from '../rig.ts'
import { ofThisTest } from './servers.ts'

const { serve, rigFor } = ofThisTest()
const methods = (web: Web) => web.seen.map(({ method, body }) => body.method ?? method)

describe('a session of the earlier era', () => {
  it('carries the session and the agreed revision in every request after the first, and is ended by DELETE', async () => {
    const web = await serve(seen => void (greeted(seen, 's-1') ?? seen.json(resultOf(seen, { tools: [] }))))
    const rig = rigFor(`${web.url}/mcp`)
    await rig.begin()
    expect(await rig.ask('tools/list')).toMatchObject({ result: { tools: [] } })
    await rig.leave()
    const [first, ...rest] = web.seen
    expect(first?.headers).toMatchObject({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    })
    expect(first?.headers['mcp-session-id']).toBeUndefined()
    expect(first?.headers['mcp-protocol-version']).toBeUndefined()
    for (const { headers, path } of rest) {
      expect(headers).toMatchObject({ 'mcp-session-id': 's-1', 'mcp-protocol-version': '2025-11-25' })
      expect(path).toBe('/mcp')
    }
    expect(methods(web)).toEqual(['initialize', 'notifications/initialized', 'GET', 'tools/list', 'DELETE'])
  })

  it('sends nothing before the host speaks', async () => {
    const web = await serve(seen => void greeted(seen))
    await rigFor(web.url).leave()
    expect(web.seen).toEqual([])
  })

  it('sends what comes after a notification only when the server has taken that', async () => {
    const web = await serve(async seen => {
      if (seen.body.method === 'notifications/initialized') {
        await new Promise(resolve => setImmediate(resolve))
        expect(methods(web)).not.toContain('tools/list')
      }
      void (greeted(seen) ?? seen.json(resultOf(seen, {})))
    })
    const rig = rigFor(web.url)
    await rig.begin()
    await rig.ask('tools/list')
    expect(methods(web).indexOf('tools/list')).toBeGreaterThan(
      methods(web).indexOf('notifications/initialized'),
    )
  })

  it('passes on what the server sends on the stream of a request, and takes the host’s answers back', async () => {
    const web = await serve(seen => {
      if (greeted(seen)) return
      if (seen.body.method !== 'tools/call') return seen.status(202)
      seen.events(eventOf({ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } }))
      seen.response.write(eventOf({ jsonrpc: '2.0', id: 'q', method: 'roots/list' }))
      void web
        .first(({ body }) => body.id === 'q' && body.result !== undefined)
        .then(() => seen.response.end(eventOf(resultOf(seen, { content: [] }))))
    })
    const rig = rigFor(web.url)
    await rig.begin()
    rig.send(call(7, 'ask'))
    expect(await rig.next()).toMatchObject({ method: 'notifications/progress' })
    expect(await rig.next()).toEqual({ jsonrpc: '2.0', id: 'q', method: 'roots/list' })
    rig.send({ jsonrpc: '2.0', id: 'q', result: { roots: [] } })
    expect(await rig.next()).toMatchObject({ id: 7, result: { content: [] } })
  })

  it('gives every byte of a message as it came, on one line', async () => {
    const odd =
      '{ "jsonrpc":"2.0",\t"id":5,"result":{"n":1.0e400,"big":12345678901234567890,"s":"\\ud800 é𝄞"} ,"x":null}'
    const web = await serve(seen => {
      if (greeted(seen)) return
      if (seen.body.id === 5) seen.events(`data: ${odd}\n\n`)
      if (seen.body.id === 5) seen.response.end()
      else seen.json(JSON.stringify(resultOf(seen, { a: [1] }), null, 2))
    })
    const rig = rigFor(web.url)
    await rig.begin()
    rig.send({ jsonrpc: '2.0', id: 5, method: 'x' })
    expect(await rig.nextLine()).toBe(odd)
    rig.send({ jsonrpc: '2.0', id: 6, method: 'x' })
    expect(JSON.parse(await rig.nextLine())).toEqual({ jsonrpc: '2.0', id: 6, result: { a: [1] } })
  })

  it('takes one answer out of an array, and leaves the array to a host that sent one', async () => {
    const web = await serve(seen => {
      if (greeted(seen)) return
      if (Array.isArray(seen.body))
        seen.json(seen.body.map(each => ({ jsonrpc: '2.0', id: each.id, result: {} })))
      else seen.json([resultOf(seen, { one: true })])
    })
    const rig = rigFor(web.url)
    await rig.begin()
    expect(await rig.ask('x')).toMatchObject({ result: { one: true } })
    rig.send('[{"jsonrpc":"2.0","id":1,"method":"x"},{"jsonrpc":"2.0","id":2,"method":"x"}]')
    expect(await rig.next()).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ])
  })

  it('posts the cancelling of a call, and waits for its answer no longer', async () => {
    const web = await serve(seen => {
      if (greeted(seen)) return
      if (seen.body.method === 'tools/call') seen.events(': waiting\n\n')
      else seen.status(202)
    })
    const rig = rigFor(web.url)
    await rig.begin()
    rig.send(call(9, 'slow'))
    const { response } = await web.first(({ body }) => body.method === 'tools/call')
    const closed = new Promise(resolve => response.on('close', resolve))
    rig.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } })
    const cancelling = await web.first(({ body }) => body.method === 'notifications/cancelled')
    expect(cancelling.body.params).toEqual({ requestId: 9 })
    await closed
  })
})

describe('the stream on which the server speaks first', () => {
  it('is opened again behind the last event, after as long as the server asks', async () => {
    const web = await serve(seen => {
      if (seen.method !== 'GET') return void (greeted(seen, 's') ?? seen.status(202))
      const behind = seen.headers['last-event-id']
      if (behind === 'e2') return seen.events()
      const message = { jsonrpc: '2.0', method: `n/${behind ?? 'first'}` }
      seen.events(`retry: 1\n${eventOf(message, behind === undefined ? 'e1' : 'e2')}`)
      seen.response.end()
    })
    const rig = rigFor(web.url)
    await rig.begin()
    expect(await rig.next()).toMatchObject({ method: 'n/first' })
    expect(await rig.next()).toMatchObject({ method: 'n/e1' })
    const third = await web.first(({ headers }) => headers['last-event-id'] === 'e2')
    expect(third.headers).toMatchObject({ accept: 'text/event-stream', 'mcp-session-id': 's' })
  })
})

describe('a stream that ends before its answer came', () => {
  const broken = (id: string | undefined) => (seen: Seen) => {
    if (seen.method === 'GET' && seen.headers['last-event-id'] === 'p1') {
      seen.events(eventOf({ jsonrpc: '2.0', id: 3, result: { late: true } }))
      return void seen.response.end()
    }
    if (greeted(seen)) return
    if (seen.body.method !== 'tools/call') return seen.status(202)
    seen.events(id === undefined ? ': hello\n\n' : `id: ${id}\nretry: 1\ndata:\n\n`)
    setImmediate(() => seen.response.destroy())
  }

  it('is taken up again behind its last event', async () => {
    const rig = rigFor((await serve(broken('p1'))).url)
    await rig.begin()
    rig.send(call(3, 'long'))
    expect(await rig.next()).toMatchObject({ id: 3, result: { late: true } })
  })

  it('is told as an error, with the effect unknown, where the server gave no ids', async () => {
    const rig = rigFor((await serve(broken(undefined))).url)
    await rig.begin()
    rig.send(call(3, 'long'))
    const { error } = await rig.next()
    expect(error).toMatchObject({ code: -32000 })
    expect(JSON.stringify(error)).toContain('Whether the call had an effect is not known.')
  })

  it('is told as an error where the server will not take it up', async () => {
    const rig = rigFor((await serve(broken('unknown'))).url)
    await rig.begin()
    rig.send(call(3, 'long'))
    expect(await rig.next()).toMatchObject({ id: 3, error: { code: -32000 } })
  })
})

describe('a session that the server has lost', () => {
  /** Forgets its sessions when it is told to. */
  const forgetful = (refuse: (seen: Seen) => void, renews = true) => {
    let [sessions, current] = [0, '']
    return {
      forget() {
        current = 'none'
      },
      answer(seen: Seen) {
        if (seen.body.method === 'initialize') {
          if (sessions > 0 && !renews) return seen.status(503)
          current = `s-${++sessions}`
        } else if (seen.headers['mcp-session-id'] !== current && seen.method !== 'DELETE') return refuse(seen)
        void (greeted(seen, current) ?? seen.json(resultOf(seen, { session: current })))
      },
    }
  }
  const notFound = (seen: Seen) =>
    seen.json({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }, 404)
  const badRequest = (seen: Seen) =>
    seen.json(
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32000, message: 'Bad Request: No valid session ID provided' },
      },
      400,
    )

  it.each([
    ['404', notFound],
    ['400 that speaks of the session', badRequest],
  ])('is begun again in silence, after a %s, and the one request sent again', async (_, refuse) => {
    const server = forgetful(refuse)
    const web = await serve(server.answer)
    const rig = rigFor(web.url)
    await rig.begin()
    await web.first(({ method }) => method === 'GET')
    server.forget()
    expect(await rig.ask('x')).toMatchObject({ result: { session: 's-2' } })
    expect(rig.said()).toContain('lost our session')
    const again = web.seen.filter(({ body }) => body.method === 'initialize')
    expect(again[1]?.body).toEqual(again[0]?.body)
    expect(again[1]?.headers['mcp-session-id']).toBeUndefined()
  })

  it('is begun again once, however many requests meet the loss', async () => {
    const server = forgetful(notFound)
    const web = await serve(server.answer)
    const rig = rigFor(web.url)
    await rig.begin()
    server.forget()
    for (let id = 1; id <= 8; id++) rig.send({ jsonrpc: '2.0', id, method: 'x' })
    const answers = []
    for (let id = 1; id <= 8; id++) answers.push(await rig.next())
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    for (const { result } of answers) expect(result).toEqual({ session: 's-2' })
    expect(web.seen.filter(({ body }) => body.method === 'initialize').length).toBe(2)
  })

  it('leads to an error where no other can be begun', async () => {
    const server = forgetful(notFound, false)
    const rig = rigFor((await serve(server.answer)).url)
    await rig.begin()
    server.forget()
    expect(await rig.ask('x')).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('HTTP 503') },
    })
  })
})
