import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '../rig.ts'
import { ofThisTest } from './servers.ts'

const { rigFor } = ofThisTest()

describe.each([
  ['event streams', false],
  ['JSON', true],
])('a server of the first SDK that answers in %s', (_, enableJsonResponse) => {
  let listener: HttpServer
  let url: string
  const transports = new Map<string, StreamableHTTPServerTransport>()

  beforeAll(async () => {
    listener = createServer(async (request, response) => {
      const known = transports.get(String(request.headers['mcp-session-id']))
      if (known) return known.handleRequest(request, response)
      const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse,
        onsessioninitialized: id => void transports.set(id, transport),
      })
      const mcp = new McpServer({ name: 'sdk', version: '1' })
      mcp.registerTool('add', { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
        content: [{ type: 'text', text: String(a + b) }],
      }))
      await mcp.connect(transport as never)
      await transport.handleRequest(request, response)
    })
    await new Promise<void>(done => listener.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`
  })
  afterAll(() => {
    listener.closeAllConnections()
    listener.close()
  })

  it('is called as if it were a child, over sessions that it forgets', async () => {
    const rig = rigFor(url)
    expect(await rig.begin()).toMatchObject({ result: { serverInfo: { name: 'sdk' } } })
    rig.send(call(1, 'add', { a: 1, b: 2 }))
    expect(await rig.next()).toMatchObject({ id: 1, result: { content: [{ text: '3' }] } })
    transports.clear()
    rig.send(call(2, 'add', { a: 3, b: 4 }))
    expect(await rig.next()).toMatchObject({ id: 2, result: { content: [{ text: '7' }] } })
    expect(transports.size).toBe(1)
  })
})

describe.each([
  ['streamableHttp', '/mcp'],
  ['sse', '/sse'],
])('server-everything over %s', (mode, path) => {
  let server: ChildProcess
  let port: number

  beforeAll(async () => {
    port = await freePort()
    server = spawn(process.execPath, [everything, mode], {
      env: { ...process.env, PORT: String(port) },
      stdio: 'pipe',
    })
    await new Promise<void>(done => {
      const look = (text: Buffer) => /listening on port|running on port/.test(String(text)) && done()
      server.stdout?.on('data', look)
      server.stderr?.on('data', look)
    })
  })
  afterAll(() => void server.kill('SIGKILL'))

  it('lists, calls, asks back and tells its progress', async () => {
    const rig = rigFor(`http://127.0.0.1:${port}${path}`)
    expect(await rig.begin()).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
    rig.send({ jsonrpc: '2.0', id: 'list', method: 'tools/list' })
    const until = async (isIt: (message: Record<string, unknown>) => boolean) => {
      for (;;) {
        const message = await rig.next()
        if (message.method === 'roots/list')
          rig.send({ jsonrpc: '2.0', id: message.id, result: { roots: [] } })
        if (isIt(message)) return message
      }
    }
    expect((await until(({ id }) => id === 'list')).result).toMatchObject({ tools: expect.any(Array) })
    rig.send(call('sum', 'get-sum', { a: 2, b: 5 }))
    expect(JSON.stringify(await until(({ id }) => id === 'sum'))).toContain('The sum of 2 and 5 is 7.')
    rig.send(call('sample', 'trigger-sampling-request', { prompt: 'Hi', maxTokens: 5 }))
    const asked = await until(({ method }) => method === 'sampling/createMessage')
    const content = { type: 'text', text: 'sampled words' }
    rig.send({ jsonrpc: '2.0', id: asked.id, result: { role: 'assistant', content, model: 'm' } })
    expect(JSON.stringify(await until(({ id }) => id === 'sample'))).toContain('sampled words')
    const params = { name: 'trigger-long-running-operation', arguments: { duration: 0.1, steps: 2 } }
    rig.send({
      jsonrpc: '2.0',
      id: 'long',
      method: 'tools/call',
      params: { ...params, _meta: { progressToken: 'p' } },
    })
    expect(await until(({ method }) => method === 'notifications/progress')).toMatchObject({
      params: { progressToken: 'p' },
    })
    await until(({ id }) => id === 'long')
  })
})

const root = resolve(import.meta.dirname, '../../..')
const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

async function freePort(): Promise<number> {
  const listener = createServer()
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done))
  const { port } = listener.address() as AddressInfo
  await new Promise(done => listener.close(done))
  return port
}
