import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Side } from './bridge.ts'
import { type Peer, sayEvent, startPeer, type Wire } from './wire.ts'

/**
 * Up to 2025-11-25: a session begins with `initialize` and ends with DELETE. A new command is started for each, and
 * one more ahead, so that the next session need not wait for it; or, where `reuses` is set, a command whose session has
 * ended serves the next.
 */
export function createSessions(command: readonly string[], reuses: boolean): Side {
  const sessions = new Map<string, Session>()
  const started: Session[] = []
  const idle: Session[] = []
  const start = () => {
    const session: Session = { peer: startPeer(command, said => take(session, said)), open: new Map() }
    started.push(session)
    return session
  }
  const begin = (response: ServerResponse) => {
    const id = randomUUID()
    const session = idle.pop() ?? start()
    if (!reuses) idle.push(start())
    sessions.set(id, session)
    response.setHeader('mcp-session-id', id)
    return session
  }
  const end = (id: string, session: Session) => {
    sessions.delete(id)
    session.listener?.end()
    delete session.listener
    if (reuses) idle.push(session)
    else session.peer.end()
  }
  return {
    serve(message, request, response) {
      const id = String(request.headers['mcp-session-id'] ?? '')
      const session = message?.method === 'initialize' ? begin(response) : sessions.get(id)
      if (session === undefined) response.writeHead(id === '' ? 400 : 404).end()
      else if (request.method === 'DELETE') response.writeHead(200).end(() => end(id, session))
      else if (request.method === 'GET') listen(session, response)
      else if (message === undefined) response.writeHead(400).end()
      else post(session, message, response)
    },
    close: async () => void (await Promise.all(started.map(({ peer }) => peer.end()))),
  }
}

interface Session {
  readonly peer: Peer
  /** The answers that are awaited, by id, the latest last. */
  readonly open: Map<unknown, ServerResponse>
  /** The stream for what belongs to no request. */
  listener?: ServerResponse
}

function listen(session: Session, response: ServerResponse): void {
  session.listener?.end()
  session.listener = response
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
}

function post(session: Session, message: Wire, response: ServerResponse): void {
  const isRequest = message.method !== undefined && message.id !== undefined
  if (isRequest) session.open.set(message.id, response)
  else response.writeHead(202).end()
  session.peer.send(message)
}

/** An answer ends its exchange; all else goes to the latest one that is open, else to whoever listens. */
function take(session: Session, said: Wire): void {
  const answered = said.method === undefined ? session.open.get(said.id) : undefined
  if (answered) {
    session.open.delete(said.id)
    sayEvent(answered, said)
    answered.end()
    return
  }
  const stream = [...session.open.values()].at(-1) ?? session.listener
  if (stream) sayEvent(stream, said)
}
