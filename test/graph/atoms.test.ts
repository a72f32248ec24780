import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atomsOf } from '../../src/graph/atoms.ts'
import { explanationsOf, inWords } from '../../src/graph/explanation.ts'
import type { Json, JsonObject } from '../../src/json.ts'
import { type Lived, modelOf } from '../helpers/evidence.ts'

const facts = (of: Record<string, JsonObject>, args: JsonObject) => {
  const roles = Object.entries(of).map(([role, fields]) => ({
    role,
    observation: { kind: 'seen' as const, fields },
    features: [],
    spoken: fields,
  }))
  return atomsOf({ roles, args, idArguments: new Set() })
}
const said = (of: Record<string, JsonObject>, args: JsonObject) => facts(of, args).atoms
const numbers = (of: Record<string, JsonObject>, args: JsonObject) =>
  Object.fromEntries(facts(of, args).quantities)

const shop = {
  user: {
    balance: 40,
    wallet: { w1: { kind: 'card', left: 15, limits: { region: 'eu' } }, w2: { kind: 'cash' } },
  },
  order: {
    status: 'OPEN',
    total: 30,
    items: [
      { sku: 'a', price: 10, ready: true },
      { sku: 'b', price: 20, ready: false },
    ],
  },
}

describe('what can be said of a call', () => {
  it.each<[string, JsonObject, string[]]>([
    ['an argument is a key of a map', { with: 'w1' }, ['args.with a key of user.wallet']],
    [
      'the item that it selects, also one level deeper',
      { with: 'w1' },
      ['user.wallet[args.with].kind is card', 'user.wallet[args.with].limits.region is eu'],
    ],
    [
      'the item of a list that is known by it',
      { which: 'b' },
      ['args.which in order.items[].sku', 'order.items[args.which].ready is false'],
    ],
    [
      'the items that a list selects',
      { which: ['a', 'b'] },
      [
        'args.which[] all in order.items',
        'every order.items[args.which[]].ready is mixed',
        'some order.items[args.which[]].ready like false',
      ],
    ],
    ['a list that is not all there', { which: ['a', 'x'] }, ['args.which[] not all in order.items']],
    ['two arguments that are the same', { from: 'x', to: 'x' }, ['args.from equals args.to']],
    ['members of an argument that is an object', { where: { zone: 'eu' } }, ['args.where.zone is eu']],
    [
      'a sum that is what is owed',
      { pay: [{ n: 10 }, { n: 20 }] },
      ['sum of args.pay[].n equals order.total'],
    ],
    ['a sum that is not', { pay: [{ n: 10 }] }, ['sum of args.pay[].n differs from order.total']],
  ])('%s', (_what, args, expected) => {
    expect(said(shop, args)).toEqual(expect.arrayContaining(expected))
  })

  it('two resources of one call, each by its role', () => {
    const of = { source: { status: 'OPEN', left: 3 }, target: { status: 'CLOSED', left: 3 } }
    expect(said(of, {})).toEqual(
      expect.arrayContaining(['source.status differs from target.status', 'source.left equals target.left']),
    )
  })

  it('numbers: sums, least and greatest, of arguments and of the items they select, and how they differ', () => {
    expect(numbers(shop, { which: ['a', 'b'], amount: 25, pay: [{ n: 5 }, { n: 7 }] })).toMatchObject({
      'sum of args.pay[].n': 12,
      'least of args.pay[].n': 5,
      'greatest of args.pay[].n': 7,
      'sum of order.items[args.which[]].price': 30,
      'missing from order.items[args.which[]]': 0,
      'args.amount - user.balance': -15,
      'args.amount + user.balance': 65,
      'sum of order.items[args.which[]].price - user.balance': -10,
    })
  })

  it('is bounded, names no secret, and never throws, whatever the JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (a, b) => {
          const { atoms, quantities } = facts({ r: a as JsonObject }, b as JsonObject)
          expect(atoms.length).toBeLessThanOrEqual(256)
          expect(quantities.length).toBeLessThanOrEqual(96)
          expect(new Set(atoms).size).toBe(atoms.length)
        },
      ),
    )
    const of = { user: { keys: { k1: { token: 'hunterTwo', kind: 'api' } } } }
    expect(said(of, { key: 'k1' }).join()).not.toContain('hunterTwo')
  })

  it('stays small where a resource is large', () => {
    const items: Json[] = Array.from({ length: 5000 }, (_, n) => ({
      sku: `s${n}`,
      price: n,
      on: n % 2 === 0,
    }))
    const { atoms } = facts(
      { order: { items, map: Object.fromEntries(items.map((each, n) => [`k${n}`, each])) } },
      { which: ['s1', 's2'], key: 'k7' },
    )
    expect(atoms.length).toBeLessThan(40)
  })
})

describe('what they explain', () => {
  const pay = (id: string, left: number, amounts: number[], error?: string): Lived => ({
    tool: 'pay',
    of: { order: { id, before: { total: left, paid: true } } },
    args: { payments: amounts.map(amount => ({ amount })) },
    ...(error === undefined ? {} : { error }),
  })

  it('a sum that must be what is owed, whichever side it errs on', () => {
    const model = modelOf(
      ...[10, 20, 30, 40, 50, 60].map((total, n) => pay(`o${n}`, total, n % 2 ? [total] : [total - 5, 5])),
      pay('a', 30, [10], 'does not add up'),
      pay('b', 12, [10, 10], 'does not add up'),
      pay('c', 44, [10, 10, 10], 'does not add up'),
    )
    const tool = model.tools.get('pay')!
    const [failures] = [...tool.classes.values()]
    expect(explanationsOf(tool, failures!).map(inWords)).toEqual([
      'sum of args.payments[].amount differs from order.total',
    ])
  })
})
