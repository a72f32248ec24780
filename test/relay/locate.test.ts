import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, type Json } from '../../src/json.ts'
import { elementsOf, locate } from '../../src/relay/locate.ts'
import { spliced, textAt } from '../../src/relay/splice.ts'

/** A text in pieces, as it may come from a stream. */
function inPieces(text: string, cuts: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text)
  const at = [0, ...cuts.map(each => each % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

const cuts = fc.array(fc.nat(500), { maxLength: 6 })
const indent = fc.constantFrom('', ' ', '\t')

describe('a value in a line', () => {
  it('is found where JSON.parse finds it, and can be replaced without touching another byte', () => {
    const params = fc.record({
      _meta: fc.record({ progressToken: fc.jsonValue(), other: fc.jsonValue() }),
      x: fc.jsonValue(),
    })
    fc.assert(
      fc.property(params, indent, cuts, (given, space, at) => {
        const value = { jsonrpc: '2.0', params: given, after: { progressToken: 1 } }
        const text = JSON.stringify(value, null, space)
        const line = inPieces(text, at)
        const span = locate(line, ['params', '_meta', 'progressToken'])
        expect(span).toBeDefined()
        if (!span) return
        expect(JSON.parse(textAt(line, span))).toEqual(JSON.parse(JSON.stringify(given._meta.progressToken)))
        const replaced = Buffer.concat(spliced(line, [{ span, text: '"new"' }])).toString()
        const there = { ...given, _meta: { ...given._meta, progressToken: 'new' } }
        expect(replaced).toBe(JSON.stringify({ ...value, params: there }, null, space))
      }),
    )
  })

  it('is not found where the path leads nowhere', () => {
    fc.assert(
      fc.property(fc.jsonValue(), cuts, (value, cut) => {
        const path = ['params', 'requestId']
        const found = locate(inPieces(JSON.stringify(value), cut), path)
        expect(found !== undefined).toBe(at(value as Json, path.join('.')) !== undefined)
      }),
    )
  })

  it('is the last of those under one key, as with JSON.parse', () => {
    const line = [Buffer.from('{"a":1,"\\u0061":{"b":[2,"}"]},"c":3}')]
    const span = locate(line, ['a', 'b'])
    expect(span && textAt(line, span)).toBe('[2,"}"]')
  })
})

describe('the elements of an array', () => {
  it('are those that JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), indent, cuts, (values, space, at) => {
        const line = inPieces(JSON.stringify(values, null, space), at)
        const found = elementsOf(line)?.map(span => JSON.parse(textAt(line, span)))
        expect(found).toEqual(JSON.parse(JSON.stringify(values)))
      }),
    )
  })

  it.each(['{}', '', '[1', '[1,]', '[1 2]', '[1]x', '"[1]"'])('are none in %s', text => {
    expect(elementsOf([Buffer.from(text)])).toBeUndefined()
  })
})
