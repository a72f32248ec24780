import type { Message } from './message.ts'

/** What became of a call that was sent on. `gone`: the server ended before it answered. */
export type Answer = { readonly kind: 'answer'; readonly message: Message } | { readonly kind: 'gone' }

/** One `tools/call` or `tools/list` request of the host, held by the relay until the intercept lets go of it. */
export interface Held {
  readonly request: Message
  /** Aborted when the host cancels the call before it was sent on, or when either side goes away. */
  readonly signal: AbortSignal
  /**
   * Sends the request on, once, as the bytes that came, and gives the server's answer.
   * Calling it again gives the same answer: failing open can never act twice.
   */
  forward(): Promise<Answer>
  /** Asks the server something of our own while this call is held; see Relay.ask. */
  ask(method: string, params: object): Promise<Answer>
}

/**
 * What may look at tools/list and tools/call. It gives back the bytes of the answer for the host (one line
 * without its end), or `undefined` to let the relay answer as it would alone (pass the server's answer
 * on as it came; say "server gone" where there is none).
 * If it throws, the relay forwards the call as if nobody had looked.
 */
export interface Intercept {
  list(held: Held): Promise<Buffer | undefined>
  call(held: Held): Promise<Buffer | undefined>
}
