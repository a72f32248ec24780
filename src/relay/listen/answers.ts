import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Line } from '../frames.ts'
import type { Refusal } from './door.ts'
import { flat } from './flat.ts'

/** Answers with one message as JSON. */
export function answerJson(
  response: ServerResponse,
  line: Line,
  headers: Readonly<OutgoingHttpHeaders>,
  status = 200,
): void {
  const pieces = flat(line)
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  response.writeHead(status, { ...headers, 'content-type': 'application/json', 'content-length': length })
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end()
  response.uncork()
}

/** Answers that something may not be, or is not there. The words stand in an error that hosts know how to show. */
export function refuse(
  response: ServerResponse,
  { status, message, headers }: Refusal,
  more: Readonly<Record<string, string>> = {},
  code = -32000,
): void {
  if (response.headersSent || response.destroyed) return
  if (message === '') {
    response.writeHead(status, { ...more, ...headers }).end()
    return
  }
  const error = { jsonrpc: '2.0', id: null, error: { code, message } }
  answerJson(response, [Buffer.from(JSON.stringify(error))], { ...more, ...headers }, status)
}
