import { at } from '../../json.ts'
import { Problem, reasonOf } from '../../problem.ts'
import type { Message } from '../message.ts'
import { listen } from './listen.ts'
import { post } from './post.ts'
import { problemOf } from './refusal.ts'
import type { Remote } from './remote.ts'

/**
 * Sends what needs no answer: a notification, or an answer of the host. Resolves once the server has taken it, so
 * that what comes after it does not overtake it. Never rejects: nobody waits for anything.
 */
export async function notify(remote: Remote, message: Message): Promise<void> {
  const cancelled = cancelledBy(remote, message)
  if (cancelled === 'nothing') return
  try {
    const signal = AbortSignal.any([remote.life, AbortSignal.timeout(patience)])
    const sent = await post(remote, message, { signal })
    if (sent.kind === 'refused') throw problemOf(message, sent.refusal, remote.link.address.shown)
    sent.response.body.resume()
    if (message.method === 'notifications/initialized') begun(remote, message)
  } catch (error) {
    if (!remote.life.aborted)
      remote.say(error instanceof Problem ? `${error.message} ${error.now}` : reasonOf(error))
  }
  cancelled?.abandon()
}

/** Milliseconds for a server to take a notification, while others wait behind it. */
const patience = 30_000

function begun(remote: Remote, initialized: Message): void {
  remote.session.initialized = initialized
  if (!remote.session.oldTransport) listen(remote)
}

/**
 * The request that a message cancels. In the later era that is said by giving up its stream, and no notification is
 * sent; nor is one where there is no session that it could belong to.
 */
function cancelledBy({ open, session }: Remote, message: Message) {
  if (message.method !== 'notifications/cancelled') return undefined
  const id = at(message.value(), 'params.requestId')
  const request = id === undefined ? undefined : open.byKey(JSON.stringify(id))
  if (request?.revision === undefined && session.hello) return request
  request?.abandon()
  return 'nothing'
}
