import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldsInText, scalarOf } from '../../src/adapter/kv-text.ts'

it('lines of key and value are fields, plain, in a list or in bold', () => {
  const text =
    'size: 12\nisFile: true\n- State: open\n**Status:** in_progress\n* **Due date**: null\r\nmode: 0644\nempty:'
  expect(fieldsInText(text)).toEqual({
    size: 12,
    isFile: true,
    State: 'open',
    Status: 'in_progress',
    'Due date': null,
    mode: '0644',
    empty: '',
  })
})

it('of a key that stands twice the first counts, and a sentence with a colon is no field', () => {
  const sentence = 'This is a long sentence that goes on and on until at last there comes a colon: here'
  expect(fieldsInText(`a: 1\na: 2\n${sentence}\nhttp://x\n: none`)).toEqual({ a: 1 })
})

it('a scalar spells itself back, whatever it became', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)), text => {
      const value = scalarOf(text)
      if (typeof value !== 'boolean') expect(String(value)).toBe(text)
      else expect(text.toLowerCase()).toBe(String(value))
    }),
  )
})
