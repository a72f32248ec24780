import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerValue, laterHeaders, mirroredBy } from '../../../src/relay/remote/later-era.ts'

/** How a server of the later era reads a header's value (2026-07-28, Streamable HTTP, "Value encoding"). */
function decoded(value: string): string {
  const inner = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  return inner === undefined ? value : Buffer.from(inner, 'base64').toString('utf8')
}

describe('the headers of the later era', () => {
  it('carry every text there and back, in what a header may hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const wellFormed = Buffer.from(text).toString('utf8')
        const value = headerValue(wellFormed)
        expect(value).toMatch(/^[\x20-\x7e]*$/)
        expect(value.trim()).toBe(value)
        expect(decoded(value)).toBe(wellFormed)
      }),
    )
  })

  it('leave plain ASCII as it is, and put the rest, and what looks like it, in base64', () => {
    expect(headerValue('get_order')).toBe('get_order')
    expect(headerValue('größe')).toBe('=?base64?Z3LDtsOfZQ==?=')
    expect(headerValue(' padded')).toBe('=?base64?IHBhZGRlZA==?=')
    expect(headerValue('=?base64?eA==?=')).toBe('=?base64?PT9iYXNlNjQ/ZUE9PT89?=')
  })

  it('name the revision, the method and what is called', () => {
    const request = { method: 'tools/call', params: { name: 'ship', arguments: { region: 'eu' } } }
    expect(laterHeaders('2026-07-28', request, [])).toEqual({
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'ship',
    })
  })

  it.each([
    ['prompts/get', { name: 'p' }, 'p'],
    ['resources/read', { uri: 'file:///a' }, 'file:///a'],
    ['tasks/get', { taskId: 't1' }, 't1'],
    ['tools/list', { name: 'x' }, undefined],
    ['constructor', { name: 'x' }, undefined],
    ['tools/call', { name: 5 }, undefined],
  ])('name what %s is about', (method, params, name) => {
    expect(laterHeaders('2026-07-28', { method, params }, [])['Mcp-Name']).toBe(name)
  })

  it('repeat the arguments that the schema marks, at any depth of properties and nowhere else', () => {
    const mirrored = mirroredBy({
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        again: { type: 'string', 'x-mcp-header': 'REGION' },
        where: { type: 'object', properties: { zone: { type: 'integer', 'x-mcp-header': 'Zone' } } },
        bad: { type: 'string', 'x-mcp-header': 'no spaces' },
        list: { type: 'array', items: { 'x-mcp-header': 'Item' } },
      },
    })
    expect(mirrored).toEqual([
      { path: ['region'], header: 'Region' },
      { path: ['where', 'zone'], header: 'Zone' },
    ])
    const headersFor = (args: object) =>
      laterHeaders('2026-07-28', { method: 'tools/call', params: { arguments: args as never } }, mirrored)
    expect(headersFor({ region: 'eu', where: { zone: 4 } })).toMatchObject({
      'Mcp-Param-Region': 'eu',
      'Mcp-Param-Zone': '4',
    })
    const without = { 'Mcp-Param-Region': undefined, 'Mcp-Param-Zone': undefined }
    for (const args of [{}, { region: null, where: { zone: 2 ** 60 } }, { where: 'here', region: ['eu'] }])
      expect({ ...without, ...headersFor(args) }).toMatchObject(without)
  })
})
