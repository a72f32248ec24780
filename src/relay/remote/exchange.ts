import { Problem, reasonOf } from '../../problem.ts'
import type { Line } from '../frames.ts'
import type { Message } from '../message.ts'
import { learnTools } from './learn-tools.ts'
import { openOldTransport } from './old-transport.ts'
import type { OpenRequest } from './open.ts'
import { post } from './post.ts'
import { failedAnswer, type Refusal, refusedAnswer } from './refusal.ts'
import type { Remote } from './remote.ts'
import { noteSession } from './renew.ts'
import { type Sent, send } from './send.ts'
import { takeAnswer } from './take-answer.ts'

/** What the one who sends requests in order wants to know of each. */
export interface Progress {
  /** The whole request has left, or never will. */
  left(): void
  /** The server has taken it, or never will. */
  taken(): void
}

/**
 * Sends a request of the host and sees to it that the host gets one answer: the server's, or an error that says why
 * there is none. One that was cancelled gets none. Never rejects.
 */
export async function exchange(remote: Remote, message: Message, progress: Progress): Promise<void> {
  const request = remote.open.add(message)
  try {
    const sent = await sendRequest(remote, request, progress)
    progress.taken()
    if (sent.kind === 'taken') await takeAnswer(remote, request, sent.response)
    else await answerFor(remote, request, refusedAnswer(message, sent.refusal, remote.link.address.shown))
  } catch (error) {
    await giveUp(remote, request, error)
  } finally {
    progress.left()
    progress.taken()
    remote.open.remove(request)
  }
}

async function sendRequest(remote: Remote, request: OpenRequest, progress: Progress): Promise<Sent> {
  const { message, signal } = request
  const sender = { signal, left: progress.left }
  if (message.method === 'initialize') return await greet(remote, request)
  const sent = await post(remote, message, sender)
  if (sent.kind === 'taken' || !lacksHeaders(request, sent.refusal)) return sent
  await learnTools(remote, request)
  return await send(remote, message, sender)
}

/** The first message of the earlier era. A server that does not take it may be one of the oldest transport. */
async function greet(remote: Remote, { message, signal }: OpenRequest): Promise<Sent> {
  remote.session = { hello: message }
  const sent = await send(remote, message, { signal })
  if (sent.kind === 'refused' && mayBeOld(sent.refusal) && (await openOldTransport(remote)))
    return await send(remote, message, { signal })
  if (sent.kind === 'taken') noteSession(remote.session, sent.response)
  return sent
}

function mayBeOld({ status }: Refusal): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 403
}

/** Did a server of the later era miss headers that the schema of a tool asks for, which we have not seen listed? */
function lacksHeaders({ message, revision }: OpenRequest, { error }: Refusal): boolean {
  const { code } = (error?.error ?? {}) as { code?: unknown }
  return revision !== undefined && message.method === 'tools/call' && code === headerMismatch
}

const headerMismatch = -32020

async function giveUp(remote: Remote, request: OpenRequest, error: unknown): Promise<void> {
  if (request.isAnswered() || request.signal.aborted) return
  const server = remote.link.address.shown
  const problem =
    error instanceof Problem ? error : new Problem('remote-broken', { server, reason: reasonOf(error) })
  remote.say(`${problem.message} ${problem.now}`)
  await answerFor(remote, request, failedAnswer(request.message, problem, problem.code === 'remote-broken'))
}

async function answerFor(remote: Remote, request: OpenRequest, line: Line | undefined): Promise<void> {
  if (line && !request.signal.aborted) await remote.toHost.write(line)
}
