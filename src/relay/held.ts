import { setMaxListeners } from 'node:events'
import { LF, type Line, lineOf } from './frames.ts'
import type { Answer, Ask, Held, Hello, Intercept } from './intercept.ts'
import type { Message } from './message.ts'

/** What a held request needs of the relay. */
export interface Surroundings {
  /** Settled once: what looks at the request, or nobody. */
  readonly intercept: Promise<Intercept | undefined>
  readonly hello: Hello
  readonly ask: Ask
  readonly askHost: Ask
  /** Sends the request to the server, as it came or as another line. False: it is gone. */
  send(line?: Line): boolean
  /** Gives the host its answer. */
  reply(line: Line): void
  /** Tells that the intercept failed. */
  report(error: unknown): void
}

/** A request in the hands of the intercept, and what may happen to it from outside. */
export interface HeldRequest {
  /** The server has answered. */
  answered(message: Message): void
  /** The host has cancelled it: nobody waits for an answer. */
  cancelled(): void
  /** The server is gone, and the host was told so. */
  gone(): void
  /** Time is up: the server's answer, where there is one, goes out as it came. */
  letGo(): void
  /** The host has its answer, or needs none; the intercept has let go. Never rejects. */
  readonly settled: Promise<void>
}

/** Holds a request of the host until the intercept lets go of it. Whatever the intercept does, it is answered once. */
export function hold(request: Message, around: Surroundings): HeldRequest {
  const abort = new AbortController()
  // A call that names many resources leads to as many reads at once.
  setMaxListeners(0, abort.signal)
  let sent: Promise<Answer> | undefined
  let conclude: (answer: Answer) => void = () => undefined
  let answer: Message | undefined
  let over: 'replied' | 'cancelled' | 'gone' | undefined

  const forward = (request?: Buffer) => {
    sent ??= new Promise<Answer>(resolve => {
      conclude = resolve
      if (over) resolve({ kind: over === 'gone' ? 'gone' : 'cancelled', unsent: true })
      else if (!around.send(request && lineOf(request))) resolve({ kind: 'gone', unsent: true })
    })
    return sent
  }
  const reply = (line: Line) => {
    if (!over) around.reply(line)
    over ??= 'replied'
  }
  const drop = (kind: 'cancelled' | 'gone') => {
    over ??= kind
    conclude({ kind })
    abort.abort(kind)
  }
  const run = async () => {
    const bytes = await look(request, around, forward, abort.signal)
    if (bytes) return reply(lineOf(bytes))
    const given = await forward()
    if (given.kind === 'answer') reply(given.message.line)
  }

  return {
    answered(message) {
      answer = message
      conclude({ kind: 'answer', message })
    },
    cancelled: () => drop('cancelled'),
    gone: () => drop('gone'),
    letGo() {
      if (answer) reply(answer.line)
      abort.abort()
    },
    settled: run(),
  }
}

/** What the intercept answers, or undefined where it has nothing to say, fails, or is not there. Never rejects. */
async function look(request: Message, around: Surroundings, forward: Held['forward'], signal: AbortSignal) {
  try {
    const intercept = await around.intercept
    if (!intercept || signal.aborted) return undefined
    const { hello } = around
    const held = {
      request,
      hello,
      signal,
      forward,
      ask: until(signal, around.ask),
      askHost: until(signal, around.askHost),
    }
    const bytes = await lookWith(intercept, held)
    if (bytes?.includes(LF)) throw new Error('an answer of ours held a line feed')
    return bytes
  } catch (error) {
    around.report(error)
    return undefined
  }
}

function lookWith(intercept: Intercept, held: Held): Promise<Buffer | undefined> {
  const { method } = held.request
  if (method === 'tools/list') return intercept.list(held)
  if (method === 'tools/call') return intercept.call(held)
  return intercept.task?.(held) ?? Promise.resolve(undefined)
}

/** Asking that ends with the call that it is for. */
function until(signal: AbortSignal, ask: Ask): Ask {
  return (method, params, options = {}) => {
    const both = options.signal ? AbortSignal.any([signal, options.signal]) : signal
    return ask(method, params, { ...options, signal: both })
  }
}
