import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createSessions } from './sessions.ts'
import { createShared } from './shared.ts'
import type { Wire } from './wire.ts'

/** A command that speaks over its standard streams, served under an address. */
export interface Bridge {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves a stdio command over Streamable HTTP, since the conformance suite takes only an address: up to 2025-11-25 the
 * command is started for each session (or serves one after the other, where it `reuses` them), from 2026-07-28 on once
 * for all. Checks of HTTP itself are answered here as far as they are simple; what the command says goes through as it
 * is.
 */
export async function bridge(command: readonly string[], reuses = false): Promise<Bridge> {
  const sessions = createSessions(command, reuses)
  const shared = createShared(command)
  const server = createServer(async (request, response) => {
    if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? ''))
      return void response.writeHead(403).end()
    const message = request.method === 'POST' ? asMessage(await text(request)) : undefined
    if (isModern(request, message)) shared.serve(message ?? {}, request, response)
    else sessions.serve(message, request, response)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      await Promise.all([sessions.close(), shared.close()])
      server.closeAllConnections()
      await new Promise(resolve => void server.close(resolve))
    },
  }
}

/** Who serves one exchange over HTTP. */
export interface Side {
  serve(message: Wire | undefined, request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

/** The message tells its era; one that does not is of the era that the header names. */
function isModern(request: IncomingMessage, message: Wire | undefined): boolean {
  if (message?.params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined) return true
  const version = String(request.headers['mcp-protocol-version'] ?? '')
  return message?.method !== 'initialize' && version !== '' && !/^202[45]-/.test(version)
}

function asMessage(body: string): Wire | undefined {
  try {
    return JSON.parse(body) as Wire
  } catch {
    return undefined
  }
}
