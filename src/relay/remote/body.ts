import { isObject, type Json, parseJson } from '../../json.ts'
import { Problem } from '../../problem.ts'
import { type Line, lineOf } from '../frames.ts'
import { type Message, messageOf, readMessage } from '../message.ts'
import type { Response } from './http.ts'
import { asLine } from './spout.ts'

/** A whole body as the pieces in which it came. Throws Problem `remote-broken` where it breaks off. */
export function bodyOf({ body }: Response, server: string): Promise<Line> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const broken = (cause?: unknown) =>
      reject(new Problem('remote-broken', { server, reason: 'it broke off in the midst' }, { cause }))
    body
      .on('data', (piece: Buffer) => pieces.push(piece))
      .once('end', () => resolve(pieces))
      .once('error', broken)
      .once('close', broken)
  })
}

/**
 * The messages that a JSON body holds for a host that sent one request. Some servers put the one answer into an
 * array, which only a host that sent an array would understand; an error that names no request is about this one.
 */
export function messagesIn(body: Line, request: Message): Message[] {
  const message = readMessage(asLine(body))
  if (message.kind !== 'other') return [message]
  const value = parseJson(message.bytes().toString('utf8'))
  if (Array.isArray(value)) return value.filter(isObject).map(messageOf)
  return isObject(value) && isObject(value.error) ? [errorUnder(request, value.error)] : []
}

/** A JSON-RPC error as the answer to a request whose id it does not carry. */
export function errorUnder({ id }: Message, error: Json): Message {
  const text = `{"jsonrpc":"2.0","id":${id?.text ?? 'null'},"error":${JSON.stringify(error)}}`
  return readMessage(lineOf(Buffer.from(text)))
}
