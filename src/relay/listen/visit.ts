import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Id } from '../message.ts'
import { sizeOf } from '../splice.ts'
import { refuse } from './answers.ts'
import type { Bodies } from './body.ts'
import { corsHeaders, type Door, type Refusal } from './door.ts'
import { type Posted, readPosted } from './posted.ts'

/** One HTTP request of a host, and its answer. */
export interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Headers that every answer carries. */
  readonly headers: Readonly<Record<string, string>>
}

export function visitOf(door: Door, request: IncomingMessage, response: ServerResponse): Visit {
  return { request, response, headers: corsHeaders(door, request.headers) }
}

/** Ends a request with a refusal, as an error for the request with this id where it had one. */
export function turnAway({ response, headers }: Visit, refusal: Refusal, code?: number, id?: Id): void {
  refuse(response, refusal, headers, { id, ...(code !== undefined && { code }) })
}

/** A header that may come once; undefined where it did not come. */
export function header({ request }: Visit, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value.trim() : undefined
}

type Messages = Extract<Posted, { kind: 'messages' }> & {
  /** To be called when they are no longer in our hands. */
  readonly release: () => void
}

/** The messages that a POST brings, or undefined where it was turned away. */
export async function messagesOf(visit: Visit, bodies: Bodies): Promise<Messages | undefined> {
  const wrong = wrongForm(visit)
  if (wrong) return void turnAway(visit, wrong)
  const body = await bodies.read(visit.request)
  if (body === undefined) return undefined
  if (!Array.isArray(body)) return void turnAway(visit, body)
  const posted = readPosted(body)
  const release = () => bodies.release(sizeOf(body))
  if (posted.kind === 'messages') return { ...posted, release }
  release()
  turnAway(visit, { status: 400, message: posted.why }, posted.code)
  return undefined
}

function wrongForm(visit: Visit): Refusal | undefined {
  if (!/^application\/json\s*(?:;|$)/i.test(header(visit, 'content-type') ?? ''))
    return { status: 415, message: 'Content-Type must be application/json.' }
  if (!/^(?:identity)?$/i.test(header(visit, 'content-encoding') ?? ''))
    return { status: 415, message: 'A body may not be compressed.' }
  if (!accepts(visit, 'application/json') || !accepts(visit, 'text/event-stream'))
    return { status: 406, message: 'Accept must name application/json and text/event-stream.' }
  return undefined
}

/** Whoever names no types takes any. */
export function accepts(visit: Visit, type: string): boolean {
  const wanted = header(visit, 'accept') ?? '*/*'
  return wanted
    .split(',')
    .map(each => each.split(';')[0]?.trim().toLowerCase())
    .some(each => each === type || each === '*/*' || each === type.replace(/\/.*/, '/*'))
}
