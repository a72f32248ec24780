import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isObject, type JsonObject, parseJson } from '../../../src/json.ts'
import type { Dialect, Shown } from './dialect.ts'

/** A call that the model is to make: the tool by the name that its server gives it. */
export interface ScriptedCall {
  readonly tool: string
  readonly args: JsonObject
}

/** A model on this machine that makes the calls of a script, one a turn, and keeps what it was shown of each. */
export interface ScriptedModel {
  /** Where it listens, without a path. */
  readonly url: string
  /** What it was shown of each call of the script, as far as it came. */
  shown(): readonly Shown[]
  /** Everything that it was asked, for whoever wonders why a host came no further. */
  asked(): readonly string[]
  /** The addresses elsewhere that a host wanted to reach, where this is its proxy for HTTPS too. None is reached. */
  outside(): readonly string[]
  close(): Promise<void>
}

/** Starts a model that speaks one dialect and plays one script. */
export async function startModel(dialect: Dialect, script: readonly ScriptedCall[]): Promise<ScriptedModel> {
  const shown: Shown[] = []
  const asked: string[] = []
  const outside: string[] = []
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const body = await bodyOf(request)
    const isTurn = request.method === 'POST' && dialect.asksForTurn(path)
    asked.push(`${request.method} ${path} ${isTurn ? dialect.offered(body).join(' ') : ''}`)
    if (!isTurn) return response.writeHead(404).end()
    for (const [id, result] of dialect.shown(body)) {
      const step = script.findIndex((_, index) => idOf(index) === id)
      if (step >= 0) shown[step] = result
    }
    stream(response, turn(dialect, script, body))
  })
  server.on('connect', ({ url = '' }, socket) => {
    outside.push(url)
    socket.on('error', () => undefined).end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shown: () => shown,
    asked: () => asked,
    outside: () => outside,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const body = await text(request)
  const value = parseJson(body)
  return isObject(value) ? value : {}
}

/**
 * The next call of the script that this conversation shows no result of. A request that does not offer its tool is
 * one of the host's own (a title, a summary): it gets a word.
 */
function turn(dialect: Dialect, script: readonly ScriptedCall[], body: JsonObject): readonly JsonObject[] {
  const shown = dialect.shown(body)
  const step = script.findIndex((_, index) => !shown.has(idOf(index)))
  const next = script[step]
  const tool = next && dialect.offered(body).find(name => name.endsWith(next.tool))
  return next === undefined || tool === undefined
    ? dialect.say('Done.')
    : dialect.call({ id: idOf(step), tool, args: next.args })
}

function idOf(step: number): string {
  return `call_${step}`
}

function stream(response: ServerResponse, events: readonly JsonObject[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    const name = typeof event.type === 'string' ? `event: ${event.type}\n` : ''
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}
