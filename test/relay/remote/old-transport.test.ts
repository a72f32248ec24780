import { describe, expect, it } from 'vitest'
import { eventOf, resultOf, type Seen, type Web } from '../../helpers/web.ts'
import { call } from '../rig.ts'
import { hello } from './rig.ts'
import { ofThisTest } from './servers.ts'

const { serve, rigFor } = ofThisTest()

/** A server of the transport of 2024-11-05, whose messages go to `endpoint`. */
function oldServer(endpoint: (web: Web, streams: number) => string) {
  const streams: Seen[] = []
  const answer = (seen: Seen, web: Web) => {
    if (seen.method === 'GET') {
      streams.push(seen)
      return seen.events(`event: endpoint\ndata: ${endpoint(web, streams.length)}\n\n`)
    }
    if (seen.path === '/sse') return seen.status(405)
    seen.response.writeHead(202).end('Accepted')
    const { method, id } = seen.body
    if (id === undefined || method === undefined || method === 'hang') return
    streams.at(-1)?.response.write(eventOf(resultOf(seen, { method, protocolVersion: '2024-11-05' })))
  }
  return { streams, answer }
}

describe('a server of the oldest transport', () => {
  it('is found where it does not take the first message, and answers on its one stream', async () => {
    const { answer } = oldServer(() => '/messages?session=a')
    const web = await serve(answer)
    const rig = rigFor(`${web.url}/sse`)
    expect(await rig.begin()).toMatchObject({ result: { protocolVersion: '2024-11-05' } })
    expect(await rig.ask('tools/list')).toMatchObject({ result: { method: 'tools/list' } })
    expect(web.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /sse',
      'GET /sse',
      'POST /messages?session=a',
      'POST /messages?session=a',
      'POST /messages?session=a',
    ])
  })

  it('is begun again in silence when its stream has ended; what was under way is told', async () => {
    const { streams, answer } = oldServer((_, count) => `/messages?session=${count}`)
    const web = await serve(answer)
    const rig = rigFor(`${web.url}/sse`)
    await rig.begin()
    rig.send(call(1, 'x'))
    expect(await rig.next()).toMatchObject({ id: 1 })
    rig.send({ jsonrpc: '2.0', id: 2, method: 'hang' })
    await web.first(({ body }) => body.method === 'hang')
    streams[0]?.response.destroy()
    expect(await rig.next()).toMatchObject({ id: 2, error: { code: -32000 } })
    expect(await rig.ask('tools/list')).toMatchObject({ result: { method: 'tools/list' } })
    expect(web.seen.at(-1)?.path).toBe('/messages?session=2')
  })

  it('may not send us to another server', async () => {
    const { answer } = oldServer(() => 'http://127.0.0.2:1/messages')
    const web = await serve(answer)
    const answered = await rigFor(`${web.url}/sse`).ask('initialize', hello)
    expect(JSON.stringify(answered)).toContain('sends us on to http://127.0.0.2:1')
  })

  it('is not mistaken for one that refuses the first message, and its words are told', async () => {
    const web = await serve(seen => {
      if (seen.method === 'GET') return seen.events('data: not an endpoint\n\n')
      seen.json({ jsonrpc: '2.0', id: seen.body.id, error: { code: -32602, message: 'bad' } }, 400)
    })
    expect(await rigFor(web.url).ask('initialize', hello)).toMatchObject({ error: { code: -32602 } })
  })
})
