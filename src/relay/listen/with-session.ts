import type { Message } from '../message.ts'
import { readMessage } from '../message.ts'
import type { Refusal } from './door.ts'
import { openEvents } from './events.ts'
import type { Limits } from './limits.ts'
import type { Posted } from './posted.ts'
import { createReply } from './reply.ts'
import type { Session, Sessions } from './sessions.ts'
import { accepts, header, turnAway, type Visit } from './visit.ts'

/** The revisions up to 2025-11-25: a session begins with `initialize`, and every later request names it. */
export interface WithSession {
  /** Resolves once the messages have gone on. */
  post(visit: Visit, posted: Extract<Posted, { kind: 'messages' }>): Promise<void>
  get(visit: Visit): void
  remove(visit: Visit): void
}

export function createWithSession(sessions: Sessions, limits: Limits): WithSession {
  return {
    async post(visit, { messages }) {
      const isHello = messages.some(({ method }) => method === 'initialize')
      const session = isHello ? begin(visit, sessions, messages) : sessionOf(visit, sessions, messages[0])
      if (session) await say(visit, sessions, session, messages, limits)
    },
    get(visit) {
      if (header(visit, 'mcp-session-id') === undefined) return notAllowed(visit)
      if (!accepts(visit, 'text/event-stream'))
        return turnAway(visit, { status: 406, message: 'Accept must name text/event-stream.' })
      const session = sessionOf(visit, sessions)
      if (!session) return
      const onRoom = session.conversation.settle
      session.conversation.listen(
        openEvents(visit.response, { headers: headersOf(visit, session), limits, onRoom }),
      )
    },
    remove(visit) {
      if (header(visit, 'mcp-session-id') === undefined) return notAllowed(visit)
      const session = sessionOf(visit, sessions)
      if (!session) return
      sessions.end(session)
      visit.response.writeHead(204, visit.headers).end()
    },
  }
}

function begin(visit: Visit, sessions: Sessions, messages: readonly Message[]): Session | undefined {
  if (messages.length > 1) {
    turnAway(visit, { status: 400, message: 'initialize must come alone.' }, -32600)
    return undefined
  }
  const session = sessions.begin()
  if (!session)
    turnAway(visit, {
      status: 503,
      message: 'There are as many sessions as there may be; mcpgraphy proxy --max-sessions allows more.',
      headers: { 'retry-after': '60' },
    })
  return session
}

const missing = 'Mcp-Session-Id is missing, and _meta names no revision that does without.'

/** The session that a request names. Where it is unknown, the host begins anew. */
function sessionOf(visit: Visit, sessions: Sessions, asked?: Message): Session | undefined {
  const id = header(visit, 'mcp-session-id')
  const session = id === undefined ? undefined : sessions.find(id)
  if (id === undefined) turnAway(visit, { status: 400, message: missing }, -32602, asked?.id)
  else if (!session) turnAway(visit, { status: 404, message: 'There is no such session (any more).' }, -32001)
  return session
}

async function say(
  visit: Visit,
  sessions: Sessions,
  session: Session,
  messages: readonly Message[],
  limits: Limits,
): Promise<void> {
  const { conversation } = session
  const requests = messages.filter(({ kind }) => kind === 'request')
  const headers = headersOf(visit, session)
  if (requests.length === 0) {
    visit.response.writeHead(202, headers).end()
    return conversation.post(messages)
  }
  if (conversation.inFlight() + requests.length > limits.inFlight) {
    turnAway(visit, tooMany(limits.inFlight))
    return
  }
  const isHello = requests[0]?.method === 'initialize'
  const reply = createReply(visit.response, { headers, limits, onRoom: conversation.settle })
  await conversation.post(messages, isHello ? endingWithoutHello(reply, () => sessions.end(session)) : reply)
}

function tooMany(most: number): Refusal {
  return {
    status: 429,
    message: `More than ${most} requests of this session wait for an answer.`,
    headers: { 'retry-after': '1' },
  }
}

/** A session that the server did not want is none. */
function endingWithoutHello(reply: ReturnType<typeof createReply>, end: () => void): typeof reply {
  return {
    ...reply,
    answer(line, isLast) {
      reply.answer(line, isLast)
      if (!readMessage(line).span('result')) end()
    },
  }
}

function headersOf({ headers }: Visit, { id }: Session): Record<string, string> {
  return { ...headers, 'mcp-session-id': id }
}

function notAllowed(visit: Visit): void {
  turnAway(visit, {
    status: 405,
    message: 'Without a session only POST is allowed.',
    headers: { allow: 'POST' },
  })
}
