import { Problem } from '../../problem.ts'
import type { Message } from '../message.ts'
import type { Response } from './http.ts'
import { listen } from './listen.ts'
import { openOldTransport } from './old-transport.ts'
import { problemOf } from './refusal.ts'
import type { Remote, Session } from './remote.ts'
import { send } from './send.ts'
import { takeAnswer } from './take-answer.ts'

/**
 * Begins a session anew that the server has lost, with what the host began the first with; the host need not know.
 * However many messages meet the loss, it is done once. Throws the Problem for which it cannot be.
 */
export async function renew(remote: Remote, lost: string | undefined): Promise<void> {
  const { session } = remote
  const isToRenew = session.id === lost || session.isLost
  if (isToRenew && session.hello) session.renewal ??= begin(remote, session, session.hello)
  await session.renewal
}

async function begin(remote: Remote, session: Session, hello: Message): Promise<void> {
  try {
    session.isLost = true
    delete session.id
    delete session.version
    if (session.oldTransport) await openOldTransport(remote)
    await greet(remote, session, hello)
    delete session.isLost
    if (session.initialized) await sayInitialized(remote, session.initialized)
    remote.say('The server had lost our session. A new one was begun; the host need not know.')
  } finally {
    delete session.renewal
  }
}

async function greet(remote: Remote, session: Session, hello: Message): Promise<void> {
  const server = remote.link.address.shown
  const request = remote.open.add(hello, true)
  const stop = () => request.abandon()
  remote.life.addEventListener('abort', stop, { once: true })
  try {
    const sent = await send(remote, hello, request)
    if (sent.kind === 'refused') throw problemOf(hello, sent.refusal, server)
    noteSession(session, sent.response)
    await takeAnswer(remote, request, sent.response)
    if ((await request.answered).value()?.error !== undefined)
      throw new Problem('remote-no-mcp', { server, what: 'it begins no second session' })
  } finally {
    remote.life.removeEventListener('abort', stop)
    remote.open.remove(request)
  }
}

async function sayInitialized(remote: Remote, initialized: Message): Promise<void> {
  const sent = await send(remote, initialized, { signal: remote.life })
  if (sent.kind === 'taken') sent.response.body.resume()
  if (!remote.session.oldTransport) listen(remote)
}

/** Takes the id that the server gives a session. */
export function noteSession(session: Session, { headers }: Response): void {
  const id = headers['mcp-session-id']
  if (typeof id === 'string') session.id = id
}
