import { type Line, lineOf } from '../frames.ts'
import { elementsOf } from '../locate.ts'
import { type Message, readMessage } from '../message.ts'
import { sizeOf, sliceOf } from '../splice.ts'
import { blank } from './flat.ts'

/** What a body holds. */
export type Posted =
  | { readonly kind: 'messages'; readonly messages: readonly Message[]; readonly isBatch: boolean }
  /** No JSON, or no message: with the code that JSON-RPC has for it. */
  | { readonly kind: 'unreadable'; readonly code: -32700 | -32600; readonly why: string }

/**
 * Reads a body as the lines that a server will see: each message on one line, its bytes as they came but for line
 * ends, which are white space there. A batch (revision 2025-03-26) becomes its messages.
 */
export function readPosted(body: Buffer[]): Posted {
  if (!isJson(body)) return { kind: 'unreadable', code: -32700, why: 'The body is not JSON.' }
  for (const piece of body) blank(piece)
  const message = readMessage([...body, lineEnd])
  if (message.kind !== 'other') return { kind: 'messages', messages: [message], isBatch: false }
  const messages = batchIn(body)
  return messages.length > 0 && messages.every(each => each.kind !== 'other')
    ? { kind: 'messages', messages, isBatch: true }
    : { kind: 'unreadable', code: -32600, why: 'The body is not a message of JSON-RPC.' }
}

/** Walked over only where it is long: parsing it would hold up everybody else. */
function isJson(body: readonly Buffer[]): boolean {
  if (sizeOf(body) > longBody) return true
  try {
    JSON.parse(
      Buffer.concat(body)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
    return true
  } catch {
    return false
  }
}

const longBody = 1_000_000

/** The messages of an array, none where it is no array. */
export function batchIn(line: Line): Message[] {
  const spans = elementsOf(line) ?? []
  return spans.map(span => readMessage([...sliceOf(line, span), lineEnd]))
}

const [lineEnd = Buffer.alloc(0)] = lineOf(Buffer.alloc(0)).slice(1)
