import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { greeted, resultOf, type Seen } from '../../helpers/web.ts'
import { call } from '../rig.ts'
import { ofThisTest } from './servers.ts'

const { serve, rigFor } = ofThisTest()

/** Begins, then does with each call what the test says. */
const afterGreeting = (answer: (seen: Seen) => void) => (seen: Seen) => void (greeted(seen) ?? answer(seen))
const errorOf = (answer: Record<string, unknown>) => answer.error as { code: number; message: string }

describe('an error of HTTP', () => {
  const told = async (answer: (seen: Seen) => void) => {
    const rig = rigFor((await serve(afterGreeting(answer))).url)
    await rig.begin()
    rig.send(call(4, 'ship'))
    return await rig.next()
  }

  it('goes through as it came where its body is the answer', async () => {
    const error = { code: -32601, message: 'Method not found', data: { a: 1 } }
    expect(await told(seen => seen.json({ jsonrpc: '2.0', id: seen.body.id, error }, 404))).toEqual({
      jsonrpc: '2.0',
      id: 4,
      error,
    })
  })

  it('goes through under the request’s id where the server had not read that', async () => {
    const error = { code: -32022, message: 'Unsupported protocol version', data: { supported: ['x'] } }
    for (const id of [{ id: null }, {}])
      expect(await told(seen => seen.json({ jsonrpc: '2.0', ...id, error }, 400))).toEqual({
        jsonrpc: '2.0',
        id: 4,
        error,
      })
  })

  it('is told in words, with what the server said, cut and without markup or control characters', async () => {
    const page = `<html><style>p{}</style><body>\u001b[31m<p>Down for\u0000 ${'x'.repeat(5000)}</p></body></html>`
    const { code, message } = errorOf(await told(seen => void seen.response.writeHead(418).end(page)))
    expect(code).toBe(-32000)
    expect(message).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+ answered tools\/call with HTTP 418: \[31m Down for x+…\. /,
    )
    expect(message.length).toBeLessThan(400)
    expect(message).not.toContain('effect')
  })

  it('says that the effect of a call is unknown where the server failed in it', async () => {
    const { message } = errorOf(await told(seen => seen.status(502)))
    expect(message).toContain('HTTP 502')
    expect(message).toContain('Whether the call had an effect is not known.')
  })

  it('says what to do about 401 and 403', async () => {
    const refused = errorOf(await told(seen => seen.status(401)))
    expect(refused.message).toContain('asks who you are (HTTP 401)')
    expect(refused.message).toContain('MCPGRAPHY_HEADERS')
    expect(errorOf(await told(seen => seen.status(403))).message).toContain('ask whoever runs the server')
  })

  it.each([
    [
      'a page',
      (seen: Seen) => void seen.response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hi'),
      'text/html',
    ],
    ['nothing', (seen: Seen) => seen.status(200), 'it sent nothing'],
    ['a bare 202', (seen: Seen) => seen.status(202), 'no answer'],
    ['JSON that answers nothing', (seen: Seen) => seen.json({ hello: 'world' }), 'no answer'],
    ['no JSON', (seen: Seen) => seen.json('{"jsonrpc"'), 'no answer'],
    ['404', (seen: Seen) => seen.status(404), 'HTTP 404'],
  ])('says of %s that the server is none of MCP', async (_, answer, words) => {
    const { message } = errorOf(await told(answer))
    expect(message).toContain('does not answer as an MCP server')
    expect(message).toContain(words)
    expect(message).toContain('/mcp or /sse')
  })

  it('does not hide in a compressed body', async () => {
    const answer = (seen: Seen) => gzipSync(JSON.stringify(resultOf(seen, { packed: true })))
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
    const told200 = await told(seen => void seen.response.writeHead(200, headers).end(answer(seen)))
    expect(told200).toMatchObject({ id: 4, result: { packed: true } })
  })

  it('reaches each request of a batch', async () => {
    const rig = rigFor((await serve(afterGreeting(seen => seen.status(500)))).url)
    await rig.begin()
    rig.send(
      '[{"jsonrpc":"2.0","id":1,"method":"x"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":"b","method":"x"}]',
    )
    expect(await rig.next()).toMatchObject({ id: 1, error: { code: -32000 } })
    expect(await rig.next()).toMatchObject({ id: 'b', error: { code: -32000 } })
  })
})

