import type { Message } from './message.ts'

/**
 * What became of a request that was sent. Without an answer nobody knows what it did:
 * `gone`: the side that was asked ended first; `cancelled`: its signal was aborted; `timeout`: its time was up.
 * `unsent`: nobody ever saw the request, so it did nothing.
 */
export type Answer =
  | { readonly kind: 'answer'; readonly message: Message }
  | { readonly kind: 'gone' | 'cancelled'; readonly unsent?: true }
  | { readonly kind: 'timeout' }

export interface AskOptions {
  /** Aborting it gives up the question: the other side is told, and its late answer is swallowed. */
  readonly signal?: AbortSignal
  /** Milliseconds to wait for the answer, 30 s where it is not given. */
  readonly timeoutMs?: number
}

/**
 * Asks a question of our own. `params` go out exactly as given, so what an era wants in `_meta` is the caller's to
 * put there. Never rejects. Neither the question nor its answer is seen by the other side.
 */
export type Ask = (method: string, params: object, options?: AskOptions) => Promise<Answer>

/** How the host began: its `initialize` and the server's answer, where there was one (none from 2026-07-28 on). */
export interface Hello {
  readonly request?: Message
  readonly answer?: Message
}

/** One `tools/call` or `tools/list` request of the host, held by the relay until the intercept lets go of it. */
export interface Held {
  /** A request with an id whose `value()` is an object. */
  readonly request: Message
  readonly hello: Hello
  /** Aborted when the host cancels the call, whether it was sent on or not, and when the server is gone. */
  readonly signal: AbortSignal
  /**
   * Sends the request on, once, as the bytes that came (or as those given, without a line's end), and gives the
   * server's answer.
   * Calling it again gives the same answer: failing open can never act twice.
   * After the host has cancelled the call it sends nothing and gives `cancelled`. Never rejects.
   */
  forward(request?: Buffer): Promise<Answer>
  /** Asks the server something of our own. Given up when `signal` of this call is aborted. */
  readonly ask: Ask
  /** Asks the host, and so the person before it (`elicitation/create`); only where it said that it can be asked. */
  readonly askHost: Ask
}

/**
 * What may look at tools/list and tools/call. It gives back the bytes of the answer for the host (one line
 * without its end), or `undefined` to let the relay answer as it would alone: it sends the request on where that
 * was not done yet, and passes the server's answer on as it came.
 * If it throws, the relay does the same as for `undefined` and says so on standard error.
 * A call that the host cancelled, and one whose server died, needs no answer: what is given back then is dropped.
 *
 * Several calls may be held at once. Everything else flows meanwhile, and overtakes them.
 */
export interface Intercept {
  list(held: Held): Promise<Buffer | undefined>
  call(held: Held): Promise<Buffer | undefined>
  /** `tasks/get` and `tasks/result`, by which the host learns how a call that became a task went. */
  task?(held: Held): Promise<Buffer | undefined>
  /** Does this `tools/call` go on as it came, with nothing to be seen of it? Then it is not held, which is quicker. */
  passes?(request: Message): boolean
  /**
   * May a tool call go to the server that nobody can look at: one in a batch, one without an id, one under an id that is
   * still in flight? Where it may not, the host gets an error for it.
   */
  admitsUnseen?(): boolean
  /** The server has said that its tools changed. The notification goes on to the host by itself. */
  listChanged?(): void
}
