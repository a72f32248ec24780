import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../src/json.ts'
import {
  appendToArray,
  applyEdits,
  insertMember,
  parseJsonc,
  placeOf,
  removeMember,
  replaceValue,
  valueSpan,
} from '../src/text-edit.ts'

const space = fc.constantFrom('', ' ', '\n', '\r\n  ', '\t', '\r')
const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a/b', 'a.b', '"', '\\', '//', '/*', ''))

/** A JSON value together with one of its many texts. */
const printed = fc.tuple(fc.jsonValue(), fc.array(space, { minLength: 1 })).map(([value, spaces]) => {
  let turn = 0
  const gap = () => spaces[turn++ % spaces.length]!
  return { value: value as Json, text: gap() + print(value as Json, gap) + gap() }
})

function print(value: Json, gap: () => string): string {
  if (Array.isArray(value))
    return `[${gap()}${value.map(each => print(each, gap) + gap()).join(`,${gap()}`)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value as JsonObject).map(
    ([key, each]) => `${JSON.stringify(key)}${gap()}:${gap()}${print(each, gap)}`,
  )
  return `{${gap()}${members.join(`${gap()},${gap()}`)}${gap()}}`
}

describe('edits for the gate', () => {
  it('appendToArray adds one item and leaves every other byte alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        printed,
        fc.array(space, { minLength: 1 }),
        (items, extra, spaces) => {
          let turn = 0
          const gap = () => spaces[turn++ % spaces.length]!
          const text = print({ id: 1, result: { content: items as Json[], isError: true } }, gap)
          const added = JSON.stringify(extra.value)
          const after = appendToArray(text, ['result', 'content'], added)!
          expect(JSON.parse(after)).toEqual(
            JSON.parse(
              JSON.stringify({ id: 1, result: { content: [...items, extra.value], isError: true } }),
            ),
          )
          const inserted = items.length > 0 ? `,${added}` : added
          const at = valueSpan(text, ['result', 'content'])!
          const start = [...Array(after.length).keys()].find(
            i => after.slice(0, i) + after.slice(i + inserted.length) === text,
          )
          expect(start).toBeGreaterThan(at.start)
          expect(start).toBeLessThan(at.end)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('appendToArray gives nothing where no array stands', () => {
    expect(appendToArray('{"result":{"content":"[]"}}', ['result', 'content'], '1')).toBeUndefined()
    expect(appendToArray('{"result":{}}', ['result', 'content'], '1')).toBeUndefined()
  })

  it('removeMember takes exactly one member and its comma', () => {
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.jsonValue(), { minKeys: 1 }),
        fc.nat(),
        fc.array(space, { minLength: 1 }),
        (object, pick, spaces) => {
          const keys = Object.keys(object)
          const key = keys[pick % keys.length]!
          let turn = 0
          const text = print({ id: 'x', result: object as JsonObject }, () => spaces[turn++ % spaces.length]!)
          const { [key]: _gone, ...rest } = JSON.parse(JSON.stringify(object))
          expect(JSON.parse(removeMember(text, ['result', key])!)).toEqual({ id: 'x', result: rest })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('removeMember gives nothing where no such member stands', () => {
    expect(removeMember('{"a":[1]}', ['b'])).toBeUndefined()
    expect(removeMember('{"a":[1]}', ['a', 0])).toBeUndefined()
    expect(removeMember('{"a":"b"}', ['a', 'b'])).toBeUndefined()
  })

  it('replaceValue changes one value and no other byte', () => {
    fc.assert(
      fc.property(printed, printed, (before, now) => {
        const text = `{ "first": [1, ${before.text}], "second": ${before.text} }`
        const after = `{ "first": [1, ${before.text.replace(before.text.trim(), () => now.text.trim())}], "second": ${before.text} }`
        expect(replaceValue(text, ['first', 1], now.text.trim())).toBe(after)
      }),
      { numRuns: 300 },
    )
  })

  it('the last of two members with one name is the one that is meant, as in JSON.parse', () => {
    expect(replaceValue('{"a":1,"a":2}', ['a'], '3')).toBe('{"a":1,"a":3}')
  })

  it('finds a member behind strings that hold quotes, brackets and backslashes', () => {
    const text = '{"a":"]}\\"\\\\","b":["\\\\\\\\"],"c":[]}'
    expect(appendToArray(text, ['c'], '0')).toBe('{"a":"]}\\"\\\\","b":["\\\\\\\\"],"c":[0]}')
  })
})

describe('edits for configs', () => {
  const places: [what: string, text: string, after: string][] = [
    ['an empty object', '{}', '{"k": 1}'],
    ['an object that holds only a comment', '{ /* none */ }', '{ /* none */"k": 1 }'],
    ['the end', '{"a": 1}', '{"a": 1,"k": 1}'],
    ['the end with a trailing comma', '{"a": 1,}', '{"a": 1,"k": 1,}'],
    ['a line with a comment', '{\n"a": 1 // one\n}', '{\n"a": 1,"k": 1 // one\n}'],
    ['a comment before the comma', '{"a": 1 /* x */ , /* y */ }', '{"a": 1 /* x */ , /* y */"k": 1, }'],
  ]
  it.each(places)(
    'insertMember puts a member into %s, and removeMember takes it off',
    (_what, text, after) => {
      const wrapped = insertMember(text, [], { name: 'k', json: '1', lead: '' })!
      expect(wrapped).toBe(after)
      expect(removeMember(wrapped, ['k'])).toBe(text)
    },
  )

  it('keeps a comment on its own line when there is a line to go to', () => {
    const text = '{\r\n  "a": 1 // one\r\n}'
    const wrapped = insertMember(text, [], { name: 'k', json: '1', lead: '\r\n  ' })!
    expect(wrapped).toBe('{\r\n  "a": 1, // one\r\n  "k": 1\r\n}')
    expect(removeMember(wrapped, ['k'])).toBe(text)
  })

  it('never pulls a member into the line comment before it', () => {
    const after = removeMember('{ "a": 1, // one\n "k": 1, "b": 2 }', ['k'])!
    expect(parseJsonc(after)).toEqual({ kind: 'value', value: { a: 1, b: 2 } })
    expect(after).toContain('// one\n')
  })

  it('keeps a comment that stands between a value and its comma', () => {
    expect(removeMember('{"k": 1 /* why */ , "b": 2}', ['k'])).toBe('{ /* why */  "b": 2}')
  })

  it('applies edits in the order of their places', () => {
    expect(
      applyEdits('abcdef', [
        { offset: 4, length: 1, content: 'E' },
        { offset: 0, length: 1, content: '' },
      ]),
    ).toBe('bcdEf')
  })
})

describe('reading JSON that people write', () => {
  it('reads what JSON.parse reads, to the same value', () => {
    fc.assert(
      fc.property(printed, ({ text }) => {
        expect(parseJsonc(text)).toEqual({ kind: 'value', value: JSON.parse(text) })
        expect(parseJsonc(`${text}//`)).toEqual({ kind: 'value', value: JSON.parse(text) })
      }),
    )
  })

  it('reads comments, trailing commas and a byte order mark', () => {
    const text = '\uFEFF// head\n{ "a": [1, /* two */ 2, ], "b": "// no, ]", /**/ } // end'
    expect(parseJsonc(text)).toEqual({ kind: 'value', value: { a: [1, 2], b: '// no, ]' } })
  })

  const broken: [text: string, line: number, column: number][] = [
    ['', 1, 1],
    ['{', 1, 2],
    ['{"a":1,,}', 1, 8],
    ['[,]', 1, 2],
    ['{"a" 1}', 1, 6],
    ['{\r\n"a":1\r\n"b":2}', 3, 1],
    ['{"a":01}', 1, 6],
    ['{"a":\'x\'}', 1, 6],
    ['[1] x', 1, 5],
    ['[1 /* open', 1, 4],
    ['["a\nb"]', 1, 2],
    ['{a:1}', 1, 2],
  ]
  it.each(broken)('says where %j stops being JSON', (text, line, column) => {
    expect(parseJsonc(text)).toEqual({ kind: 'broken', line, column })
  })

  it('counts lines that end with CR, LF or both', () => {
    expect(placeOf('a\rb\r\nc\nd', 7)).toEqual({ line: 4, column: 1 })
  })
})
