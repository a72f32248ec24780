import { at } from '../json.ts'
import { endedInMidCall, notSent } from './answers.ts'
import type { Asks } from './asks.ts'
import { pause } from './farewell.ts'
import type { Outlet } from './flow.ts'
import type { Line } from './frames.ts'
import { glance } from './glance.ts'
import { type HeldRequest, hold } from './held.ts'
import type { Hello, Intercept } from './intercept.ts'
import type { Message } from './message.ts'
import { createRequests, type InFlight, type Requests } from './requests.ts'
import { hidesCall, refusedUnseen } from './unseen.ts'

/** The two sides, what is asked of them, and who looks. */
export interface Sides {
  readonly toHost: Outlet
  readonly toServer: Outlet
  readonly askServer: Asks
  readonly askHost: Asks
  readonly intercept: Promise<Intercept | undefined>
  /** Told where something waits for the intercept. */
  needed(): void
  /** Tells that the intercept failed at a request, which goes on without it. */
  report(error: unknown): void
}

/** Decides where each message goes. */
export interface Traffic {
  fromHost(message: Message): void
  fromServer(message: Message): void
  /** Takes note of a line of the server that the host has already. */
  delivered(line: Line): void
  /** True while every line of the server is for the host as it is: neither the intercept nor we wait for an answer. */
  isNothingAwaited(): boolean
  /** Resolves when no request is held any more, or after so many milliseconds. */
  whenNothingIsHeld(ms: number): Promise<void>
  /** Lets go of what is still held: the server's answers go out as they came. */
  letGo(): void
  /** The server has ended: every request that it owes an answer, and every later one, is told so. */
  serverEnded(how: string): void
}

/** Sends messages on, holds those that the intercept is to see, and keeps our own questions out of sight. */
export function createTraffic(sides: Sides): Traffic {
  const state: State = {
    sides,
    requests: createRequests(),
    held: new Set(),
    hello: {},
    looks: 'not known',
    ended: undefined,
  }
  sides.intercept.then(
    intercept => (state.looks = intercept ?? 'nobody'),
    error => {
      state.looks = 'nobody'
      sides.report(error)
    },
  )
  return {
    fromHost: message => fromHost(state, message),
    fromServer: message => fromServer(state, message),
    delivered: line => delivered(state, line),
    isNothingAwaited: () => sides.askServer.isIdle() && state.requests.all().every(each => !each.held),
    async whenNothingIsHeld(ms) {
      await Promise.race([Promise.all([...state.held].map(each => each.settled)), pause(ms)])
    },
    letGo() {
      for (const each of state.held) each.letGo()
    },
    serverEnded: how => serverEnded(state, how),
  }
}

interface State {
  readonly sides: Sides
  readonly requests: Requests
  readonly held: Set<HeldRequest>
  hello: Hello
  looks: Intercept | 'nobody' | 'not known'
  /** How the server ended. */
  ended: string | undefined
}

function fromHost(state: State, message: Message): void {
  const { toServer, askHost } = state.sides
  if (isUnseenCall(state, message)) unseenCall(state, message)
  else if (message.kind === 'request') request(state, message)
  else if (message.kind === 'answer' && askHost.take(message)) return
  else if (!dropsCall(state, message)) toServer.write(message.line)
}

function fromServer(state: State, message: Message): void {
  const isForHost =
    message.kind === 'answer' ? answer(state, message) : !state.sides.askServer.concerns(message)
  if (message.method === 'notifications/tools/list_changed') tellListChanged(state)
  if (isForHost) state.sides.toHost.write(message.line)
}

function delivered({ requests }: State, line: Line): void {
  const id = glance(line)
  const entry = id && requests.answeredBy(id)
  if (entry) requests.remove(entry)
}

function request(state: State, message: Message, isSeen = false): void {
  const { id, method } = message
  if (!id) return
  const isHeld = !isSeen && looksAt(state, message) && isLookedAt(message) && !state.requests.has(id)
  const entry: InFlight = { id, method, state: 'waiting' }
  if (method === 'initialize') state.hello = { request: message }
  state.requests.add(entry)
  if (isHeld && state.ended === undefined) startHolding(state, entry, message)
  else send(state, entry, message)
}

