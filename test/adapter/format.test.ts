import { describe, expect, it } from 'vitest'
import { failureOf } from '../../src/adapter/failure.ts'
import { readAdapter } from '../../src/adapter/load.ts'
import { isReadingOf, readingOf } from '../../src/adapter/read.ts'
import { parseRef, refOf } from '../../src/adapter/ref.ts'
import { rolesOf } from '../../src/adapter/roles.ts'
import { adapter } from './helpers/corpus.ts'

const order = { resource_class: 'order', observation_tool: 'get_order', id_param: 'order_id' }
const page = { resource_class: 'page', observation_tool: 'snapshot', id_params: [] }

describe('the version of the format', () => {
  it('is 0 for the flat form and 1 for the full one, and may be left out', () => {
    expect(faults({ version: 0, ...order })).toEqual([])
    expect(faults(order)).toEqual([])
    expect(faults({ version: 1, resources: [order] })).toEqual([])
    expect(faults({ resources: [order] })).toEqual([])
  })

  it('is refused as a whole where it is newer, with its line, whatever else stands there', () => {
    const text = '{\n  "server_id": "s",\n  "version": 2,\n  "rules": {}\n}'
    const read = readAdapter(text)
    expect('faults' in read && read.faults).toMatchObject([
      {
        line: 3,
        what: 'the file is of version 2 of the format, and this mcpgraphy reads versions up to 1',
        now: 'Update mcpgraphy.',
      },
    ])
  })

  it.each([
    [{ version: 1, ...order }, 'a file without "resources" is of version 0'],
    [{ version: 0, resources: [order] }, 'a file with "resources" is of version 1'],
    [{ version: '1', resources: [order] }, 'the version is not a whole number'],
    [{ version: -1, ...order }, 'the version is not a whole number'],
    [{ version: 1.5, ...order }, 'the version is not a whole number'],
  ])('%j is said to be wrong', (value, what) => {
    expect(faults(value)[0]).toContain(what)
  })
})

describe('a resource of which there is only one', () => {
  const browser = adapter({ resources: [{ ...page, only_tools: ['click', 'snapshot'] }] })
  const rule = browser.resources[0]!

  it('is named by every call of its tools, and by a reference that reads back', () => {
    expect(rolesOf(browser, 'click', { ref: 'e1' })).toMatchObject([{ role: 'page', id: [], ref: 'page:-' }])
    expect(rolesOf(browser, 'install', {})).toEqual([])
    expect(refOf(rule, [])).toBe('page:-')
    expect(parseRef(browser, 'page:-')).toEqual({ rule, id: [] })
    expect(parseRef(browser, 'page:7')).toBeUndefined()
  })

  it('is read with no argument, or with constants', () => {
    expect(readingOf(rule, [])).toEqual({ tool: 'snapshot', arguments: {} })
    expect(isReadingOf(rule, 'snapshot', {})).toEqual([])
    expect(isReadingOf(rule, 'snapshot', { all: true })).toBeUndefined()
  })

  it('can be no role and cannot be created: nothing names it', () => {
    const tools = { open: { roles: { url: 'page' }, creates: { resource_class: 'page', id_from: 'id' } } }
    expect(faults({ resources: [page], tools })).toEqual([
      'tools.open.roles: "page" has no id that could stand here',
      'tools.open.creates: "page" has no id that could stand here',
    ])
  })
})

it('a failure rule may be about some tools only', () => {
  const shrimp = adapter({
    resources: [order],
    failure: [{ text: '被.*阻擋', tools: ['execute_task'] }, { text: '^Error occurred:' }],
  })
  expect(failureOf(shrimp, 'execute_task')).toHaveLength(2)
  expect(failureOf(shrimp, 'get_order')).toHaveLength(1)
  expect(shrimp.resources[0]!.failure).toHaveLength(1)
  expect(faults({ ...order, missing: [{ text: 'x', tools: ['get_order'] }] })[0]).toContain(
    '"tools" is not a key',
  )
})

it('a class says when it is read where the server says something else', () => {
  const read = { before: false, reuse_ms: 50 }
  const both = adapter({
    resources: [order, { ...page, read: { before: true } }],
    read,
  })
  expect(both.resources.map(each => each.read)).toEqual([
    { before: false, after: true, reuseMs: 50 },
    { before: true, after: true, reuseMs: 50 },
  ])
})

function faults(value: object): string[] {
  const read = readAdapter(JSON.stringify({ server_id: 's', ...value }))
  return 'faults' in read ? read.faults.map(each => each.what) : []
}
