import type { Line } from '../frames.ts'

/** One event of a `text/event-stream`. */
export interface ServerEvent {
  /** `message` where the stream names none. */
  readonly name: string
  /** The bytes as they came, without line ends; undefined where the event has no data (it only sets the id). */
  readonly data: Line | undefined
  /** The id that the stream may be resumed behind, where one was ever given. */
  readonly lastId: string | undefined
  /** Milliseconds that the server wants to pass before a reconnection, where it ever said so. */
  readonly retry: number | undefined
}

/**
 * Reads events as they come (https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.6), as bytes:
 * what was sent as data is neither decoded nor copied. Data of several lines is joined by a space, which means the
 * same in JSON and keeps a message on one line. The next chunk is not read before the events of the last were taken.
 */
export async function* eventsOf(body: AsyncIterable<Buffer>): AsyncGenerator<ServerEvent> {
  const reader = createReader()
  for await (const chunk of body) yield* reader.push(chunk)
}

/** An event that the end of the stream cuts off is none. */
function createReader() {
  let data: Buffer[] | undefined
  let name = ''
  let hasId = false
  let lastId: string | undefined
  let retry: number | undefined
  const field = (key: string, value: Buffer[]) => {
    if (key === 'data' && data !== undefined) data.push(space, ...value)
    else if (key === 'data') data = value
    else if (key === 'event') name = textOf(value)
    else if (key === 'id' && !textOf(value).includes('\0')) [lastId, hasId] = [textOf(value), true]
    else if (key === 'retry' && /^\d{1,9}$/.test(textOf(value))) retry = Number(textOf(value))
  }
  const dispatch = (): ServerEvent[] => {
    const isEmpty = data === undefined && !hasId
    const event = { name: name || 'message', data, lastId, retry }
    data = undefined
    name = ''
    hasId = false
    return isEmpty ? [] : [event]
  }
  const lines = createLines()
  return {
    push(chunk: Buffer): ServerEvent[] {
      const events: ServerEvent[] = []
      for (const line of lines.push(chunk)) {
        if (line.length === 0) events.push(...dispatch())
        else readField(line, field)
      }
      return events
    },
  }
}

/** Cuts at LF, CR and CR LF; gives lines as pieces without their end, so that a long one is never copied as it grows. */
function createLines() {
  let pieces: Buffer[] = []
  let isBehindCr = false
  let isFirst = true
  const end = () => {
    const line = pieces.filter(piece => piece.length > 0)
    pieces = []
    if (!isFirst) return line
    isFirst = false
    return withoutMark(line)
  }
  return {
    push(chunk: Buffer): Buffer[][] {
      const lines: Buffer[][] = []
      let from = isBehindCr && chunk[0] === lf ? 1 : 0
      if (chunk.length > 0) isBehindCr = false
      for (let at = lineEnd(chunk, from); at !== -1; at = lineEnd(chunk, from)) {
        pieces.push(chunk.subarray(from, at))
        lines.push(end())
        const isCr = chunk[at] === cr
        isBehindCr = isCr && at + 1 === chunk.length
        from = isCr && chunk[at + 1] === lf ? at + 2 : at + 1
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from))
      return lines
    },
  }
}

/** The first CR or LF from a place on. */
function lineEnd(chunk: Buffer, from: number): number {
  const feed = chunk.indexOf(lf, from)
  const until = feed === -1 ? chunk.length : feed
  const back = chunk.subarray(from, until).indexOf(cr)
  return back === -1 ? feed : from + back
}

/** A line that begins with a colon is a comment; a single space behind the field's colon is not part of its value. */
function readField(line: Buffer[], take: (key: string, value: Buffer[]) => void): void {
  const head = headOf(line)
  const colon = head.indexOf(':')
  const value = colon === -1 ? [] : dropBytes(line, colon + 1)
  const key = head.toString('latin1', 0, colon === -1 ? head.length : colon)
  if (key !== '') take(key, value[0]?.[0] === SPACE ? dropBytes(value, 1) : value)
}

/** Enough of a line to find the name of a field that means something. */
function headOf(line: Buffer[]): Buffer {
  const [first] = line
  return first !== undefined && (line.length === 1 || first.length > longestName)
    ? first
    : Buffer.concat(line.slice(0, longestName + 1))
}

const longestName = 'event:'.length

function dropBytes(pieces: Buffer[], count: number): Buffer[] {
  const rest: Buffer[] = []
  let left = count
  for (const piece of pieces) {
    if (left < piece.length) rest.push(piece.subarray(left))
    left = Math.max(0, left - piece.length)
  }
  return rest
}

function withoutMark(line: Buffer[]): Buffer[] {
  const head = Buffer.concat(line.slice(0, 3))
  return head.indexOf(byteOrderMark) === 0 ? dropBytes(line, byteOrderMark.length) : line
}

function textOf(pieces: Buffer[]): string {
  return Buffer.concat(pieces).toString('utf8')
}

const SPACE = 0x20
const lf = 0x0a
const cr = 0x0d
const space = Buffer.from(' ')
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
