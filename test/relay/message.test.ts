import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/json.ts'
import { readMessage } from '../../src/relay/message.ts'
import { type MemberName, scan } from '../../src/relay/scan.ts'

const names: readonly MemberName[] = ['id', 'method', 'params', 'result', 'error']
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', '\u2028', 'é', '漢', '🜁'),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
  maxLength: 90,
})
const key = fc.oneof(fc.constantFrom(...names, 'jsonrpc', '__proto__'), text)
const value = fc.letrec(tie => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.constantFrom(true, false, null),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('any'), { maxLength: 5 }),
  object: fc.array(fc.tuple(key, tie('any')), { maxLength: 5 }).map(members => ({ members })),
})).any
const space = fc.constantFrom('', '', ' ', '\t', '\r', ' \r\t ')
const document = fc
  .array(fc.tuple(key, value, space, fc.boolean()), { maxLength: 8 })
  .map(
    members =>
      `{${members.map(([name, each, gap, escaped]) => `${gap}${keyText(name, escaped)}${gap}:${gap}${write(each)}${gap}`).join(',')}}`,
  )
const cuts = fc.array(fc.nat(), { maxLength: 6 })

describe('a message', () => {
  it('holds the members that JSON.parse finds, wherever it was cut', () => {
    fc.assert(
      fc.property(document, cuts, (json, places) => {
        const parsed = JSON.parse(json) as Record<string, Json>
        const members = scan(cut(`${json}\n`, places))
        for (const name of names) {
          const span = members?.spans[name]
          const found = span && JSON.parse(Buffer.from(json).subarray(span.start, span.end).toString())
          expect(found).toEqual(Object.hasOwn(parsed, name) ? parsed[name] : undefined)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is read alike in one piece and in many', () => {
    fc.assert(
      fc.property(document, cuts, (json, places) => {
        const [whole, cutUp] = [readMessage([Buffer.from(json)]), readMessage(cut(json, places))]
        expect([cutUp.kind, cutUp.id, cutUp.method, cutUp.value()]).toEqual([
          whole.kind,
          whole.id,
          whole.method,
          whole.value(),
        ])
      }),
    )
  })

  it('is never found where JSON.parse finds no object in words of a dozen signs', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ 1"{:'), maxLength: 12 }), words => {
        const isTop = readMessage([Buffer.from(words)]).value() !== undefined
        if (isTop) expect(scan([Buffer.from(words)])).toBeDefined()
        else expect(readMessage([Buffer.from(words)]).kind).toBe('other')
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['request', '{"jsonrpc":"2.0","id":1,"method":"a"}'],
    ['request', '{"method":"a","id":null}'],
    ['request', '{"method":"a","id":0,"extra":{"id":9}}'],
    ['request', '{"id":1,"method":"a","result":{}}'],
    ['request', '\uFEFF{"id":1,"method":"a"}\r'],
    ['notification', '{"jsonrpc":"2.0","method":"a","params":{"id":1}}'],
    ['answer', '{"id":"x","result":null}'],
    ['answer', '{"error":{"code":"odd"},"id":null}'],
    ['answer', '{"id":1,"result":{},"error":null}'],
    ['other', '{"id":1}'],
    ['other', '{"id":nul,"method":"a"}'],
    ['other', '{"id":1,"method":5}'],
    ['other', '{"result":{}}'],
    ['other', '[{"id":1,"method":"a"}]'],
    ['other', '{"id":1,"method":"a"} and more'],
    ['other', '{"id":1,"method":"a"'],
    ['other', 'npx: installed 4 in 2.071s'],
    ['other', ''],
  ])('is a %s: %s', (kind, line) => {
    expect(readMessage([Buffer.from(`${line}\n`)]).kind).toBe(kind)
  })

  it.each([
    ['1', '"1"', false],
    ['0', 'null', false],
    ['1', '1.0', true],
    ['100', '1e2', true],
    ['"a"', '"\\u0061"', true],
    ['1.5', '1', false],
  ])('with the id %s and one with %s have the same id: %s', (one, other, same) => {
    const keys = [one, other].map(id => readMessage([Buffer.from(`{"id":${id},"result":{}}`)]).id?.key)
    expect(keys[0] === keys[1]).toBe(same)
  })

  it('keeps the text of an id that a double cannot hold', () => {
    expect(readMessage([Buffer.from('{"id": 12345678901234567890 ,"method":"a"}')]).id?.text).toBe(
      '12345678901234567890',
    )
  })

  it('takes the last of two ids, as JSON.parse does', () => {
    expect(readMessage([Buffer.from('{"id":1,"method":"a","\\u0069d":2}')]).id?.text).toBe('2')
  })

  it('has no value where deeper bytes are no JSON', () => {
    const broken = readMessage([Buffer.from('{"id":1,"method":"tools/call","params":{"a":bad}}')])
    expect([broken.kind, broken.value()]).toEqual(['request', undefined])
  })
})

/** Objects are lists of members, so that keys can come twice. */
function write(each: unknown): string {
  if (Array.isArray(each)) return `[${each.map(write).join(', ')}]`
  if (typeof each === 'object' && each !== null && 'members' in each) {
    const members = each.members as [string, unknown][]
    return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${write(inner)}`).join(',')}}`
  }
  return JSON.stringify(each)
}

function keyText(name: string, isEscaped: boolean): string {
  if (!isEscaped) return JSON.stringify(name)
  const units = name.split('').map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `"${units.join('')}"`
}

function cut(text: string, places: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text)
  const at = [0, ...places.map(place => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}