/** A tool call that cannot be held: see unseen.ts. */
function isUnseenCall({ looks, requests }: State, message: Message): boolean {
  if (looks === 'nobody') return false
  return (
    hidesCall(message) ||
    (message.method === 'tools/call' && message.id !== undefined && requests.has(message.id))
  )
}

/** Goes on as it came where the intercept lets it; waits for the intercept, should that not be there yet. */
function unseenCall(state: State, message: Message): void {
  const { looks, sides } = state
  const decide = (gate: Intercept | undefined) => {
    if (gate?.admitsUnseen?.() === false) for (const line of refusedUnseen(message)) sides.toHost.write(line)
    else if (message.kind === 'request') request(state, message, true)
    else sides.toServer.write(message.line)
  }
  if (typeof looks === 'object') decide(looks)
  else {
    sides.needed()
    sides.intercept.then(decide, () => decide(undefined))
  }
}

/** Is there an intercept that wants to see it, or may be one yet? */
function looksAt({ looks }: State, message: Message): boolean {
  if (typeof looks === 'string') return looks === 'not known'
  return message.method !== 'tools/call' || looks.passes?.(message) !== true
}

/** Only a request that is valid JSON can be looked at. */
export function isLookedAt(message: Message): boolean {
  return message.method !== undefined && lookedAt.has(message.method) && message.value() !== undefined
}

const lookedAt: ReadonlySet<string> = new Set(['tools/call', 'tools/list', 'tasks/get', 'tasks/result'])

/** Sends a request to the server, or tells the host that nobody is there. */
function send(
  { sides, requests, ended }: State,
  entry: InFlight,
  message: Message,
  line = message.line,
): boolean {
  if (ended === undefined && sides.toServer.write(line)) {
    entry.state = 'sent'
    return true
  }
  requests.remove(entry)
  sides.toHost.write(notSent(entry.id, entry.method, ended ?? 'it reads no more'))
  return false
}

function startHolding(state: State, entry: InFlight, message: Message): void {
  const { sides, requests, held } = state
  sides.needed()
  const call = hold(message, {
    intercept: sides.intercept.catch(() => undefined),
    hello: state.hello,
    ask: sides.askServer.ask,
    askHost: sides.askHost.ask,
    send: line => send(state, entry, message, line),
    reply(line) {
      if (entry.state === 'sent') entry.state = 'replied'
      else requests.remove(entry)
      sides.toHost.write(line)
    },
    report: sides.report,
  })
  entry.held = call
  held.add(call)
  call.settled.finally(() => held.delete(call))
}

/** Notes that a request was answered; false where the answer is not, or not yet, to go to the host. */
function answer(state: State, message: Message): boolean {
  const { sides, requests } = state
  const entry = message.id && requests.answeredBy(message.id)
  if (!entry) return !sides.askServer.take(message)
  if (entry.method === 'initialize') state.hello = { ...state.hello, answer: message }
  if (entry.held && entry.state === 'sent') {
    entry.state = 'answered'
    entry.held.answered(message)
    return false
  }
  requests.remove(entry)
  return entry.state !== 'replied'
}

/**
 * Is this the cancelling of a call that the server has never seen? Then nobody need hear of it.
 * The host waits for no answer of a cancelled request: if one still comes it goes on as it is.
 */
function dropsCall(state: State, message: Message): boolean {
  if (message.kind !== 'notification' || message.method !== 'notifications/cancelled') return false
  const id = at(message.value(), 'params.requestId')
  const entry = id === undefined ? undefined : state.requests.byKey(JSON.stringify(id))
  if (!entry) return false
  const wasSent = entry.state !== 'waiting'
  if (entry.state !== 'answered') state.requests.remove(entry)
  if (entry.state === 'answered') entry.held?.letGo()
  else entry.held?.cancelled()
  return !wasSent
}

function tellListChanged({ looks, sides }: State): void {
  if (typeof looks === 'string') return
  try {
    looks.listChanged?.()
  } catch (error) {
    sides.report(error)
  }
}

function serverEnded(state: State, how: string): void {
  state.ended = how
  state.sides.askServer.end()
  for (const entry of state.requests.all()) {
    if (entry.state === 'answered') continue
    state.requests.remove(entry)
    entry.held?.gone()
    if (entry.state === 'sent') state.sides.toHost.write(endedInMidCall(entry.id, entry.method, how))
    if (entry.state === 'waiting') state.sides.toHost.write(notSent(entry.id, entry.method, how))
  }
}
