import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { errorAnswer } from '../answers.ts'
import type { Line } from '../frames.ts'
import type { Id } from '../message.ts'
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

/**
 * Answers that something may not be, or is not there. The words stand in an error that hosts know how to show, under
 * the id of the request where there is one to tell.
 */
export function refuse(
  response: ServerResponse,
  { status, message, headers }: Refusal,
  more: Readonly<Record<string, string>> = {},
  { code = -32000, id }: { readonly code?: number; readonly id?: Id | undefined } = {},
): void {
  if (response.headersSent || response.destroyed) return
  if (message === '') {
    response.writeHead(status, { ...more, ...headers }).end()
    return
  }
  const line = errorAnswer(id ?? { text: 'null', key: 'null' }, code, message)
  answerJson(response, line, { ...more, ...headers }, status)
}
