import { at } from '../../json.ts'
import { type Message, readMessage } from '../message.ts'
import { eventsOf, type ServerEvent } from './event-stream.ts'
import { noteTools } from './later-era.ts'
import type { OpenRequest } from './open.ts'
import type { Remote } from './remote.ts'
import { asLine } from './spout.ts'

/** How far a stream was read. */
export interface Read {
  /** What it may be resumed behind. */
  lastId: string | undefined
  /** Milliseconds that the server wants to pass before that. */
  retry: number | undefined
  /** How many events came. */
  events: number
}

type Body = AsyncIterable<Buffer> & { destroy(): unknown }

/** `readEvents` of a body that is given up when the signal is aborted. */
export async function readStream(remote: Remote, body: Body, signal: AbortSignal): Promise<Read> {
  const stop = () => void body.destroy()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const read = await readEvents(remote, eventsOf(body))
  signal.removeEventListener('abort', stop)
  return read
}

/**
 * Gives the host every message of an event stream, in order, until the stream ends or breaks. Never rejects: what is
 * missing then is for the caller to see.
 */
export async function readEvents(remote: Remote, events: AsyncIterable<ServerEvent>): Promise<Read> {
  const read: Read = { lastId: undefined, retry: undefined, events: 0 }
  try {
    for await (const { name, data, lastId, retry } of events) {
      read.events++
      read.lastId = lastId
      read.retry = retry
      if (name === 'message' && data?.length) await deliver(remote, readMessage(asLine(data)))
    }
  } catch {
    // It broke, or we did that.
  }
  return read
}

/** Gives the host a message of the server, unless it answers a question of ours; takes note of what it says. */
export async function deliver(remote: Remote, message: Message): Promise<void> {
  const request =
    message.kind === 'answer' && message.id ? remote.open.answer(message.id, message) : undefined
  if (request) note(remote, request, message)
  if (!request?.isOurs) await remote.toHost.write(message.line)
}

function note(
  { session, tools }: Remote,
  { message: request, revision }: OpenRequest,
  answer: Message,
): void {
  if (request.method === 'initialize') {
    const version = at(answer.value(), 'result.protocolVersion')
    if (typeof version === 'string') session.version = version
  }
  if (request.method === 'tools/list' && revision !== undefined)
    noteTools(tools, at(answer.value(), 'result.tools'))
}
