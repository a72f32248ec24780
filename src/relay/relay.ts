import type { Readable, Writable } from 'node:stream'
import { reasonOf } from '../problem.ts'
import { endingInWords, failureInWords } from './answers.ts'
import { createAsks } from './asks.ts'
import { escalate, type Patience, pause, stillness, sweep, usualPatience } from './farewell.ts'
import { createOutlet, flow, whenGone } from './flow.ts'
import { createFrames } from './frames.ts'
import type { Ask, Intercept } from './intercept.ts'
import { messageOf, readMessage } from './message.ts'
import { type Ending, type Server, type ServerCommand, startServer } from './stdio.ts'
import { createTraffic } from './traffic.ts'

/** Where signals to our process are heard. `process` is one. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
}

/** The host: what it writes to us, and what it reads from us. */
export interface HostStreams {
  readonly input: Readable
  readonly output: Writable
}

/** What starts a server, or one that is there already: a remote one, or one that several hosts share. */
export type Behind = ServerCommand | { readonly server: Server }

export type RelayOptions = Behind & RelaySurroundings

/** What a relay needs beside its server. */
export interface RelaySurroundings {
  readonly host: HostStreams
  /** Where the server's standard error goes, and lines of our own. */
  readonly errors: Writable
  /** What looks at tools/list and tools/call; they wait for it. Nobody does where it gives undefined or rejects. */
  readonly intercept: Promise<Intercept | undefined>
  /**
   * Told, more than once perhaps, that it is time to load the intercept: the server has said something, and the host
   * has it, or a request waits. Before, loading would only slow the server's own start.
   */
  readonly needed?: () => void
  /** Where SIGTERM, SIGINT and SIGHUP come from, which are passed on to the server. Not heard where left out. */
  readonly signals?: SignalSource
  readonly patience?: Patience
}

export interface Relay {
  /** Asks the server a question of our own. */
  readonly ask: Ask
  /**
   * The server has ended, the host has all that it is to get, and nothing that the server started is left: time to
   * end as it did (`endLike`). Rejects with Problem `server-not-found` or `server-not-started` where it never ran.
   */
  readonly ended: Promise<Ending>
}

/**
 * Starts the server, where it is not there yet, and stands between it and the host. Every line goes on at once, in
 * order, as the very bytes that came, except these:
 * - `tools/list` and `tools/call` requests of the host are held for the intercept. Those inside a batch (an array)
 *   are not, and neither is a second request under an id that is still in flight.
 * - Questions of our own, and all that is said about them, stay between us and the side that was asked.
 * - Requests that the server can no longer answer are answered with an error. (Those inside a batch are not.)
 */
export function startRelay(options: RelayOptions): Relay {
  const { host, errors, intercept, needed = () => undefined, patience = usualPatience } = options
  const server = 'server' in options ? options.server : startServer(options, errors)
  const toHost = createOutlet(host.output)
  const toServer = createOutlet(server.stdin)
  const askServer = createAsks(message => toServer.write(messageOf(message).line))
  const askHost = createAsks(message => toHost.write(messageOf(message).line))
  bear(errors)
  const report = (error: unknown) =>
    errors.write(`mcpgraphy: ${reasonOf(error)}. The call goes on without us.\n`)
  const traffic = createTraffic({ toHost, toServer, askServer, askHost, intercept, needed, report })

  const hostFrames = createFrames(line => traffic.fromHost(readMessage(line)))
  const early = { from: longLine, isAllowed: traffic.isNothingAwaited, write: toHost.writePiece }
  const serverFrames = createFrames((line, isEarly) => {
    if (!isEarly) return traffic.fromServer(readMessage(line))
    toHost.endPieces()
    traffic.delivered(line)
  }, early)
  flow(host.input, server.stdin, hostFrames.push)
  flow(server.stdout, host.output, serverFrames.push)
  server.stdout.once('data', () => setImmediate(needed))

  const hangUp = async () => {
    hostFrames.end()
    askHost.end()
    await traffic.whenNothingIsHeld(patience.held)
    server.stdin.end()
  }
  const finish = async (how: string) => {
    server.stdout.destroy()
    serverFrames.end()
    traffic.serverEnded(how)
    await traffic.whenNothingIsHeld(patience.last)
    traffic.letGo()
    await toHost.flushed()
  }
  return { ask: askServer.ask, ended: untilEnded(server, options, patience, hangUp, finish) }
}

/** A host that reads no errors is still to get its answers. Many relays may write to one stream. */
function bear(errors: Writable): void {
  if (!borne.has(errors)) errors.on('error', () => undefined)
  borne.add(errors)
}

const borne = new WeakSet<Writable>()

/** From so many bytes on it is worth while not to wait for the end of a line before it goes on. */
const longLine = 1_000_000

/** Brings both sides to their end, whichever begins: the server ends, the host leaves, a signal comes. */
async function untilEnded(
  server: Server,
  { host, signals }: RelaySurroundings,
  patience: Patience,
  hangUp: () => Promise<void>,
  finish: (how: string) => Promise<void>,
): Promise<Ending> {
  const inputEnded = endOf(host.input).then(hangUp)
  const hurried = Promise.race([goneFrom(host.output).then(hangUp), signalled(server, signals)])
  const still = (ms: number) => inputEnded.then(() => stillness(server.stdout, host.output, ms))
  // A server that has closed its output can answer nobody any more.
  const isMute = endOf(server.stdout)
  const isToEnd = Promise.race([
    still(patience.input),
    Promise.race([hurried, isMute]).then(() => pause(patience.input)),
  ])
  const ending = escalate(server, isToEnd, patience)
  const how = await ending.then(endingInWords, failureInWords)
  await Promise.race([finish(how), still(patience.reading), hurried.then(() => pause(patience.last))])
  await sweep(server, patience)
  return ending
}

function endOf(source: Readable): Promise<void> {
  return new Promise(resolve => {
    const ended = () => resolve()
    source.once('end', ended).once('close', ended).on('error', ended)
  })
}

function goneFrom(output: Writable): Promise<void> {
  return new Promise(resolve => whenGone(output, resolve))
}

/** Passes signals on to the server; resolves at the first. */
function signalled(server: Server, signals: SignalSource | undefined): Promise<void> {
  return new Promise(resolve => {
    const passOn = (signal: NodeJS.Signals) => {
      server.kill(signal)
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) signals?.on(signal, passOn)
  })
}
