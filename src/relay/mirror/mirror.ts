import type { Writable } from 'node:stream'
import { at } from '../../json.ts'
import { Problem, reasonOf } from '../../problem.ts'
import type { Line } from '../frames.ts'
import type { Hello, Intercept } from '../intercept.ts'
import { createBodies } from '../listen/body.ts'
import type { Limits } from '../listen/limits.ts'
import type { Site } from '../listen/site.ts'
import { header, turnAway, type Visit } from '../listen/visit.ts'
import { type Message, readMessage } from '../message.ts'
import type { Response } from '../remote/http.ts'
import { type Mirrored, noteTools } from '../remote/later-era.ts'
import type { Link } from '../remote/link.ts'
import { sizeOf } from '../splice.ts'
import { isLookedAt } from '../traffic.ts'
import { createServerQuestions } from './ask-server.ts'
import { createGuests, type Guest, type Guests } from './guests.ts'
import { holdCall } from './held-call.ts'
import { headersForServer, passOn } from './pass.ts'
import { createQuestions } from './questions.ts'
import { helloIn } from './watch.ts'

export interface MirrorOptions {
  readonly link: Link
  readonly errors: Writable
  readonly nextIntercept: (answers: 'one host' | 'many hosts') => Promise<Intercept | undefined>
  readonly limits: Limits
}

/**
 * A remote server for several hosts: each request goes on with its method, query, headers and body, and its response
 * comes back with its status, headers and body, as they are. Only `tools/list`, `tools/call` and the ends of tasks are
 * held for the intercept. Sessions are the server's own.
 */
export function createMirror({ link, errors, nextIntercept, limits }: MirrorOptions): Site {
  const tools = new Map<string, Mirrored>()
  const bodies = createBodies(limits)
  const guests = createGuests(
    answers => ({
      intercept: nextIntercept(answers),
      toServer: createServerQuestions(link, tools),
      toHost: createQuestions<(line: Line) => void>((message, write) => write(message.line)),
      held: new Map(),
      hello: {},
    }),
    limits.sessions,
  )
  const report = (error: unknown) =>
    errors.write(`mcpgraphy: ${reasonOf(error)}. The call goes on without us.\n`)
  const mirror: Mirror = { link, tools, guests, report }
  return {
    async post(visit) {
      const body = await bodies.read(visit.request)
      if (body === undefined) return
      if (!Array.isArray(body)) return turnAway(visit, body)
      await post(mirror, visit, readMessage(body)).finally(() => bodies.release(sizeOf(body)))
    },
    get: visit => pass(mirror, visit, 'GET'),
    async remove(visit) {
      await pass(mirror, visit, 'DELETE')
      const session = header(visit, 'mcp-session-id')
      if (session !== undefined) guests.forget(session)
    },
    async close() {
      link.close()
    },
  }
}

interface Mirror {
  readonly link: Link
  /** The arguments that tools want in headers, by tool. */
  readonly tools: Map<string, Mirrored>
  readonly guests: Guests
  readonly report: (error: unknown) => void
}

async function post(mirror: Mirror, visit: Visit, message: Message): Promise<void> {
  const guest = mirror.guests.of(header(visit, 'mcp-session-id'))
  if (message.kind === 'answer' && guest.toHost.take(message)) return accept(visit)
  if (message.method === 'notifications/cancelled' && isDropped(guest, message)) return accept(visit)
  if (message.method === 'initialize') return greet(mirror, visit, message)
  if (message.kind !== 'request' || !isLookedAt(message)) return pass(mirror, visit, 'POST', message.line)
  const send = sender(mirror.link, visit, 'POST')
  const note = (answer: Message) => {
    if (message.method === 'tools/list') noteTools(mirror.tools, at(answer.value(), 'result.tools'))
  }
  await holdCall({ visit, guest, message, send, note, report: mirror.report })
}

function accept({ response, headers }: Visit): void {
  response.writeHead(202, headers).end()
}

/** Is this the cancelling of a call that the server has never seen? */
function isDropped({ held }: Guest, message: Message): boolean {
  const call = held.get(JSON.stringify(at(message.value(), 'params.requestId')))
  const isUnseen = call?.wasSent() === false
  call?.request.cancelled()
  return isUnseen
}

/** How a session begins is kept: the intercept wants to know whom it speaks to. */
async function greet({ link, guests }: Mirror, visit: Visit, message: Message): Promise<void> {
  await passing(visit, async () => {
    const response = await sender(link, visit, 'POST')(message.line)
    const session = response.headers['mcp-session-id']
    const hello: { -readonly [key in keyof Hello]: Hello[key] } = { request: message }
    if (typeof session === 'string') guests.begin(session, hello)
    helloIn(response, message).then(answer => {
      if (answer) hello.answer = answer
    })
    await passOn(response, visit.response, visit.headers)
  })
}

function pass({ link }: Mirror, visit: Visit, method: 'POST' | 'GET' | 'DELETE', body?: Line): Promise<void> {
  return passing(visit, async () => {
    await passOn(await sender(link, visit, method)(body), visit.response, visit.headers)
  })
}

/** A server that cannot be reached is told of as a gateway does. */
async function passing(visit: Visit, task: () => Promise<void>): Promise<void> {
  try {
    await task()
  } catch (error) {
    const message = error instanceof Problem ? `${error.message} ${error.now}` : reasonOf(error)
    turnAway(visit, { status: 502, message })
  }
}

/** Sends what a visit brings. Where the host hangs up, so do we: in the later era that cancels its request. */
function sender({ send, address }: Link, visit: Visit, method: 'POST' | 'GET' | 'DELETE') {
  const hungUp = new AbortController()
  visit.response.once('close', () => hungUp.abort())
  const url = new URL(address.url)
  const query = new URL(visit.request.url ?? '', address.url).searchParams
  for (const [name, value] of query) url.searchParams.append(name, value)
  const headers = headersForServer(visit.request.headers)
  return (body?: Line): Promise<Response> =>
    send({ method, url, headers, signal: hungUp.signal, ...(body && { body }) })
}
