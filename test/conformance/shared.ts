import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Side } from './bridge.ts'
import { type Peer, sayEvent, sayLast, startPeer, type Wire } from './wire.ts'

/** From 2026-07-28 on: one command for all. Ids of different clients may be the same, so each goes in under its own. */
export function createShared(command: readonly string[]): Side {
  let peer: Peer | undefined
  let last = 0
  const open = new Map<number, Exchange>()
  const take = (said: Wire) => {
    const number = numberOf(open, said)
    const exchange = number === undefined ? undefined : open.get(number)
    if (number === undefined || exchange === undefined) return
    if (said.method !== undefined) return sayEvent(exchange.response, withIdOfItsOwn(said, exchange))
    open.delete(number)
    sayLast(exchange.response, { ...said, id: exchange.asked.id }, statusOf(said))
  }
  return {
    serve(message = {}, request, response) {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      const mismatch = mismatchIn(message, request)
      if (mismatch) return sayLast(response, mismatch, 400)
      peer ??= startPeer(command, take)
      if (message.id === undefined) {
        peer.send(message)
        return void response.writeHead(202).end()
      }
      const number = ++last
      open.set(number, { asked: message, response })
      response.on('close', () => {
        if (!open.delete(number)) return
        peer?.send({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: number },
        } as Wire)
      })
      peer.send({ ...message, id: number })
    },
    close: async () => void (await peer?.end()),
  }
}

interface Exchange {
  readonly asked: Wire
  readonly response: ServerResponse
}

/** What a message is about: an answer's id, a subscription, a progress token, else the latest exchange. */
function numberOf(open: ReadonlyMap<number, Exchange>, said: Wire): number | undefined {
  if (said.method === undefined) return said.id as number
  const subscription = said.params?._meta?.[subscriptionId]
  if (subscription !== undefined) return Number(subscription)
  const token = said.params?.progressToken
  const exchanges = [...open.entries()].reverse()
  const found = exchanges.find(
    ([, { asked }]) => token === undefined || asked.params?._meta?.progressToken === token,
  )
  return found?.[0]
}

function withIdOfItsOwn(said: Wire, { asked }: Exchange): Wire {
  if (said.params?._meta?.[subscriptionId] === undefined) return said
  return { ...said, params: { ...said.params, _meta: { ...said.params._meta, [subscriptionId]: asked.id } } }
}

/** The status that goes with an error over HTTP. */
function statusOf({ error }: Wire): number {
  if (error?.code === -32601) return 404
  const isOfTheRequest = error !== undefined && [-32602, -32020, -32021, -32022].includes(error.code)
  return isOfTheRequest ? 400 : 200
}

/** The headers say again what the message says. */
function mismatchIn({ id, method, params }: Wire, { headers }: IncomingMessage): Wire | undefined {
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion']
  const name = params?.name ?? params?.uri
  const pairs = [
    [headers['mcp-protocol-version'], version ?? headers['mcp-protocol-version']],
    [headers['mcp-method'], method],
    [headers['mcp-name'], namesSomething.has(method ?? '') ? name : headers['mcp-name']],
  ]
  if (pairs.every(([header, said]) => header === said)) return undefined
  const error = { code: -32020, message: 'The headers say something else than the message' }
  return { jsonrpc: '2.0', id: id ?? null, error } as Wire
}

const namesSomething = new Set(['tools/call', 'prompts/get', 'resources/read'])
const subscriptionId = 'io.modelcontextprotocol/subscriptionId'
