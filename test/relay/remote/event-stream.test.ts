import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventsOf, type ServerEvent } from '../../../src/relay/remote/event-stream.ts'

const lineEnd = fc.constantFrom('\n', '\r', '\r\n')
const word = fc.string({ unit: fc.constantFrom('a', 'é', '𝄞', ' ', ':', '"', '\\', '{'), maxLength: 12 })
const comment = fc.tuple(fc.constantFrom('', ':', ': keep-alive', 'unknown: field', 'nofield'), lineEnd)

/** An event as it may be written, and what it says. */
const written = fc
  .record({
    name: fc.option(fc.constantFrom('message', 'endpoint', 'x'), { nil: undefined }),
    id: fc.option(fc.constantFrom('1', 'é', 'long id'), { nil: undefined }),
    retry: fc.option(fc.nat(99_999), { nil: undefined }),
    data: fc.array(word, { minLength: 1, maxLength: 3 }),
    space: fc.boolean(),
    noise: fc.array(comment, { maxLength: 2 }),
    end: lineEnd,
  })
  .map(({ name, id, retry, data, space, noise, end }) => {
    const field = (key: string, value: unknown) => `${key}:${space ? ' ' : ''}${value}${end}`
    const text = [
      ...noise.map(each => each.join('')),
      name === undefined ? '' : field('event', name),
      id === undefined ? '' : field('id', id),
      retry === undefined ? '' : field('retry', retry),
      ...data.map(each => field('data', each)),
      end,
    ].join('')
    // Without the space of its own, a value's first space is taken for that.
    const values = data.map(each => (space ? each : each.replace(/^ /, '')))
    return { text, name: name ?? 'message', id, retry, data: values.join(' ') }
  })

describe('an event stream', () => {
  it('says the same however it is cut into chunks and whatever ends its lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(written, { maxLength: 6 }),
        fc.array(fc.nat(400)),
        fc.boolean(),
        async (events, cuts, mark) => {
          const bytes = Buffer.from((mark ? '\ufeff' : '') + events.map(each => each.text).join(''))
          let [id, retry] = [undefined as string | undefined, undefined as number | undefined]
          const expected = events.map(each => {
            id = each.id ?? id
            retry = each.retry ?? retry
            return { name: each.name, data: each.data, lastId: id, retry }
          })
          expect(await read(cut(bytes, cuts))).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('gives data as the very bytes that came, also those that are no UTF-8', async () => {
    const odd = Buffer.from([0x22, 0xff, 0xfe, 0xc3, 0x22])
    const bytes = Buffer.concat([Buffer.from('data: '), odd, Buffer.from('\n\n')])
    const [event] = await collect(cut(bytes, [7, 8, 9]))
    expect(Buffer.concat([...(event?.data ?? [])])).toEqual(odd)
  })

  it('takes an event that the end of the stream cuts off for none', async () => {
    expect(await read([Buffer.from('data: one\n\ndata: two\n')])).toMatchObject([{ data: 'one' }])
  })

  it('tells of an event that only gives an id, and of no blank line before the first', async () => {
    expect(await read([Buffer.from('\n\n: hi\n\nid: 7\nretry: 5\n\n')])).toEqual([
      { name: 'message', data: '', lastId: '7', retry: 5 },
    ])
  })

  it('ignores an id with NUL in it, and a retry that is no number', async () => {
    expect(await read([Buffer.from('id: a\0b\nretry: 1.5\ndata: x\n\n')])).toEqual([
      { name: 'message', data: 'x', lastId: undefined, retry: undefined },
    ])
  })

  it('does not copy a long message as it grows', async () => {
    const chunks = [Buffer.from('data: '), ...Array.from({ length: 200 }, () => Buffer.alloc(1000, 0x61))]
    const [event] = await collect([...chunks, Buffer.from('\n\n')])
    expect(event?.data?.every((piece, at) => piece.buffer === chunks[at + 1]?.buffer)).toBe(true)
    expect(event?.data?.length).toBe(200)
  })
})

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const places = [0, ...at.filter(each => each < bytes.length).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}

async function collect(chunks: readonly Buffer[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = []
  async function* body() {
    yield* chunks
  }
  for await (const event of eventsOf(body())) events.push(event)
  return events
}

async function read(chunks: readonly Buffer[]) {
  const events = await collect(chunks)
  return events.map(each => ({ ...each, data: Buffer.concat([...(each.data ?? [])]).toString('utf8') }))
}
