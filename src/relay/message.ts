import { isObject, type JsonObject, parseJson } from '../json.ts'
import { bytesOf, type Line, lineOf } from './frames.ts'
import { type MemberName, type Members, type Span, scan } from './scan.ts'

/**
 * What a line is. `other` is all that is none of the three: a blank line, words that are not JSON, a batch (an
 * array, whose elements are not looked into), an answer that holds neither result nor error.
 */
export type MessageKind = 'request' | 'notification' | 'answer' | 'other'

/** An id as its JSON text came, and a key that is equal for ids that JSON cannot tell apart (`1.0` and `1`). */
export interface Id {
  readonly text: string
  readonly key: string
}

/** One line of the protocol: its bytes as they came, and what they say. */
export interface Message {
  readonly kind: MessageKind
  readonly line: Line
  /** Of a request or an answer. `null`, `0` and `""` are ids; `1` and `"1"` are different ones. */
  readonly id: Id | undefined
  readonly method: string | undefined
  /** The bytes without the line's end. A long line is joined at the first call. */
  bytes(): Buffer
  /** The object that the line holds, parsed at the first call, or undefined where it is not valid JSON. */
  value(): JsonObject | undefined
  /** Where a member's value stands in `bytes()`, for edits that leave every other byte alone. */
  span(member: MemberName): Span | undefined
}

/** Looks at a line. Costs one pass over its bytes; nothing is parsed or joined until it is asked for. */
export function readMessage(line: Line): Message {
  const members = scan(line)
  const id = idOf(members?.id)
  const method = methodOf(members?.method)
  const kind = members ? kindOf(members, id, method) : 'other'
  const bytes = once(() => bytesOf(line))
  return {
    kind,
    line,
    id: kind === 'other' ? undefined : id,
    method: kind === 'other' ? undefined : method,
    bytes,
    value: once(() => objectIn(bytes())),
    span: member => members?.spans[member],
  }
}

/** A message of our own. */
export function messageOf(value: object): Message {
  return readMessage(lineOf(Buffer.from(JSON.stringify(value))))
}

function kindOf(members: Members, id: Id | undefined, method: string | undefined): MessageKind {
  if (members.id !== undefined && id === undefined) return 'other'
  if (members.method !== undefined) {
    if (method === undefined) return 'other'
    return id ? 'request' : 'notification'
  }
  return id && (members.spans.result || members.spans.error) ? 'answer' : 'other'
}

/** The id that a JSON text stands for, or undefined where it is no JSON. */
export function idOf(text: string | undefined): Id | undefined {
  if (text === undefined) return undefined
  if (isPlain.test(text)) return { text, key: text }
  const value = parseJson(text)
  return value === undefined ? undefined : { text, key: JSON.stringify(value) }
}

/** Ids as nearly everybody writes them: their text is their key. */
const isPlain = /^(?:0|[1-9]\d{0,14}|"[\w:.-]*")$/

function methodOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (isPlainMethod.test(text)) return text.slice(1, -1)
  const value = parseJson(text)
  return typeof value === 'string' ? value : undefined
}

const isPlainMethod = /^"[\w/]*"$/

function objectIn(bytes: Buffer): JsonObject | undefined {
  const value = parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  return isObject(value) ? value : undefined
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
