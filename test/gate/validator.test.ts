import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListedTool } from '../../src/adapter/tool.ts'
import { createChecks } from '../../src/gate/checks.ts'
import { lint } from '../../src/gate/lint.ts'
import { validate } from '../../src/gate/validator.ts'
import { violationInWords } from '../../src/graph/violations.ts'
import type { JsonObject } from '../../src/json.ts'

const tool = (inputSchema: unknown): ListedTool => ({
  name: 'tool',
  description: '',
  inputSchema: inputSchema as JsonObject,
  outputSchema: null,
  hints: {},
})
const words = (schema: unknown, args: JsonObject) => validate(tool(schema), args).map(violationInWords)
const of = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more })

describe('arguments against a schema', () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    ['a type', { n: { type: 'integer' } }, { n: '1' }, 'n must be integer'],
    [
      'a choice of types',
      { n: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      { n: 1 },
      'n must be string or null',
    ],
    ['types in a list', { n: { type: ['string', 'null'] } }, { n: 1 }, 'n must be string,null'],
    [
      'an enumeration',
      { s: { enum: ['open', 'closed'] } },
      { s: 'shut' },
      's must be one of "open", "closed"',
    ],
    ['a constant', { s: { const: 'x' } }, { s: 'y' }, 's must be "x"'],
    ['a bound', { n: { maximum: 100 } }, { n: 500 }, 'n must be <= 100'],
    ['a pattern', { s: { pattern: '^[a-z]+$' } }, { s: 'A' }, 's must match pattern "^[a-z]+$"'],
    [
      'an item of a list, whichever',
      { edits: { type: 'array', items: of({}, { required: ['oldText'] }) } },
      { edits: [{ oldText: 'a' }, {}, {}] },
      'edits[].oldText is required',
    ],
    [
      'a name that is not foreseen, deep inside',
      { where: of({ id: {} }, { additionalProperties: false }) },
      { where: { id: 1, nr: 2 } },
      'where.nr is not a parameter of it',
    ],
  ])('breaks %s', (_what, properties, args, expected) => {
    expect(words(of(properties), args)).toEqual([expected])
  })

  it.each([
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2020-12/schema',
    undefined,
  ])('is read by the dialect %s', $schema => {
    const schema = of({ n: { $ref: '#/$defs/count' } }, {
      $schema,
      $id: 'urn:x',
      $defs: { count: { type: 'integer' } },
    } as JsonObject)
    expect(words(schema, { n: 'a' })).toEqual(['n must be integer'])
    expect(words(schema, { n: 1 })).toEqual([])
  })

  it('knows lists by place in both spellings', () => {
    expect(words(of({ p: { items: [{ type: 'integer' }] } }), { p: ['a'] })).toEqual(['p[] must be integer'])
    expect(words(of({ p: { prefixItems: [{ type: 'integer' }] } }), { p: ['a'] })).toEqual([
      'p[] must be integer',
    ])
  })

  it('does not mind formats that it does not know', () => {
    expect(words(of({ s: { type: 'string', format: 'uint64-ish' } }), { s: 'x' })).toEqual([])
  })
})

describe('a schema that cannot be trusted', () => {
  const deep = (depth: number): JsonObject => (depth === 0 ? { x: 1 } : { c: deep(depth - 1) })
  const forked = {
    $ref: '#/$defs/n',
    $defs: { n: of({ c: { anyOf: [{ $ref: '#/$defs/n' }, { $ref: '#/$defs/n' }] }, x: { type: 'string' } }) },
  }

  it.each<[string, unknown, JsonObject]>([
    ['is broken', { type: 'nonsense', properties: 5 }, { a: 1 }],
    ['is no object', { properties: { a: 'string' } }, { a: 1 }],
    ['is elsewhere', { $ref: 'https://example.org/schema.json' }, { a: 1 }],
    ['has a pattern that is none', of({ a: { pattern: '[' } }), { a: 'x' }],
    ['has a pattern that never ends', of({ a: { pattern: '^(a+)+$' } }), { a: `${'a'.repeat(60)}!` }],
    ['forks without end', forked, deep(35)],
    ['is bottomless', JSON.parse(`${'{"not":'.repeat(3000)}{}${'}'.repeat(3000)}`), { a: 1 }],
    [
      'is huge',
      of(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`p${n}`, { type: 'string' }]))),
      { p1: 1 },
    ],
    [
      'is for other arguments than these',
      of({ a: { items: { type: 'string' } } }),
      { a: Array(9000).fill(1) },
    ],
  ])('that %s breaks nothing, and nothing is said', (_what, schema, args) => {
    expect(words(schema, args)).toEqual([])
  })

  it('that never ends is left alone from then on: the second call costs nothing', () => {
    const once = tool(forked)
    validate(once, deep(35))
    expect(validate(once, { x: 1 })).toEqual([]) // it would be a violation, if anybody looked
  })

  it('whatever it holds, the checks give a list of short lines', async () => {
    const checks = createChecks()
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'required',
      'items',
      'anyOf',
      '$ref',
      'enum',
      'pattern',
      'not',
      'if',
      '$defs',
      'additionalProperties',
      '$id',
      'minimum',
      'const',
      'uniqueItems',
    )
    const { schema } = fc.letrec(tie => ({
      schema: fc.dictionary(
        keyword,
        fc.oneof(
          { depthSize: 'small' },
          fc.jsonValue(),
          tie('schema'),
          fc.array(tie('schema'), { maxLength: 3 }),
        ),
        { maxKeys: 5 },
      ),
    }))
    await fc.assert(
      fc.asyncProperty(schema, fc.dictionary(fc.string(), fc.jsonValue()), async (inputSchema, args) => {
        const said = await checks.violationsOf(tool(inputSchema), args as JsonObject)
        expect(said.length).toBeLessThanOrEqual(6)
        for (const each of said) {
          expect(each.length).toBeLessThan(300)
          expect(each).not.toContain(' is ')
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('the names of arguments', () => {
  const said = (schema: unknown, args: JsonObject) => lint(tool(schema), args).map(violationInWords)

  it('are looked at without a validator', () => {
    expect(said(of({ path: {} }, { required: ['path'] }), { file: 1 })).toEqual([
      'path is required',
      'file is not a parameter of it',
    ])
  })

  it.each<[string, unknown]>([
    ['it says so', of({ a: {} }, { additionalProperties: true })],
    ['it says how others look', of({ a: {} }, { additionalProperties: { type: 'string' } })],
    ['it names some by pattern', of({ a: {} }, { patternProperties: { '^x-': {} } })],
    ['it is put together from others', of({ a: {} }, { allOf: [{ properties: { b: {} } }] })],
    ['it names none', { type: 'object' }],
    ['there is none', {}],
  ])('are left alone where a schema is open: %s', (_how, schema) => {
    expect(said(schema, { b: 1 })).toEqual([])
  })

  it('are not confused by what every object has', () => {
    expect(said(of({}, { required: ['toString'] }), {})).toEqual(['toString is required'])
    expect(said(of({}), JSON.parse('{"__proto__":1,"constructor":2}'))).toHaveLength(2)
  })
})
