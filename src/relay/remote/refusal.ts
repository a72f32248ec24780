import { isObject, type JsonObject, parseJson } from '../../json.ts'
import { Problem } from '../../problem.ts'
import { errorAnswer } from '../answers.ts'
import { type Line, lineOf } from '../frames.ts'
import type { Message } from '../message.ts'
import { errorUnder } from './body.ts'
import { cleaned } from './clean-text.ts'
import type { Response } from './http.ts'

/** A response that is no success, with as much of its body as may be of use. */
export interface Refusal {
  readonly status: number
  readonly text: string
  /** The body where it is a JSON-RPC error. */
  readonly error: JsonObject | undefined
}

/** Reads what a server says when it refuses. A body that breaks off says what it said so far. */
export async function refusalOf({ status, body }: Response): Promise<Refusal> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
      if (size > enough) break
    }
  } catch {}
  const text = Buffer.concat(pieces).toString('utf8')
  const value = parseJson(text)
  return { status, text, error: isObject(value) && isObject(value.error) ? value : undefined }
}

const enough = 1 << 20

/**
 * The answer for the host to a request that the server refused. Its own words go through where they are JSON-RPC:
 * as they came under the request's id, and under that id where the server named none, as servers do that have not
 * read the body yet. Else an error of ours says what came.
 */
export function refusedAnswer(message: Message, refusal: Refusal, server: string): Line | undefined {
  const { id } = message
  if (!id) return undefined
  const said = refusal.error
  if (said?.id !== undefined && said.id !== null && JSON.stringify(said.id) === id.key)
    return lineOf(Buffer.from(refusal.text.replace(/[\r\n]/g, ' ')))
  const error = said?.error
  if (said && (said.id ?? null) === null && isObject(error) && Number.isInteger(error.code))
    return errorUnder(message, error).line
  return failedAnswer(message, problemOf(message, refusal, server), refusal.status >= 500)
}

/** What a refusal is in our words. */
export function problemOf({ method }: Message, { status, text, error }: Refusal, server: string): Problem {
  const said = cleaned(isObject(error?.error) ? String(error.error.message ?? '') : text)
  if (status === 401) return new Problem('login-needed', { server, status, reason: said })
  const facts = { server, method, status, said }
  if (status === 403) return new Problem('remote-failed', { ...facts, now: forbidden })
  if (status === 404 || status === 405)
    return new Problem('remote-no-mcp', { server, what: `HTTP ${status}` })
  return new Problem('remote-failed', facts)
}

const forbidden =
  'What you logged in with, or the key in your header, may not do this: ask whoever runs the server for more.'

/** An error for a request that got no answer, which says so where it may have had an effect all the same. */
export function failedAnswer(
  { id, method }: Message,
  problem: Problem,
  mayHaveActed: boolean,
): Line | undefined {
  if (!id) return undefined
  const isUnsure = mayHaveActed && method === 'tools/call'
  const effect = isUnsure ? ' Whether the call had an effect is not known.' : ''
  return errorAnswer(id, serverError, `${problem.message}${effect} ${problem.now}`)
}

const serverError = -32000
