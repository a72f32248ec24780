import type { Id, Message } from '../message.ts'
import { revisionOf } from './later-era.ts'

/** A request that the server has not answered yet. */
export interface OpenRequest {
  readonly message: Message
  /** It is ours: the host knows nothing of it, and gets no answer. */
  readonly isOurs: boolean
  /** The revision that it names itself, in the later era. */
  readonly revision: string | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Its answer, once it passes by, on whichever stream. */
  readonly answered: Promise<Message>
  isAnswered(): boolean
  /** Resolves once it is done with, answered or not. */
  readonly closed: Promise<void>
  /** Nobody waits any more. */
  abandon(): void
}

/** The requests that are open, by id. Ids that differ in their text only are one (`1` and `1.0`). */
export interface OpenRequests {
  add(message: Message, isOurs?: boolean): OpenRequest
  remove(request: OpenRequest): void
  byKey(key: string): OpenRequest | undefined
  /** Takes an answer, and gives the request that it is for. */
  answer(id: Id, answer: Message): OpenRequest | undefined
  all(): OpenRequest[]
}

export function createOpenRequests(): OpenRequests {
  const open = new Map<OpenRequest, Ends>()
  const byKey = (key: string) => {
    for (const each of open.keys()) if (each.message.id?.key === key && !each.isAnswered()) return each
    return undefined
  }
  return {
    add(message, isOurs = false) {
      const { request, ends } = openRequest(message, isOurs)
      open.set(request, ends)
      return request
    },
    remove(request) {
      open.get(request)?.close()
      open.delete(request)
    },
    byKey,
    answer({ key }, answer) {
      const request = byKey(key)
      if (request) open.get(request)?.answer(answer)
      return request
    },
    all: () => [...open.keys()],
  }
}

interface Ends {
  answer(answer: Message): void
  close(): void
}

function openRequest(message: Message, isOurs: boolean) {
  const abort = new AbortController()
  let isAnswered = false
  let resolve: (answer: Message) => void = () => undefined
  const answered = new Promise<Message>(take => {
    resolve = take
  })
  let close: () => void = () => undefined
  const closed = new Promise<void>(take => {
    close = take
  })
  const request: OpenRequest = {
    message,
    isOurs,
    revision: revisionOf(message.value()),
    signal: abort.signal,
    answered,
    isAnswered: () => isAnswered,
    closed,
    abandon: () => abort.abort(),
  }
  const answer = (answer: Message) => {
    isAnswered = true
    resolve(answer)
    close()
  }
  return { request, ends: { answer, close } }
}
