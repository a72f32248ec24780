import type { HeldRequest } from './held.ts'
import type { Id } from './message.ts'

/** A request of the host that is not done with. */
export interface InFlight {
  readonly id: Id
  readonly method: string | undefined
  /**
   * `waiting`: not sent to the server yet. `sent`: its answer is awaited. `answered`: the intercept works on the
   * answer. `replied`: the intercept has replied before the server, whose answer will be swallowed.
   */
  state: 'waiting' | 'sent' | 'answered' | 'replied'
  held?: HeldRequest
}

export interface Requests {
  add(request: InFlight): void
  remove(request: InFlight): void
  has(id: Id): boolean
  /** The request that an answer with this id is for: the oldest that was sent under it. */
  answeredBy(id: Id): InFlight | undefined
  /** The request that the host may cancel by this key. */
  byKey(key: string): InFlight | undefined
  all(): InFlight[]
}

/**
 * The host's requests in flight, by id. Two may carry the same id, or ids that differ only in their text (`1`, `1.0`,
 * integers that are equal as doubles): an answer then goes to the one with the very same text, else to the oldest.
 */
export function createRequests(): Requests {
  const byKey = new Map<string, InFlight[]>()
  return {
    add(request) {
      const same = byKey.get(request.id.key)
      if (same) same.push(request)
      else byKey.set(request.id.key, [request])
    },
    remove(request) {
      const rest = byKey.get(request.id.key)?.filter(each => each !== request) ?? []
      if (rest.length > 0) byKey.set(request.id.key, rest)
      else byKey.delete(request.id.key)
    },
    has: id => byKey.has(id.key),
    answeredBy(id) {
      const sent = byKey.get(id.key)?.filter(isAwaited) ?? []
      return sent.find(each => each.id.text === id.text) ?? sent[0]
    },
    byKey: key => byKey.get(key)?.[0],
    all: () => [...byKey.values()].flat(),
  }
}

function isAwaited(request: InFlight): boolean {
  return request.state === 'sent' || request.state === 'replied'
}
