import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { Problem, reasonOf } from '../../problem.ts'
import { type Address, authorityOf } from '../../relay/listen/address.ts'
import { type Door, refusalAt } from '../../relay/listen/door.ts'

/** Serves over standard input and output until the input ends. */
export async function serveStdio(server: Server, input: Readable, output: Writable): Promise<void> {
  const ended = once(input, 'end')
  await server.connect(new StdioServerTransport(input, output))
  await ended
  await server.close()
}

/** A server that is reached at an address of this machine. */
export interface Served {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves over Streamable HTTP to whoever passes the door, without sessions: each request gets a server of its own,
 * all of which stand before the same things. Rejects with Problem `port-in-use` or `listen-failed`.
 */
export async function serveHttp(
  serverFor: () => Server,
  address: Address,
  token: string,
  tell: (error: unknown) => void,
): Promise<Served> {
  const http = createServer()
  const bound = await bind(http, address)
  const door: Door = { address: bound, token, allowedOrigins: [] }
  http.on('request', (request, response) => {
    enter(door, serverFor, request, response).catch(error => {
      tell(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  return {
    url: `http://${authorityOf(bound)}${path}`,
    async close() {
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
}

const path = '/mcp'

async function enter(
  door: Door,
  serverFor: () => Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refusalAt(door, request)
  if (refusal !== undefined) {
    response.writeHead(refusal.status, { 'content-type': 'text/plain', ...refusal.headers })
    response.end(`${refusal.message}\n`)
    return
  }
  if (request.url?.split('?')[0] !== path || request.method !== 'POST') {
    response.writeHead(request.method === 'POST' ? 404 : 405, { allow: 'POST' })
    response.end()
    return
  }
  const server = serverFor()
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.on('close', () => void server.close())
  await server.connect(transport as Parameters<Server['connect']>[0])
  await transport.handleRequest(request, response)
}

async function bind(http: ReturnType<typeof createServer>, { host, port }: Address): Promise<Address> {
  try {
    http.listen({ host, port, exclusive: true })
    await once(http, 'listening')
    return { host, port: (http.address() as AddressInfo).port }
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const facts = { address: authorityOf({ host, port }), reason: reasonOf(error) }
    throw new Problem(isTaken ? 'port-in-use' : 'listen-failed', facts, { cause: error })
  }
}
