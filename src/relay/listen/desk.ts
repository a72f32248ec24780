import { errorAnswer } from '../answers.ts'
import type { Line } from '../frames.ts'
import { locate } from '../locate.ts'
import { type Id, type Message, messageOf } from '../message.ts'
import type { Span } from '../scan.ts'
import { type Splice, spliced, textAt } from '../splice.ts'
import { createGreeting, type Greeting } from './greeting.ts'
import { createRoutes, type Route, type Routes } from './routes.ts'
import type { Seat } from './seat.ts'

/**
 * Where the messages of hosts that share a server change hands.
 * - A request goes to the server under an id of ours, and its answer back under the host's. The same holds for tokens
 *   of progress, cancelling, and subscriptions, which carry the id of the request that they began with.
 * - The first `initialize` goes to the server, and its result is every other host's too.
 * - What the server asks goes to the host that has a request under way; where none has, to the one that came first;
 *   where several have, nobody knows whom it means, and it is told so: another one's person must not answer.
 * - All else that the server tells goes to everybody.
 */
export interface Desk {
  readonly seats: Set<Seat>
  fromHost(seat: Seat, message: Message): void
  fromServer(message: Message): void
  /** A host has left: its requests are cancelled, and what it was asked is answered for it. */
  leave(seat: Seat): void
}

/** `send` gives the server a line. */
export function createDesk(send: (line: Line) => unknown): Desk {
  const desk: State = {
    seats: new Set(),
    routes: createRoutes(),
    asked: new Map(),
    greeting: createGreeting(),
    send,
  }
  return {
    seats: desk.seats,
    fromHost(seat, message) {
      if (message.kind === 'request') request(desk, seat, message)
      else if (message.kind === 'answer') answerOfHost(desk, seat, message)
      else if (message.method === 'notifications/cancelled') cancel(desk, seat, message)
      else if (message.method !== 'notifications/initialized' || desk.greeting.isFirst()) send(message.line)
    },
    fromServer(message) {
      if (message.kind === 'answer') answerOfServer(desk, message)
      else if (message.kind === 'request') question(desk, message)
      else notification(desk, message)
    },
    leave: seat => leave(desk, seat),
  }
}

interface State extends Pick<Desk, 'seats'> {
  readonly routes: Routes
  /** Who was asked what the server asks, by its id. */
  readonly asked: Map<string, { readonly id: Id; readonly seat: Seat }>
  readonly greeting: Greeting
  readonly send: (line: Line) => unknown
}

function request({ routes, greeting, send }: State, seat: Seat, message: Message): void {
  const { id, line } = message
  const place = message.span('id')
  if (!id || !place) return
  if (message.method === 'initialize' && !greeting.asks({ seat, id })) return
  const tokenPlace = locate(line, ['params', '_meta', 'progressToken'])
  const token = tokenPlace && textAt(line, tokenPlace)
  const route = routes.add({ seat, id, token, isGreeting: message.method === 'initialize' })
  const ours = JSON.stringify(route.key)
  send(spliced(line, [{ span: place, text: ours }, ...inPlace(tokenPlace, ours)]))
}

/** A host answers only what it was asked itself. */
function answerOfHost({ asked, send }: State, seat: Seat, message: Message): void {
  const key = message.id?.key ?? ''
  if (asked.get(key)?.seat !== seat) return
  asked.delete(key)
  send(message.line)
}

function cancel({ routes, send }: State, seat: Seat, { line }: Message): void {
  const place = locate(line, ['params', 'requestId'])
  const route = place && routes.ofHost(seat, textAt(line, place))
  if (!place || !route || route.isGreeting) return
  routes.remove(route)
  send(spliced(line, [{ span: place, text: JSON.stringify(route.key) }]))
}

function answerOfServer({ routes, greeting }: State, message: Message): void {
  const place = message.span('id')
  const route = message.id && routes.byText(message.id.text)
  if (!place || !route) return
  routes.remove(route)
  const under = (id: Id) => spliced(message.line, [{ span: place, text: id.text }])
  route.seat.give(under(route.id))
  if (route.isGreeting) for (const { seat, id } of greeting.answered(message, under)) seat.give(under(id))
}

function question({ seats, routes, asked, send }: State, message: Message): void {
  if (!message.id) return
  const busy = [...seats].filter(seat => routes.isBusy(seat))
  const seat = busy.length === 0 ? [...seats][0] : busy[0]
  if (seat === undefined || busy.length > 1) {
    const why = seat
      ? 'Several hosts have calls under way: which of them is meant is not known'
      : 'No host is there'
    return void send(errorAnswer(message.id, notAsked, `${why}. Nobody was asked.`))
  }
  asked.set(message.id.key, { id: message.id, seat })
  seat.give(message.line)
}

const notAsked = -32000

function notification({ seats, routes, asked }: State, message: Message): void {
  const { line } = message
  const route = routeOf(routes, message)
  if (route) route.route.seat.give(spliced(line, [route.splice]))
  if (route || message.method === 'notifications/progress') return
  const about = message.method === 'notifications/cancelled' && locate(line, ['params', 'requestId'])
  const to = about ? asked.get(textAt(line, about))?.seat : undefined
  if (to) to.give(line)
  else if (!about) for (const seat of seats) seat.give(line)
}

/** The request that a notification is about, and how it is to name it to its host. */
function routeOf(routes: Routes, { line, method }: Message): { route: Route; splice: Splice } | undefined {
  for (const { path, is } of naming) {
    if (is !== undefined && is !== method) continue
    const span = locate(line, path)
    const route = span && routes.byText(textAt(line, span))
    const text = method === 'notifications/progress' ? route?.token : route?.id.text
    if (span && route && text !== undefined) return { route, splice: { span, text } }
  }
  return undefined
}

/** Where a notification names a request of a host. */
const naming = [
  { path: ['params', 'progressToken'], is: 'notifications/progress' },
  { path: ['params', 'requestId'], is: 'notifications/cancelled' },
  { path: ['params', '_meta', 'io.modelcontextprotocol/subscriptionId'], is: undefined },
] as const

function leave({ seats, routes, asked, greeting, send }: State, seat: Seat): void {
  seats.delete(seat)
  greeting.leave(seat)
  for (const route of routes.allOf(seat)) {
    if (route.isGreeting) continue
    routes.remove(route)
    const params = { requestId: route.key, reason: 'The host has left.' }
    send(messageOf({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).line)
  }
  for (const [key, { id, seat: whom }] of asked) {
    if (whom !== seat) continue
    asked.delete(key)
    send(errorAnswer(id, notAsked, 'The host that was asked has left.'))
  }
}

function inPlace(span: Span | undefined, text: string): Splice[] {
  return span ? [{ span, text }] : []
}
