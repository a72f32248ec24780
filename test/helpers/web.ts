import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../src/json.ts'

/** One request that a web server got. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** The body as JSON, where it is some. */
  readonly body: JsonObject
  readonly response: ServerResponse
  /** Answers with JSON. */
  json(value: unknown, status?: number, headers?: Record<string, string>): void
  /** Answers with the beginning of an event stream, which stays open. */
  events(text?: string, headers?: Record<string, string>): void
  /** Answers with a status and no more. */
  status(status: number, headers?: Record<string, string>): void
}

/** A web server on the loopback that does with each request what the test says. */
export interface Web {
  readonly url: string
  readonly port: number
  /** Every request so far. */
  readonly seen: Seen[]
  /** Resolves with the first request, past or to come, that is like this. */
  first(isIt: (seen: Seen) => boolean): Promise<Seen>
  close(): Promise<void>
}

export async function serveWeb(answer: (seen: Seen, web: Web) => void | Promise<void>): Promise<Web> {
  const seen: Seen[] = []
  let look: (() => void)[] = []
  const listener = createServer(async (request, response) => {
    response.on('error', () => undefined)
    const one = seenOf(request, response, await textOf(request))
    seen.push(one)
    for (const each of look) each()
    await answer(one, web)
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const web: Web = {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    first: isIt =>
      new Promise(resolve => {
        const again = () => {
          const found = seen.find(isIt)
          if (!found) return
          look = look.filter(each => each !== again)
          resolve(found)
        }
        look.push(again)
        again()
      }),
    close: () =>
      new Promise(resolve => {
        listener.close(() => resolve())
        listener.closeAllConnections()
      }),
  }
  return web
}

function seenOf(request: IncomingMessage, response: ServerResponse, text: string): Seen {
  const stream = { 'Content-Type': 'text/event-stream' }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    text,
    body: parsed(text),
    response,
    json(value, status = 200, headers = {}) {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
      response.end(typeof value === 'string' ? value : JSON.stringify(value))
    },
    events(text = '', headers = {}) {
      response.writeHead(200, { ...stream, ...headers })
      response.flushHeaders()
      response.write(text)
    },
    status: (status, headers = {}) => void response.writeHead(status, headers).end(),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

function parsed(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    return {}
  }
}

/** The result of a request, as a server would send it. */
export function resultOf({ body }: Seen, result: object): JsonObject {
  return { jsonrpc: '2.0', id: body.id ?? null, result: result as JsonObject }
}

/** A message as an event of a stream. */
export function eventOf(message: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`
}

/** What a plain server of the earlier era answers to the beginning of a session; undefined where it is something else. */
export function greeted(seen: Seen, session?: string): true | undefined {
  const headers = session === undefined ? {} : { 'Mcp-Session-Id': session }
  if (seen.body.method === 'initialize')
    seen.json(
      resultOf(seen, {
        protocolVersion: '2025-11-25',
        capabilities: {},
        serverInfo: { name: 'web', version: '1' },
      }),
      200,
      headers,
    )
  else if (seen.body.method === 'notifications/initialized') seen.status(202)
  else if (seen.method === 'GET') seen.status(405)
  else if (seen.method === 'DELETE') seen.status(200)
  else return undefined
  return true
}
