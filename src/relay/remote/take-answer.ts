import { Problem } from '../../problem.ts'
import { bodyOf, messagesIn } from './body.ts'
import { follow } from './follow.ts'
import type { Response } from './http.ts'
import { deliver } from './incoming.ts'
import type { OpenRequest } from './open.ts'
import type { Remote } from './remote.ts'

/**
 * Takes the answer to a request out of the response to its sending, or waits for it where it comes on another
 * stream. Throws Problem `remote-broken` or `remote-no-mcp` where there is none.
 */
export async function takeAnswer(remote: Remote, request: OpenRequest, response: Response): Promise<void> {
  const server = remote.link.address.shown
  if (response.type === 'text/event-stream') return await follow(remote, request, response)
  if (remote.session.oldTransport || response.status === 202) {
    response.body.resume()
    await answerElsewhere(remote, request)
  } else if (response.type === 'application/json') {
    for (const message of messagesIn(await bodyOf(response, server), request.message))
      await deliver(remote, message)
  } else {
    response.body.destroy()
    throw new Problem('remote-no-mcp', { server, what: `it sent ${response.type || 'nothing'}` })
  }
  if (!request.isAnswered() && !request.signal.aborted)
    throw new Problem('remote-no-mcp', { server, what: 'it took a request and sent no answer to it' })
}

async function answerElsewhere(remote: Remote, request: OpenRequest): Promise<void> {
  const { oldTransport, isListening } = remote.session
  if (!oldTransport && !isListening) return
  await Promise.race([request.answered, aborted(request.signal), oldTransport?.ended ?? never])
  if (request.isAnswered() || request.signal.aborted) return
  throw new Problem('remote-broken', { server: remote.link.address.shown, reason: 'its stream ended' })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

const never = new Promise<void>(() => undefined)
