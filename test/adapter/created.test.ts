import { expect, it } from 'vitest'
import { createdBy } from '../../src/adapter/created.ts'
import { adapter, failure, text } from './helpers/corpus.ts'

const shop = adapter({
  resources: [
    { resource_class: 'order', observation_tool: 'get_order', id_param: 'order_id' },
    { resource_class: 'line', observation_tool: 'get_line', id_params: ['order_id', 'sku'] },
  ],
  tools: {
    create_order: { creates: { resource_class: 'order', id_from: 'data.id' } },
    create_orders: { creates: { resource_class: 'order', id_from: '[*].id' } },
    add_line: { creates: { resource_class: 'line', id_from: 'sku' } },
  },
})

it('a call makes the resource whose id stands in its result', () => {
  const made = createdBy(shop, 'create_order', {}, text('{"data":{"id":7}}'))
  expect(made.map(each => [each.role, each.ref])).toEqual([['order', 'order:7']])
  expect(createdBy(shop, 'create_orders', {}, text('[{"id":1},{"id":"2"}]')).map(each => each.ref)).toEqual([
    'order:1',
    'order:2',
  ])
})

it('the first parts of a composite id are the arguments of the call', () => {
  expect(createdBy(shop, 'add_line', { order_id: 'o1' }, text('{"sku":"a"}')).map(each => each.ref)).toEqual([
    'line:o1#a',
  ])
  expect(createdBy(shop, 'add_line', {}, text('{"sku":"a"}'))).toEqual([])
})

it('a failed call, a result without the id, and any other tool make nothing', () => {
  expect(createdBy(shop, 'create_order', {}, failure('{"data":{"id":7}}'))).toEqual([])
  expect(createdBy(shop, 'create_order', {}, text('made'))).toEqual([])
  expect(createdBy(shop, 'toString', {}, text('{"data":{"id":7}}'))).toEqual([])
})
