import type { JsonObject } from '../src/json.ts'

/** Orders that a benchmark acts on: forty tools, five hundred orders, and rules that can be learned. */
export interface Orders {
  readonly definitions: readonly JsonObject[]
  readonly adapter: JsonObject
  /** A tool's result, at once. */
  answer(tool: string, args: object): JsonObject
  /** The next call of an agent that knows nothing: any tool on any order. */
  next(): { tool: string; args: { order_id: string; note: string } }
}

const statuses = ['DRAFT', 'PAID', 'PACKED', 'SHIPPED', 'DELIVERED', 'CLOSED']
const toolNames = Array.from({ length: 39 }, (_, at) => `update_order_${at}`)

export function createOrders(): Orders {
  const random = numbers(7)
  const pick = (count: number) => Math.floor(random() * count)
  const orders = new Map(
    Array.from({ length: 500 }, (_, at) => [
      `o${at}`,
      { status: statuses[pick(6)], paid: pick(2) === 0, hold: pick(5) === 0, items: [1], total: pick(1000) },
    ]),
  )
  return {
    definitions: ['get_order', ...toolNames].map(name => ({ name, inputSchema: schema })),
    adapter: {
      server_id: 'orders',
      resource_class: 'order',
      observation_tool: 'get_order',
      id_param: 'order_id',
      features: ['status', 'paid', 'hold', 'items'],
      effect_classes: Object.fromEntries(toolNames.map(name => [name, 'MUTATING'])),
      approval_required: [],
    },
    answer(tool, args) {
      const { order_id: id } = args as { order_id: string }
      const order = orders.get(id)
      if (order === undefined) return text(`Order not found: ${id}`, true)
      if (tool === 'get_order') return text(JSON.stringify({ id, ...order }))
      const which = toolNames.indexOf(tool)
      if (order.status !== statuses[which % 6]) return text(`ERR_STATE: ${id} is not ready for this`, true)
      if (which % 4 === 0 && order.hold) return text(`ERR_HOLD: ${id} is on hold`, true)
      orders.set(id, { ...order, status: statuses[(which + 1) % 6], paid: !order.paid })
      return text('{"success":true}')
    },
    next: () => ({
      tool: toolNames[pick(toolNames.length)] ?? '',
      args: { order_id: `o${pick(500)}`, note: `note ${pick(50)}` },
    }),
  }
}

const schema = {
  type: 'object',
  properties: { order_id: { type: 'string' }, note: { type: 'string' } },
  required: ['order_id'],
}

function text(words: string, isError = false): JsonObject {
  return { content: [{ type: 'text', text: words }], ...(isError ? { isError } : {}) }
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
