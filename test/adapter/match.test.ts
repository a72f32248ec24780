import { describe, expect, it } from 'vitest'
import { matches } from '../../src/adapter/match.ts'
import { jsonOf, textOf } from '../../src/adapter/result.ts'
import type { JsonObject } from '../../src/json.ts'
import { adapter, answerOf, failure, text } from './helpers/corpus.ts'

describe('a rule about a result', () => {
  it('looks at its text', () => {
    expect(holds({ text: '^Error:' }, text('fine\nError: no'))).toBe(true)
    expect(holds({ text: '^error: no$' }, text('ERROR: NO'))).toBe(true)
    expect(holds({ text: '^Error:' }, text('no Error:'))).toBe(false)
    expect(holds({ text: 'boom' }, { code: -32000, message: 'boom' })).toBe(true)
  })

  it('looks at a value in its JSON', () => {
    const result = text('{"success":false,"error":{"code":"E1"},"list":[{"n":1}]}')
    expect(holds({ json: 'success', equals: false }, result)).toBe(true)
    expect(holds({ json: 'error', equals: { code: 'E1' } }, result)).toBe(true)
    expect(holds({ json: 'error.code', matches: '^E' }, result)).toBe(true)
    expect(holds({ json: 'list[0].n', equals: 1 }, result)).toBe(true)
    expect(holds({ json: 'error', present: true }, result)).toBe(true)
    expect(holds({ json: 'warning', present: false }, result)).toBe(true)
    expect(holds({ json: 'warning', equals: null }, result)).toBe(false)
    expect(holds({ json: 'success', equals: false }, text('no json'))).toBe(false)
  })

  it('looks whether there is anything', () => {
    for (const nothing of ['', ' ', '[]', '{}', 'null'])
      expect(holds({ empty: true }, text(nothing)), nothing).toBe(true)
    for (const thing of ['x', '[1]', '{"a":null}', '0', 'false'])
      expect(holds({ empty: true }, text(thing)), thing).toBe(false)
  })

  it('finds the soft failures of real servers', () => {
    expect(holds({ json: 'ok', equals: false }, answerOf('k-slack-ref', 1))).toBe(true)
    expect(holds({ text: '目前無法執行' }, text('任務 "task-two" 目前無法執行。'))).toBe(true)
  })

  it('reads no further than 20,000 characters into a text', () => {
    expect(holds({ text: 'end' }, text(`${'x'.repeat(19_000)}end`))).toBe(true)
    expect(holds({ text: 'end' }, text(`${'x'.repeat(20_000)}end`))).toBe(false)
  })
})

describe('the text and the JSON of a result', () => {
  it('come from its blocks, or from the string that structured content consists of', () => {
    expect(
      textOf({ content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }] }),
    ).toBe('a\nb')
    expect(textOf({ content: [], structuredContent: { content: 'a' } })).toBe('a')
    expect(textOf({ content: 'x' })).toBe('')
  })

  it('structured content that only repeats the text is no structure', () => {
    expect(jsonOf({ ...text('size: 1'), structuredContent: { content: 'size: 1' } })).toBeUndefined()
    expect(jsonOf({ ...text('{"a":1}'), structuredContent: { result: '{"a":1}' } })).toEqual({ a: 1 })
  })

  it('structured content is preferred to the text', () => {
    expect(jsonOf({ ...text('{"a":1}'), structuredContent: { a: 2 } })).toEqual({ a: 2 })
    expect(jsonOf({ ...text('done'), structuredContent: { status: 'open' } })).toEqual({ status: 'open' })
  })

  it('prose, numbers in code and broken JSON are no JSON', () => {
    for (const prose of ['hello', '{"a":', '```\n7\n```', 'see [1]'])
      expect(jsonOf(text(prose)), prose).toBeUndefined()
    expect(jsonOf(failure('{"error":"x"}'))).toEqual({ error: 'x' })
  })
})

function holds(rule: object, result: JsonObject): boolean {
  const { failure: rules } = adapter({
    resource_class: 'r',
    observation_tool: 'g',
    id_param: 'i',
    failure: [rule],
  })
  return matches(rules[0]!, result)
}
