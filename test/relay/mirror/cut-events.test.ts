import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutEvents, withData } from '../../../src/relay/mirror/cut-events.ts'
import { eventsOf } from '../../../src/relay/remote/event-stream.ts'

const end = fc.constantFrom('\n', '\r\n', '\r')
const field = fc.oneof(
  fc.constantFrom(
    'data',
    'data: ',
    'data:  x',
    'event: message',
    'event: other',
    'event:',
    ': words',
    'id: 7',
    'retry: 5',
    'x: y',
    '',
  ),
  fc.json().map(json => `data: ${json}`),
)
const stream = fc.array(fc.tuple(field, end), { maxLength: 30 }).map(lines => lines.flat().join(''))

async function* inPieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0
  for (const cut of [...cuts, bytes.length].map(each => Math.min(each, bytes.length)).sort((a, b) => a - b)) {
    if (cut > from) yield bytes.subarray(from, cut)
    from = Math.max(from, cut)
  }
}

async function allOf<Value>(source: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const each of source) all.push(each)
  return all
}

const cuts = fc.array(fc.nat(200), { maxLength: 8 })

describe('a stream of events that is cut', () => {
  it('is, joined again, the stream byte for byte', () =>
    fc.assert(
      fc.asyncProperty(stream, cuts, async (text, at) => {
        const bytes = Buffer.from(text)
        const events = await allOf(cutEvents(inPieces(bytes, at)))
        expect(Buffer.concat(events.flatMap(each => each.bytes))).toEqual(bytes)
      }),
    ))

  it('brings the messages that a reader of events finds in it', () =>
    fc.assert(
      fc.asyncProperty(stream, cuts, async (text, at) => {
        const bytes = Buffer.from(text)
        const read = await allOf(eventsOf(inPieces(Buffer.from(bytes), at)))
        const messages = read.flatMap(({ name, data }) =>
          name === 'message' && data ? [Buffer.concat(data)] : [],
        )
        const cut = await allOf(cutEvents(inPieces(Buffer.from(bytes), at)))
        const found = cut.map(({ data }) => Buffer.concat(data))
        expect(found.filter(each => each.length > 0)).toEqual(messages.filter(each => each.length > 0))
      }),
    ))

  it('keeps the other fields of an event whose message is replaced', async () => {
    const [event] = await allOf(
      cutEvents(inPieces(Buffer.from('id: 5\r\nevent: message\r\ndata: {"a":1}\r\n\r\n'), [])),
    )
    if (!event) throw new Error('none')
    const text = Buffer.concat(withData(event, [Buffer.from('{"b":2}')])).toString()
    expect(text).toBe('id: 5\nevent: message\ndata: {"b":2}\n\n')
  })
})