describe('a network that fails', () => {
  it('is told at once where nobody listens, and does not end the proxy', async () => {
    const web = await serve(() => undefined)
    await web.close()
    const rig = rigFor(`${web.url}/mcp?key=secret-1`)
    for (const method of ['initialize', 'tools/call']) {
      const { message } = errorOf(await rig.ask(method))
      expect(message).toContain(`No connection to http://127.0.0.1:${web.port}: `)
      expect(message).not.toContain('effect')
    }
    expect(rig.said()).toContain('No connection')
    expect(rig.said() + JSON.stringify(rig)).not.toContain('secret-1')
  })

  it('leaves the effect of a call unknown where the connection breaks in it', async () => {
    const web = await serve(afterGreeting(seen => void seen.response.destroy()))
    const rig = rigFor(web.url)
    await rig.begin()
    rig.send(call(4, 'ship'))
    const { message } = errorOf(await rig.next())
    expect(message).toContain('broke before the answer came')
    expect(message).toContain('Whether the call had an effect is not known.')
  })

  it('leaves it unknown where a JSON answer breaks off', async () => {
    const web = await serve(
      afterGreeting(seen => {
        seen.response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
        seen.response.write('{"jsonrpc":"2.0","id":4,"res', () => seen.response.destroy())
      }),
    )
    const rig = rigFor(web.url)
    await rig.begin()
    rig.send(call(4, 'ship'))
    expect(errorOf(await rig.next()).message).toContain('Whether the call had an effect is not known.')
  })

  it('says so where the other side speaks no TLS', async () => {
    const plain = createServer(socket => void socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    await new Promise<void>(resolve => plain.listen(0, '127.0.0.1', resolve))
    const { port } = plain.address() as { port: number }
    const rig = rigFor(`https://127.0.0.1:${port}/`)
    const { message } = errorOf(await rig.ask('initialize'))
    expect(message).toContain('is not secure')
    expect(message).toContain('NODE_EXTRA_CA_CERTS')
    plain.close()
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'by %i is followed within the server, with method, body and headers',
    async status => {
      const web = await serve(seen => {
        if (seen.path === '/old') return seen.status(status, { Location: '/new?x=1' })
        if (seen.path === '/new?x=1') return seen.status(307, { Location: './mcp' })
        void (greeted(seen) ?? seen.json(resultOf(seen, { at: seen.path, by: seen.method })))
      })
      const rig = rigFor(`${web.url}/old`, { headers: { Authorization: 'Bearer k' } })
      expect(await rig.ask('x', { a: 1 })).toMatchObject({ result: { at: '/mcp', by: 'POST' } })
      expect(web.seen.at(-1)?.body.params).toEqual({ a: 1 })
      expect(web.seen.at(-1)?.headers.authorization).toBe('Bearer k')
    },
  )

  it('to another server is refused, and nothing reaches that', async () => {
    const other = await serve(seen => seen.json(resultOf(seen, {})))
    const web = await serve(seen => seen.status(307, { Location: `${other.url}/mcp?token=t0p` }))
    const rig = rigFor(web.url, { headers: { Authorization: 'Bearer k' } })
    const { message } = errorOf(await rig.ask('initialize'))
    expect(message).toContain(`${web.url} sends us on to ${other.url}`)
    expect(message).not.toContain('t0p')
    expect(other.seen).toEqual([])
  })

  it('that never ends is given up', async () => {
    const web = await serve(seen => seen.status(302, { Location: '/again' }))
    expect(errorOf(await rigFor(web.url).ask('initialize')).message).toContain('sends us on')
    expect(web.seen.length).toBeLessThan(10)
  })
})

describe('what lets us in', () => {
  it('is sent with every request, and not what the protocol says itself', async () => {
    const web = await serve(afterGreeting(seen => seen.json(resultOf(seen, {}))))
    const rig = rigFor(web.url, { headers: { 'X-Key': 'k1', accept: 'text/html' } })
    await rig.begin()
    await rig.ask('x')
    for (const { headers } of web.seen) expect(headers).toMatchObject({ 'x-key': 'k1' })
    expect(web.seen[0]?.headers.accept).toContain('application/json')
  })

  it('is not sent over plain http from afar without a word about it', async () => {
    const key = { headers: { 'X-Key': 'k1' } }
    expect(rigFor('http://192.0.2.1/mcp', key).said()).toContain('can be read by everybody on the way')
    expect(rigFor('http://192.0.2.1/mcp').said()).toBe('')
    expect(rigFor('http://localhost:1/mcp', key).said()).toBe('')
  })

  it('is taken from user and password in the address, which are never shown', async () => {
    const web = await serve(seen => seen.status(seen.headers.authorization ? 500 : 401))
    const rig = rigFor(web.url.replace('//', '//me:p%40ss@'))
    const { message } = errorOf(await rig.ask('initialize'))
    expect(web.seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`)
    expect(message + rig.said()).not.toMatch(/p@ss|p%40ss/)
  })
})
