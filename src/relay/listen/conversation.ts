import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { endedInMidCall, endingInWords, failureInWords } from '../answers.ts'
import { createFrames, type Line } from '../frames.ts'
import { type Message, readMessage } from '../message.ts'
import type { HostStreams, Relay, SignalSource } from '../relay.ts'
import { type Backlog, createBacklog } from './backlog.ts'
import type { EventStream } from './events.ts'
import { createExchanges, type Exchanges } from './exchanges.ts'
import type { Limits } from './limits.ts'
import { batchIn } from './posted.ts'
import type { Reply } from './reply.ts'

/** Puts a relay between a host's streams and a server. `ended` settles when that server has ended, however. */
export type Connect = (host: HostStreams, signals: SignalSource) => Pick<Relay, 'ended'>

/** What one host and one server say to each other, over as many HTTP requests as the host makes of it. */
export interface Conversation {
  /**
   * Gives the server messages of the host; `reply` where there are requests among them. Resolves once they have gone
   * on, or never will.
   */
  post(messages: readonly Message[], reply?: Reply): Promise<void>
  /** Sends over this stream what belongs to no request; what waited for a stream goes first. */
  listen(events: EventStream): void
  /** How many requests wait for an answer. */
  inFlight(): number
  /** A stream is open, or a request waits. */
  isInUse(): boolean
  /** A stream takes more again, or has closed. */
  settle(): void
  /** The host has left: the server ends as it does when its input ends. A signal hurries it. */
  end(signal?: NodeJS.Signals): void
  /** The server has ended and every request was answered, if with an error. Never rejects. */
  readonly ended: Promise<void>
}

export interface ConversationOptions {
  readonly limits: Pick<Limits, 'unread'>
  /** What of that which answers no request is for this host at all; everything where it is left out. */
  readonly isWanted?: (message: Message) => boolean
}

export function createConversation(connect: Connect, options: ConversationOptions): Conversation {
  const host = { input: new PassThrough(), output: new PassThrough() }
  const signals = new EventEmitter()
  const state: State = {
    exchanges: createExchanges(),
    backlog: createBacklog(options.limits.unread),
    events: undefined,
    isWanted: options.isWanted ?? (() => true),
  }
  const settle = () => (isStuck(state) ? host.output.pause() : host.output.resume())
  const frames = createFrames(line => receive(state, readMessage(line)))
  host.output.on('data', (chunk: Buffer) => {
    frames.push(chunk)
    if (isStuck(state)) host.output.pause()
  })
  const { ended } = connect(host, signals)
  const allRead = new Promise(resolve => host.output.once('close', resolve))
  const how = ended.then(endingInWords, failureInWords)
  how.then(() => host.output.end())
  return {
    async post(messages, reply) {
      const requests = messages.filter(({ kind }) => kind === 'request')
      if (reply && requests.length > 0) state.exchanges.add(requests, reply)
      settle()
      await Promise.all(messages.map(({ line }) => write(host.input, line)))
    },
    listen(events) {
      state.events?.end()
      state.events = events
      for (const line of state.backlog.take()) events.write(line)
      settle()
    },
    inFlight: state.exchanges.count,
    isInUse: () => state.exchanges.count() > 0 || state.events?.isOpen() === true,
    settle,
    end(signal) {
      host.input.end()
      if (signal) signals.emit(signal, signal)
    },
    ended: allRead.then(async () => {
      frames.end()
      conclude(state, await how)
    }),
  }
}

interface State {
  readonly exchanges: Exchanges
  readonly backlog: Backlog
  /** The stream for what belongs to no request. */
  events: EventStream | undefined
  readonly isWanted: (message: Message) => boolean
}

function write(input: PassThrough, line: Line): Promise<void> {
  return new Promise(resolve => {
    if (!input.writable) return resolve()
    input.cork()
    for (const [index, piece] of line.entries())
      input.write(piece, index === line.length - 1 ? () => resolve() : undefined)
    input.uncork()
  })
}

/** Everybody who could be told something has enough to read already: the server need not go on. */
function isStuck({ exchanges, events }: State): boolean {
  const open = exchanges.all().map(([, { reply }]) => reply)
  const streams = events?.isOpen() ? [...open, events] : open
  return streams.length > 0 && streams.every(each => each.isFull())
}

/** Decides which stream a message of the server goes to. */
function receive(state: State, message: Message): void {
  if (message.kind === 'answer') answer(state, message)
  else if (message.kind === 'other') for (const each of batchIn(message.line)) receive(state, each)
  else if (state.isWanted(message)) tell(state, message)
}

/** What nobody waits for was cancelled, or is an answer to nothing. */
function answer({ exchanges }: State, message: Message): void {
  const exchange = exchanges.answeredBy(message)
  exchange?.reply.answer(message.line, exchange.awaited === 0)
}

/**
 * What comes while a request is under way most often belongs to it, and goes before its answer, in order; what tells of
 * a change goes to the stream that is there for it.
 */
function tell({ exchanges, events, backlog }: State, message: Message): void {
  const request = exchanges.ofProgress(message) ?? exchanges.newest()
  const stream = events?.isOpen() ? events : undefined
  if (stream && (isNews(message) || !request?.reply.isOpen())) stream.write(message.line)
  else if (request?.reply.isOpen()) request.reply.send(message.line)
  else backlog.add(message.line)
}

/** Notifications of something that changed, whoever changed it. */
function isNews({ method }: Message): boolean {
  return /\/(?:list_changed|updated)$/.test(method ?? '')
}

function conclude({ exchanges, events }: State, how: string): void {
  for (const [{ id, method }, exchange] of exchanges.all())
    exchange.reply.answer(endedInMidCall(id, method, how), --exchange.awaited === 0)
  events?.end()
}
