import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withLines } from '../../src/gate/annotate.ts'
import type { JsonObject } from '../../src/json.ts'

const annotate = (text: string, lines: readonly string[], hides = false) => {
  const value = JSON.parse(text) as { result: JsonObject }
  return withLines(Buffer.from(text), value.result, lines, hides)?.toString('utf8')
}

describe('a line of ours', () => {
  it('is one more text block at the end, and every other byte stays', () => {
    const text =
      '{"jsonrpc":"2.0" , "id":1.0,"result":{"content":[ {"type":"text","text":"\\u00e9"} ],"n":12345678901234567890}}'
    expect(annotate(text, ['mcpgraphy x'])).toBe(
      '{"jsonrpc":"2.0" , "id":1.0,"result":{"content":[ {"type":"text","text":"\\u00e9"},{"type":"text","text":"mcpgraphy x"} ],"n":12345678901234567890}}',
    )
  })

  it('never goes into structured content, and leaves it where the host shows text', () => {
    const text = '{"id":1,"result":{"content":[],"structuredContent":{"a":1}}}'
    const value = JSON.parse(annotate(text, ['line']) ?? '')
    expect(value.result.structuredContent).toEqual({ a: 1 })
    expect(value.result.content).toEqual([{ type: 'text', text: 'line' }])
  })

  it('makes structured content go where the host would hide it, once the text says all of it', () => {
    const same =
      '{"id":1,"result":{"content":[{"type":"text","text":"size: 12"}],"structuredContent":{"content":"size: 12"}}}'
    expect(JSON.parse(annotate(same, ['line'], true) ?? '').result).toEqual({
      content: [
        { type: 'text', text: 'size: 12' },
        { type: 'text', text: 'line' },
      ],
    })
    const more =
      '{"id":1,"result":{"content":[{"type":"text","text":"done"}],"structuredContent":{"id":"x7","deep":{"n":5}}}}'
    expect(JSON.parse(annotate(more, ['line'], true) ?? '').result).toEqual({
      content: [
        { type: 'text', text: 'done' },
        { type: 'text', text: '{"id":"x7","deep":{"n":5}}' },
        { type: 'text', text: 'line' },
      ],
    })
  })

  it('makes structured content go in a failure too, and the failure stays one', () => {
    const text = '{"id":1,"result":{"isError":true,"content":[],"structuredContent":{"a":1}}}'
    expect(JSON.parse(annotate(text, ['line'], true) ?? '').result).toEqual({
      isError: true,
      content: [
        { type: 'text', text: '{"a":1}' },
        { type: 'text', text: 'line' },
      ],
    })
  })

  it('is left out where there is nothing to add to, or the bytes are no text', () => {
    expect(annotate('{"id":1,"result":{"content":[]}}', [])).toBeUndefined()
    expect(annotate('{"id":1,"result":{"toolResult":1}}', ['line'])).toBeUndefined()
    const broken = Buffer.from('{"id":1,"result":{"content":[],"x":"\u00e9"}}', 'latin1')
    expect(withLines(broken, { content: [] }, ['line'], false)).toBeUndefined()
  })

  it('changes nothing but the content, whatever the result holds', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            content: fc.array(fc.record({ type: fc.constant('text'), text: fc.string() }), { maxLength: 3 }),
          },
          { noNullPrototype: true },
        ),
        fc.dictionary(
          fc.string().filter(key => !['content', 'isError', 'structuredContent', '__proto__'].includes(key)),
          fc.jsonValue(),
          { maxKeys: 4 },
        ),
        fc.string(),
        fc.constantFrom(undefined, 1, 2),
        (base, more, line, indent) => {
          const result = { ...more, ...base }
          const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result }, null, indent)
          const value = JSON.parse(annotate(text, [line]) ?? 'null')
          expect(value).toEqual(
            JSON.parse(
              JSON.stringify({
                jsonrpc: '2.0',
                id: 1,
                result: { ...result, content: [...base.content, { type: 'text', text: line }] },
              }),
            ),
          )
        },
      ),
    )
  })
})
