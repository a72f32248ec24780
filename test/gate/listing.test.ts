import { describe, expect, it } from 'vitest'
import { asksFirstPage, toolsIn, withOwnTools } from '../../src/gate/listing.ts'
import { ownTools } from '../../src/gate/own-tools.ts'
import type { Json, JsonObject } from '../../src/json.ts'

const list = (tools: Json[], more: JsonObject = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools, ...more } })
const edited = (text: string, isFirst = true, dropSchemas = false) =>
  withOwnTools(Buffer.from(text), toolsIn(JSON.parse(text)) ?? [], isFirst, dropSchemas)?.toString('utf8') ??
  ''
const named = (text: string) => JSON.parse(text).result.tools.map((tool: { name: string }) => tool.name)

describe('a listing', () => {
  it('gets our tools after the server’s, every other byte as it came', () => {
    const text = list([{ name: 'a', inputSchema: {} }], { nextCursor: 'p2', ttlMs: 5 })
    const through = edited(text)
    expect(named(through)).toEqual(['a', ...ownTools.map(({ name }) => name)])
    expect(through.startsWith(text.slice(0, text.indexOf(']')))).toBe(true)
    expect(through.endsWith(text.slice(text.indexOf(']')))).toBe(true)
  })

  it('gets them also where the server has no tool at all', () => {
    expect(named(edited(list([])))).toHaveLength(4)
  })

  it('gets them on the first page only', () => {
    const text = list([{ name: 'b', inputSchema: {} }])
    expect(edited(text, false)).toBe(text)
  })

  it('does not get them twice from a proxy behind a proxy', () => {
    const once = edited(list([{ name: 'a' }]))
    expect(edited(once)).toBe(once)
  })

  it('loses output schemas where results will come without structured content', () => {
    const text = list([{ name: 'a', outputSchema: { type: 'object' }, title: 'A' }, { name: 'b' }])
    const { tools } = JSON.parse(edited(text, true, true)).result
    expect(tools.slice(0, 2)).toEqual([{ name: 'a', title: 'A' }, { name: 'b' }])
  })

  it('promises no output schema for our own tools', () => {
    for (const tool of ownTools) {
      expect(tool).not.toHaveProperty('outputSchema')
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    }
  })
})

describe('the first page', () => {
  it.each([
    [{ method: 'tools/list' }, true],
    [{ method: 'tools/list', params: {} }, true],
    [{ method: 'tools/list', params: { cursor: null } }, true],
    [{ method: 'tools/list', params: { cursor: 'x' } }, false],
  ])('%j: %s', (request, isFirst) => {
    expect(asksFirstPage(request)).toBe(isFirst)
  })
})
