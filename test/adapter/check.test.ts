import { describe, expect, it } from 'vitest'
import { checkAdapter } from '../../src/adapter/check.ts'
import { listedTools } from '../../src/adapter/tool.ts'
import { adapter, corpus, filesystem } from './helpers/corpus.ts'

const tools = listedTools([
  tool('get_order', ['order_id']),
  tool('list_orders', []),
  tool('ship_order', ['order_id', 'carrier']),
  tool('delete_order', ['order_id']),
  tool('order_status', ['order_id', 'shop']),
  tool('git_branch', ['order_id'], { mode: { enum: ['list', 'delete'] } }),
])
const order = { resource_class: 'order', observation_tool: 'get_order', id_param: 'order_id' }

describe('checking an adapter against the tools of its server', () => {
  it('finds nothing wrong with the bundled filesystem adapter', () => {
    expect(checkAdapter(filesystem, corpus('filesystem').tools)).toEqual([])
  })

  it('finds nothing wrong with a small one that is right', () => {
    expect(found(order)).toEqual([])
  })

  it('names a reading tool that does not exist, and the one that was meant', () => {
    expect(found({ ...order, observation_tool: 'get_ordr' })).toEqual([
      'error order.observation_tool: the server has no tool "get_ordr". Did you mean "get_order"?',
    ])
  })

  it('refuses a reading tool that writes by its name, or by its effect class', () => {
    expect(
      found({ ...order, observation_tool: 'ship_order', observation_args: { order_id: 1, carrier: 'x' } })[0],
    ).toBe(
      'warning order.observation_tool: nobody knows that ship_order only reads: neither its name nor a hint says what it does. If you know that it changes nothing, say so: "effect_classes": {"ship_order": "READ_ONLY"}.',
    )
    expect(found({ ...order, observation_tool: 'delete_order' })[0]).toContain(
      'error order.observation_tool: delete_order changes things: its name says "delete"',
    )
    expect(found({ ...order, effect_classes: { get_order: 'MUTATING' } })[0]).toContain(
      'get_order changes things: the adapter says MUTATING',
    )
  })

  it('refuses a reading tool whose name speaks of destruction, even where the adapter says that it reads', () => {
    const said = { ...order, observation_tool: 'delete_order', effect_classes: { delete_order: 'READ_ONLY' } }
    expect(found(said)[0]).toContain('error order.observation_tool: delete_order is said to read')
  })

  it('refuses an id that the reading tool does not take', () => {
    expect(found({ ...order, id_param: 'orderid' })).toContain(
      'error order.id_param: get_order has no parameter "orderid". Did you mean "order_id"?',
    )
  })

  it('refuses a template that leaves out what the reading tool requires', () => {
    expect(found({ ...order, observation_tool: 'order_status' })[0]).toMatch(
      /^error order\.id_param: order_status cannot be called without "shop"/,
    )
    expect(
      found({ ...order, observation_tool: 'order_status', observation_args: { order_id: 'x', shop: 1 } }),
    ).toEqual([])
  })

  it('takes a slip in approval_required for an error, since what was to be held would not be', () => {
    expect(found({ ...order, approval_required: ['ship_ordr'] })).toEqual([
      'error approval_required: the server has no tool "ship_ordr". Did you mean "ship_order"?',
    ])
    expect(found({ ...order, approval_required: ['refund_everything'] })[0]).toMatch(
      /^warning approval_required/,
    )
    expect(found({ ...order, effect_classes: { shp_order: 'MUTATING' } })[0]).toMatch(
      /^warning effect_classes/,
    )
  })

  it('says where nothing would be learned, and where one argument means two things', () => {
    expect(found({ ...order, id_param: 'id', observation_args: { order_id: 1 } })[0]).toMatch(
      /^warning order\.id_param: no tool but get_order takes id/,
    )
    const twice = { resources: [order, { ...order, resource_class: 'parcel' }] }
    expect(found(twice)[0]).toContain('order_id stands for order and for parcel in every call')
  })

  it('warns where a list never says absent', () => {
    const listed = {
      ...order,
      observation_tool: 'list_orders',
      observation_args: {},
      find: { in: '', key: 'id' },
    }
    expect(found(listed)).toEqual([expect.stringMatching(/^warning order\.missing: what is not in the list/)])
    expect(found({ ...listed, missing: [{ empty: true }] })).toEqual([])
  })

  it('holds roles and actions against the schema of their tool', () => {
    expect(found({ ...order, tools: { ship_order: { roles: { target: 'order' } } } })[0]).toContain(
      'error tools.ship_order.roles: ship_order has no parameter "target"',
    )
    expect(found({ ...order, tools: { git_branch: { action_param: 'mod' } } })[0]).toContain(
      'Did you mean "mode"?',
    )
    const effects = { tools: { git_branch: { action_param: 'mode', effects: { remove: 'DESTRUCTIVE' } } } }
    expect(found({ ...order, ...effects })[0]).toContain('mode of git_branch is never "remove"')
  })
})

function tool(name: string, required: string[], more: object = {}) {
  const properties = { ...Object.fromEntries(required.map(each => [each, { type: 'string' }])), ...more }
  return { name, inputSchema: { type: 'object', properties, required } }
}

function found(value: object): string[] {
  return checkAdapter(adapter(value), tools).map(
    each => `${each.severity} ${each.path}: ${each.what}. ${each.now}`,
  )
}
