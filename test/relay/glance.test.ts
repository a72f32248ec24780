import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { glance } from '../../src/relay/glance.ts'

const body = fc.json().map(text => JSON.parse(text) as unknown)
const id = fc.oneof(fc.integer(), fc.string(), fc.constantFrom(1.5, 'a-1', null))

describe('a glance at a long line', () => {
  it('finds the id of an answer, wherever it stands', () => {
    fc.assert(
      fc.property(body, id, fc.boolean(), fc.nat(), (result, answered, isLast, place) => {
        const value = isLast
          ? { result, jsonrpc: '2.0', id: answered }
          : { jsonrpc: '2.0', id: answered, error: result }
        expect(glance(cutAt(JSON.stringify(value), place))?.key).toBe(JSON.stringify(answered))
      }),
    )
  })

  it('does not take an id inside the result, or of a request, for that of an answer', () => {
    const inside = '{"result":{"a":[],"id":5},"jsonrpc":"2.0","id":6}'
    expect(glance([Buffer.from(inside)])?.text).toBe('6')
    expect(glance([Buffer.from('{"id":1,"method":"x","params":{"id":2}}')])).toBeUndefined()
    expect(glance([Buffer.from('{"result":{"text":",\\"id\\":1}"}}')])).toBeUndefined()
  })
})

function cutAt(text: string, place: number): Buffer[] {
  const bytes = Buffer.from(`${text}\n`)
  const at = place % bytes.length
  return [bytes.subarray(0, at), bytes.subarray(at)].filter(each => each.length > 0)
}
