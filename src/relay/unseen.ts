import { isObject, type Json } from '../json.ts'
import { type Line, lineOf } from './frames.ts'
import type { Message } from './message.ts'

/** A batch that is longer, in bytes, is taken to hold a tool call without a look. */
const longestBatch = 4_000_000

/** Does a line carry a tool call that nobody could look at: in a batch of the revision 2025-03-26, or without an id? */
export function hidesCall(message: Message): boolean {
  if (message.kind === 'notification') return message.method === 'tools/call'
  return (
    message.kind === 'other' &&
    isBatch(message) &&
    batchIn(message).some(each => methodOf(each) === 'tools/call')
  )
}

/** The errors that answer such a line: one for each request in it that has an id. */
export function refusedUnseen(message: Message): Line[] {
  if (message.kind === 'notification') return []
  if (message.id !== undefined) return [refusal(message.id.text)]
  return batchIn(message).flatMap(each =>
    isObject(each) && each.id !== undefined ? [refusal(JSON.stringify(each.id))] : [],
  )
}

function isBatch({ line }: Message): boolean {
  return (
    line.some(piece => piece.length > 0) &&
    /^[\s\uFEFF]*\[/.test(line[0]?.subarray(0, 64).toString('utf8') ?? '')
  )
}

function batchIn(message: Message): readonly Json[] {
  const bytes = message.bytes()
  if (bytes.length > longestBatch) return [{ method: 'tools/call' }]
  try {
    const value = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as Json
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function methodOf(value: Json): Json | undefined {
  return isObject(value) ? value.method : undefined
}

function refusal(id: string): Line {
  const message =
    'A tool call is taken only by itself and under an id of its own while mcpgraphy may have to refuse it (mode block). Nothing of this line was sent to the server.'
  return lineOf(
    Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code: -32600, message })}}`),
  )
}
