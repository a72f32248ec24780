import type { Message } from '../message.ts'
import { revisionOf } from './later-era.ts'
import type { Refusal } from './refusal.ts'
import type { Remote, Session } from './remote.ts'
import { renew } from './renew.ts'
import { type Sender, type Sent, send } from './send.ts'

/**
 * Sends a message. Where the server no longer knows the session, a new one is begun and the message, which was not
 * accepted, sent again, once. Throws as `Link.send` does.
 */
export async function post(remote: Remote, message: Message, sender: Sender): Promise<Sent> {
  const { session } = remote
  const { id } = session
  if (message.method === 'initialize' || revisionOf(message.value()) !== undefined)
    return await send(remote, message, sender)
  if (session.isLost || session.oldTransport?.isUp === false) await renew(remote, id)
  const sent = await send(remote, message, sender)
  if (sent.kind === 'taken' || !isSessionLost(sent.refusal, session)) return sent
  await renew(remote, id)
  // An answer to a question of the lost session means nothing in the next.
  return message.kind === 'answer' ? sent : await send(remote, message, sender)
}

/**
 * A lost session is told by 404, as the specification wants it. Many servers answer 400 and speak of the session, as
 * the example does that they were made from, or say that nobody has begun one.
 */
function isSessionLost({ status, error }: Refusal, session: Session): boolean {
  if (session.id === undefined) return false
  return status === 404 || (status === 400 && saysLost.test(JSON.stringify(error?.error ?? '')))
}

const saysLost = /\bsession\b|\bnot initialized\b/i
