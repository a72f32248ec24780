import { LF, type Line } from '../frames.ts'

/** One event of a stream: its bytes as they came, and the message in it. */
export interface RawEvent {
  readonly bytes: Line
  /** Empty where the event brings no message. */
  readonly data: Line
}

/**
 * Cuts a stream of events into its events; joined together they are the stream, byte for byte. What its fields mean
 * stands in https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.6.
 */
export async function* cutEvents(body: AsyncIterable<Buffer>): AsyncGenerator<RawEvent> {
  let pieces: Buffer[] = []
  let isLineEmpty = true
  let previous = 0
  for await (const chunk of body) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      const isSecondHalf = byte === LF && previous === CR
      previous = byte
      if (isSecondHalf) continue
      if (byte !== LF && byte !== CR) {
        isLineEmpty = false
        at = nextEnd(chunk, at) - 1
      } else if (isLineEmpty) {
        yield eventOf([...pieces, chunk.subarray(from, at + 1)])
        pieces = []
        from = at + 1
      } else isLineEmpty = true
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
  if (pieces.length > 0) yield { bytes: pieces, data: [] }
}

/** An event in which another message stands; its other fields stay. */
export function withData({ bytes }: RawEvent, message: Line): Buffer[] {
  const others = linesOf(bytes).filter(line => line.length > 0 && !begins(line, 'data'))
  const ends = Buffer.from('\n')
  return [...others.flatMap(line => [line, ends]), Buffer.from('data: '), ...message, ends, ends]
}

/** Where the line at a place ends, or the chunk does. */
function nextEnd(chunk: Buffer, at: number): number {
  const lf = chunk.indexOf(LF, at)
  const until = lf === -1 ? chunk.length : lf
  const cr = chunk.subarray(at, until).indexOf(CR)
  return cr === -1 ? until : at + cr
}

function eventOf(bytes: Line): RawEvent {
  const lines = linesOf(bytes)
  const name = lines.findLast(line => begins(line, 'event'))
  const isMessage = name === undefined || ['', 'message'].includes(valueIn(name, 'event').toString('utf8'))
  const data = lines.filter(line => begins(line, 'data')).map(line => valueIn(line, 'data'))
  return {
    bytes,
    data: isMessage ? data.flatMap((line, index) => (index === 0 ? [line] : [space, line])) : [],
  }
}

/** The lines of an event without their ends. */
function linesOf(bytes: Line): Buffer[] {
  const joined = Buffer.concat(bytes)
  for (let at = joined.indexOf(CR); at !== -1; at = joined.indexOf(CR, at)) joined[at] = LF
  const lines: Buffer[] = []
  let from = 0
  for (let at = joined.indexOf(LF); at !== -1; at = joined.indexOf(LF, from)) {
    lines.push(joined.subarray(from, at))
    from = at + 1
  }
  return lines
}

function begins(line: Buffer, field: string): boolean {
  return line.toString('latin1', 0, field.length + 1).replace(/:$/, '') === field
}

function valueIn(line: Buffer, field: string): Buffer {
  const value = line.subarray(field.length + 1)
  return value[0] === 0x20 ? value.subarray(1) : value
}

const CR = 0x0d
const space = Buffer.from(' ')
