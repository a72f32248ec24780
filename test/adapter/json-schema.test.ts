import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { adapterJsonSchema } from '../../src/adapter/json-schema.ts'
import { formKeys } from '../../src/adapter/schema.ts'

it('the schema in the package is the one that the program prints (mcpgraphy adapter schema > adapters/adapter.schema.json)', () => {
  const committed = readFileSync(new URL('../../adapters/adapter.schema.json', import.meta.url), 'utf8')
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(adapterJsonSchema())))
})

it('the schema allows notes in every object, and nothing else that is not known', () => {
  const text = JSON.stringify(adapterJsonSchema())
  const closed = text.split('"additionalProperties":false').length - 1
  expect(closed).toBeGreaterThan(10)
  expect(text.split('"patternProperties":{"^(x_|//)":{}}').length - 1).toBe(closed)
  expect(text).not.toContain('$ref')
})

it('every field is described', () => {
  const about = Object.values(formKeys).flatMap(keys => Object.entries(keys))
  expect(about.filter(([, words]) => !/^[A-Z].*\.$/.test(words))).toEqual([])
})
