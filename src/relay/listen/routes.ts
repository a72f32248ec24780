import type { Id } from '../message.ts'
import type { Seat } from './seat.ts'

/** A request of one of several hosts, and how the server knows it. */
export interface Route {
  /** What stands for its id, and for its token of progress, before the server. */
  readonly key: string
  readonly seat: Seat
  readonly id: Id
  /** The host's token of progress, as JSON text. */
  readonly token: string | undefined
  /** It is the `initialize` that all hosts wait for: it is not to be cancelled. */
  readonly isGreeting: boolean
}

export interface Routes {
  add(route: Omit<Route, 'key'>): Route
  /** The request is answered or cancelled; a task that it became may still make progress. */
  remove(route: Route): void
  /** The request that the server calls so (a JSON text); also one that was answered not long ago. */
  byText(text: string): Route | undefined
  /** The request that a host calls so. */
  ofHost(seat: Seat, text: string): Route | undefined
  allOf(seat: Seat): Route[]
  isBusy(seat: Seat): boolean
}

/** Answered requests whose progress is still passed on: the protocol allows it for tasks. */
const mostRemembered = 1000

export function createRoutes(): Routes {
  const open = new Map<string, Route>()
  const answered = new Map<string, Route>()
  let last = 0
  const allOf = (seat: Seat) => [...open.values()].filter(each => each.seat === seat)
  return {
    add(facts) {
      const route = { key: `host-${++last}`, ...facts }
      open.set(JSON.stringify(route.key), route)
      return route
    },
    remove(route) {
      const text = JSON.stringify(route.key)
      if (!open.delete(text) || route.token === undefined) return
      answered.set(text, route)
      const [oldest] = answered.keys()
      if (answered.size > mostRemembered && oldest !== undefined) answered.delete(oldest)
    },
    byText: text => open.get(text) ?? answered.get(text),
    ofHost: (seat, text) => allOf(seat).find(({ id }) => id.text === text || id.key === text),
    allOf,
    isBusy: seat => allOf(seat).length > 0,
  }
}
