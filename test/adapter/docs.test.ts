import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAdapter } from '../../src/adapter/load.ts'
import { formKeys } from '../../src/adapter/schema.ts'

const docs = readFileSync(new URL('../../docs/adapters.md', import.meta.url), 'utf8')

/** The rows of every table, under the heading or the first cell that says what it is a table of. */
const rows = docs
  .split('\n')
  .filter(line => /^\| `/.test(line))
  .map(line => line.slice(2, -2).split(/(?<!\\) \| /))
const order = { resource_class: 'order', observation_tool: 'get_order', id_param: 'order_id' }
const file = { resource_class: 'file', observation_tool: 'get_file', id_param: 'path' }

describe('docs/adapters.md', () => {
  const fields = Object.entries(formKeys).flatMap(([place, keys]) =>
    Object.keys(keys).map(key => [place, key] as const),
  )

  it.each(fields)('says of the %s field %s what it means, with an example', (_, key) => {
    const told = rows.filter(row => row[0]?.split(/[^$\w]+/).includes(key))
    expect(told.length).toBeGreaterThan(0)
    for (const row of told) expect(row[1]?.length).toBeGreaterThan(8)
  })

  it('gives examples that load', () => {
    const { $schema: _, resources: __, ...server } = examplesOf(Object.keys(formKeys.server), 'server_id')
    expect(faults({ ...server, resources: [order, file] })).toEqual([])
    for (const key of Object.keys(formKeys.resource).filter(each => each !== 'resource_class')) {
      expect(faults({ server_id: 's', ...order, ...withExample(key, exampleOf(key)) }), key).toEqual([])
    }
    for (const row of rows.filter(each => /^`(?:text|json|empty)`/.test(each[0] ?? ''))) {
      expect(faults({ server_id: 's', ...order, failure: [jsonIn(row[2])] }), row[0]).toEqual([])
    }
    const feature = examplesOf(Object.keys(formKeys.feature), 'test')
    expect(faults({ server_id: 's', ...order, features: [feature] })).toEqual([])
    const tool = examplesOf(Object.keys(formKeys.tool), 'action_param')
    expect(faults({ server_id: 's', resources: [order, file], tools: { t: tool } })).toEqual([])
  })

  it('gives whole adapters that load', () => {
    const blocks = [...docs.matchAll(/```json\n(\{[^`]+)```/g)].map(match => match[1] ?? '')
    expect(blocks.length).toBeGreaterThanOrEqual(2)
    for (const block of blocks) expect(readAdapter(block)).toHaveProperty('adapter')
  })
})

/** The examples of the rows with these names, in the table that has a row named `mark`. */
function examplesOf(names: readonly string[], mark: string): Record<string, unknown> {
  const at = rows.findIndex(row => row[0] === `\`${mark}\``)
  const near = rows.map((row, index) => ({ row, far: Math.abs(index - at) })).sort((a, b) => a.far - b.far)
  const found = names.map(name => near.find(({ row }) => row[0] === `\`${name}\``)?.row)
  return Object.fromEntries(names.map((name, index) => [name, jsonIn(found[index]?.[2])]))
}

function exampleOf(name: string): unknown {
  return jsonIn(rows.find(row => row[0] === `\`${name}\``)?.[2])
}

/** The first code of a cell as JSON; in a table a bar is written `\|`. */
function jsonIn(cell = ''): unknown {
  return JSON.parse((/`([^`]+)`/.exec(cell)?.[1] ?? '').replaceAll('\\|', '|'))
}

/** Some fields need or exclude others. */
function withExample(key: string, example: unknown): object {
  if (key === 'id_params') return { id_param: undefined, id_params: example }
  return { [key]: example }
}

function faults(value: object): string[] {
  const read = readAdapter(JSON.stringify(value))
  return 'faults' in read ? read.faults.map(each => `${each.what}. ${each.now}`) : []
}
