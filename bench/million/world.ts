import { createHash } from 'node:crypto'
import { atomsOf } from '../../src/graph/atoms.ts'
import { digest } from '../../src/graph/digest.ts'
import type { Evidence, Outcome } from '../../src/graph/evidence.ts'
import { fingerprintOf } from '../../src/graph/fingerprint.ts'
import { namedAtoms } from '../../src/graph/names.ts'
import { absent, stateOf } from '../../src/graph/state.ts'
import type { Json, JsonObject } from '../../src/json.ts'

interface Order {
  status: string
  paid: boolean
  locked: boolean
  region: string
  total: number
  tags: string[]
  items: { sku: string; price: number; ready: boolean }[]
}

/**
 * A shop with 2,000 orders and 40 tools, of which each has a rule of its own: on a status, on two fields, on the items
 * that an argument names, on an amount. A twelfth of the failures has reasons that nobody can see. Same seed, same calls.
 */
export function createWorld(seed: number): { next(): Evidence } {
  const random = numbers(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const orders = Array.from({ length: 2000 }, () => newOrder(random, pick))
  let at = 0
  return {
    next() {
      at++
      const number = Math.floor(random() ** 2 * orders.length * 1.02)
      const order = orders[number]
      const tool = Math.floor(random() * 40)
      const args = argumentsFor(tool, order, random, pick)
      const error = errorOf(tool, order, args, random)
      const before = order && { ...order, tags: [...order.tags] }
      if (order && error === undefined) change(tool, order, args, pick)
      return evidenceOf(tool, number, { before, after: order, args, error, at })
    },
  }
}

const statuses = ['NEW', 'PAID', 'PACKED', 'SHIPPED', 'DONE', 'LOST', 'RETURNED', 'CLOSED'] as const
const regions = ['eu', 'us', 'asia', 'africa'] as const
const tags = ['gift', 'fragile', 'heavy', 'cold', 'fast', 'late', 'vip', 'test'] as const

type Random = () => number
type Pick = <T>(list: readonly T[]) => T

function newOrder(random: Random, pick: Pick): Order {
  const items = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, n) => ({
    sku: `sku-${n}${Math.floor(random() * 900)}`,
    price: Math.floor(random() * 10_000) / 100,
    ready: random() < 0.7,
  }))
  const total = Math.round(items.reduce((sum, { price }) => sum + price, 0) * 100) / 100
  const some = tags.filter(() => random() < 0.2)
  return {
    status: pick(statuses),
    paid: random() < 0.5,
    locked: random() < 0.1,
    region: pick(regions),
    total,
    tags: some,
    items,
  }
}

function argumentsFor(tool: number, order: Order | undefined, random: Random, pick: Pick): JsonObject {
  const skus = order?.items.map(({ sku }) => sku) ?? ['none']
  switch (tool % 4) {
    case 0:
      return { reason: pick(['asked', 'broken', 'late', 'other']), notify: random() < 0.5 }
    case 1:
      return { sku: random() < 0.95 ? pick(skus) : 'sku-x', count: 1 + Math.floor(random() * 9) }
    case 2:
      return {
        skus: skus.filter(() => random() < 0.6),
        express: random() < 0.3,
        note: `note ${Math.floor(random() * 1e6)}`,
      }
    default:
      return { amount: Math.floor(random() * 20_000) / 100, tag: pick(tags) }
  }
}

function errorOf(
  tool: number,
  order: Order | undefined,
  args: JsonObject,
  random: Random,
): string | undefined {
  if (order === undefined) return 'Error: order does not exist'
  if (random() < 0.008) return `ERR_BUSY: warehouse ${Math.floor(random() * 9)} did not answer`
  const wrong = statuses[tool % statuses.length]
  if (order.status === wrong) return `ERR_STATE: cannot do this to an order that is ${wrong}`
  if (tool % 5 === 0 && order.locked && !order.paid) return 'ERR_LOCK: settle it first'
  const item = order.items.find(({ sku }) => sku === args.sku)
  if (tool % 4 === 1 && item === undefined) return 'ERR_ITEM: no such item'
  if (tool % 4 === 1 && tool > 20 && item?.ready === false) return 'ERR_ITEM: it is not ready'
  if (tool % 4 === 3 && Number(args.amount) > order.total) return 'ERR_AMOUNT: more than the order is worth'
  return undefined
}

function change(tool: number, order: Order, args: JsonObject, pick: Pick): void {
  if (tool % 8 === 0) order.status = pick(statuses)
  if (tool % 8 === 2) order.paid = !order.paid
  if (tool % 8 === 4) order.locked = !order.locked
  if (tool % 4 === 3) {
    const { tag } = args as { tag: string }
    order.tags = order.tags.includes(tag)
      ? order.tags.filter(each => each !== tag)
      : [...order.tags, tag].sort()
  }
}

interface Told {
  readonly before: Order | undefined
  readonly after: Order | undefined
  readonly args: JsonObject
  readonly error: string | undefined
  readonly at: number
}

function evidenceOf(tool: number, number: number, { before, after, args, error, at }: Told): Evidence {
  const features = featuresOf(before)
  const { atoms, quantities } = atomsOf({
    roles: [
      {
        role: 'order',
        observation: before === undefined ? { kind: 'absent' } : { kind: 'seen', fields: {} },
        features,
        spoken: spokenOf(before),
      },
    ],
    args,
    idArguments: new Set(),
  })
  const call = JSON.stringify([tool, number, before ?? null, args])
  return {
    server: 'shop',
    tool: `tool_${tool}`,
    schema: digest(`schema ${tool}`),
    roles: [
      {
        role: 'order',
        resource: `order:${number}`,
        resourceClass: 'order',
        before: before === undefined ? absent : stateOf(features),
        after: after === undefined ? absent : stateOf(featuresOf(after)),
      },
    ],
    atoms,
    quantities,
    callDigest: short(call),
    requestDigest: short(JSON.stringify([tool, args])),
    outcome: outcomeOf(error, args, atoms),
    overlapped: false,
    at: 1_764_000_000_000 + at * 137,
    session: `session ${Math.floor(at / 1000)}`,
  }
}

function outcomeOf(error: string | undefined, args: JsonObject, atoms: readonly string[]): Outcome {
  if (error === undefined) return { kind: 'ok' }
  const { code, text } = fingerprintOf(error, args)
  return { kind: 'failure', failure: 'state', code, fingerprint: text, names: namedAtoms(error, atoms) }
}

/** As the gate does it: 128 bits, in hex. */
function short(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function featuresOf(order: Order | undefined): [string, Json][] {
  if (order === undefined) return []
  const { status, paid, locked, region } = order
  return [
    ['locked', locked],
    ['paid', paid],
    ['region', region],
    ['status', status],
    ['tags', order.tags.length === 0 ? 'empty' : 'not empty'],
  ]
}

function spokenOf(order: Order | undefined): JsonObject {
  if (order === undefined) return {}
  const { status, region, total, items } = order
  return { status, region, total, tags: order.tags, items }
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function numbers(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
