import { locate } from '../locate.ts'
import type { Message } from '../message.ts'
import { createRequests, type InFlight } from '../requests.ts'
import { textAt } from '../splice.ts'
import type { Reply } from './reply.ts'

/** The requests of one POST that wait for their answers. */
export interface Exchange {
  readonly reply: Reply
  /** How many answers are still to come. */
  awaited: number
}

/** The POSTs of one host that wait for answers. */
export interface Exchanges {
  add(requests: readonly Message[], reply: Reply): void
  /** The exchange that an answer is for. It is noted as come. */
  answeredBy(answer: Message): Exchange | undefined
  /** The exchange that a notification of progress is about. */
  ofProgress(notification: Message): Exchange | undefined
  /** The exchange that began last among those whose host still waits. */
  newest(): Exchange | undefined
  /** How many requests wait. */
  count(): number
  /** The requests that wait, and their exchanges. */
  all(): readonly (readonly [InFlight, Exchange])[]
}

export function createExchanges(): Exchanges {
  const requests = createRequests()
  const exchanges = new Map<InFlight, Exchange>()
  const byToken = new Map<string, Exchange>()
  const tokens = new Map<InFlight, string>()
  const remove = (request: InFlight) => {
    requests.remove(request)
    exchanges.delete(request)
    const token = tokens.get(request)
    if (token !== undefined) byToken.delete(token)
    tokens.delete(request)
  }
  return {
    add(messages, reply) {
      const exchange = { reply, awaited: messages.length }
      for (const message of messages) {
        if (!message.id) continue
        const request: InFlight = { id: message.id, method: message.method, state: 'sent' }
        const token = textIn(message, tokenOfRequest)
        requests.add(request)
        exchanges.set(request, exchange)
        if (token === undefined) continue
        byToken.set(token, exchange)
        tokens.set(request, token)
      }
    },
    answeredBy(answer) {
      const request = answer.id && requests.answeredBy(answer.id)
      const exchange = request && exchanges.get(request)
      if (request) remove(request)
      if (exchange) exchange.awaited--
      return exchange
    },
    ofProgress: notification => byToken.get(textIn(notification, tokenOfProgress) ?? ''),
    newest: () => [...exchanges.values()].reverse().find(({ reply }) => reply.isOpen()),
    count: () => exchanges.size,
    all: () => [...exchanges],
  }
}

const tokenOfRequest = ['params', '_meta', 'progressToken']
const tokenOfProgress = ['params', 'progressToken']

function textIn({ line }: Pick<Message, 'line'>, path: readonly string[]): string | undefined {
  const span = locate(line, path)
  return span && textAt(line, span)
}
