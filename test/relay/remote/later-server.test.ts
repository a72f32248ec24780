import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import {
  createMcpHandler,
  fromJsonSchema,
  InMemoryServerEventBus,
  McpServer,
} from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOf, resultOf } from '../../helpers/web.ts'
import { later } from './rig.ts'
import { ofThisTest } from './servers.ts'

const { serve, rigFor } = ofThisTest()

/** A server of the second SDK, as that serves 2026-07-28: each request is checked against its headers. */
const bus = new InMemoryServerEventBus()
let listener: Server
let url: string
const seen: string[] = []

function make() {
  const mcp = new McpServer(
    { name: 'later', version: '1' },
    { capabilities: { tools: { listChanged: true }, logging: {} } },
  )
  const inputSchema = fromJsonSchema<{ region: string; count?: number }>({
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      count: { type: 'integer', 'x-mcp-header': 'Count' },
    },
    required: ['region'],
  } as never)
  mcp.registerTool('store', { description: 'Stores', inputSchema }, async ({ region, count }, { mcpReq }) => {
    await mcpReq.notify({
      method: 'notifications/message',
      params: { level: 'info', data: 'storing' },
    } as never)
    return { content: [{ type: 'text' as const, text: `${region} ${count ?? 0}` }] }
  })
  return mcp
}

beforeAll(async () => {
  const handler = createMcpHandler(make, { bus })
  listener = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.headers['mcp-method']}`)
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        signal: gone.signal,
        ...(request.method === 'POST' && { body: Readable.toWeb(request) as never, duplex: 'half' as const }),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body === null) return response.end()
    Readable.fromWeb(answer.body as never)
      .on('error', () => response.destroy())
      .pipe(response)
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`
})
afterAll(() => {
  listener.closeAllConnections()
  listener.close()
})

const call = (id: number, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'store', arguments: args, _meta: later() },
})

describe('a server of the later era', () => {
  it('is discovered, listed and called, with the headers that it checks', async () => {
    const rig = rigFor(url)
    expect(await rig.ask('server/discover', { _meta: later() })).toMatchObject({
      result: { supportedVersions: ['2026-07-28'] },
    })
    expect(await rig.ask('tools/list', { _meta: later() })).toMatchObject({
      result: { tools: [{ name: 'store' }], ttlMs: expect.any(Number) },
    })
    rig.send(call(5, { region: 'Köln', count: 3 }))
    const lines = [await rig.next(), await rig.next()]
    expect(lines[0]).toMatchObject({ method: 'notifications/message' })
    expect(lines[1]).toMatchObject({ id: 5, result: { content: [{ text: 'Köln 3' }] } })
  })

  it('is listed by us where the host calls a tool from a list that it kept', async () => {
    const rig = rigFor(url)
    rig.send(call(6, { region: 'eu' }))
    const lines = [await rig.next(), await rig.next()]
    expect(lines[1]).toMatchObject({ id: 6, result: { content: [{ text: 'eu 0' }] } })
    expect(seen.slice(-3)).toEqual(['POST tools/call', 'POST tools/list', 'POST tools/call'])
  })

  it('keeps its refusals, with their codes', async () => {
    const rig = rigFor(url)
    expect(await rig.ask('no/such', { _meta: later() })).toMatchObject({ error: { code: -32601 } })
  })

  it('keeps a subscription open for as long as the host wants it, and no longer', async () => {
    const rig = rigFor(url)
    rig.send({
      jsonrpc: '2.0',
      id: 'sub',
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: later() },
    })
    expect(await rig.next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    bus.publish({ kind: 'tools_list_changed' })
    expect(await rig.next()).toMatchObject({
      method: 'notifications/tools/list_changed',
      params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' } },
    })
    await rig.leave()
    expect(await rig.relay.ended).toEqual({ code: 0, signal: null })
  })

  it('is spoken to in the earlier era by a host that begins so', async () => {
    const rig = rigFor(url)
    expect(await rig.begin()).toMatchObject({ result: { serverInfo: { name: 'later' } } })
    rig.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'store', arguments: { region: 'x' } },
    })
    expect(await rig.next()).toMatchObject({ method: 'notifications/message' })
    expect(await rig.next()).toMatchObject({ id: 1, result: { content: [{ text: 'x 0' }] } })
  })
})

describe('a request of the later era', () => {
  it('is cancelled by giving up its stream, without a word', async () => {
    const web = await serve(one => one.events(': at work\n\n'))
    const rig = rigFor(web.url)
    rig.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', _meta: later() } })
    const { response } = await web.first(({ body }) => body.id === 1)
    const closed = new Promise(resolve => response.on('close', resolve))
    rig.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, reason: 'enough' },
    })
    await closed
    expect(web.seen.length).toBe(1)
  })

  it('belongs to no session, also where there is one', async () => {
    const web = await serve(one => {
      if (one.body.method === 'initialize')
        one.json(resultOf(one, { protocolVersion: '2025-11-25' }), 200, { 'Mcp-Session-Id': 's' })
      else one.json(resultOf(one, {}), 200, { 'Mcp-Session-Id': 'other' })
    })
    const rig = rigFor(web.url)
    await rig.ask('initialize')
    await rig.ask('ping', { _meta: later() })
    expect(web.seen[1]?.headers['mcp-session-id']).toBeUndefined()
    await rig.ask('ping')
    expect(web.seen[2]?.headers['mcp-session-id']).toBe('s')
  })

  it('is not taken up again where its stream breaks: the revision has no such thing', async () => {
    const web = await serve(one => {
      one.events(eventOf({ jsonrpc: '2.0', method: 'n' }, 'e1'))
      setImmediate(() => one.response.destroy())
    })
    const rig = rigFor(web.url)
    rig.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', _meta: later() } })
    expect(await rig.next()).toMatchObject({ method: 'n' })
    expect(await rig.next()).toMatchObject({ id: 1, error: { code: -32000 } })
    expect(web.seen.length).toBe(1)
  })
})
