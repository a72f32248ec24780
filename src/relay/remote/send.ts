import { endsWithLf, type Line } from '../frames.ts'
import type { Message } from '../message.ts'
import type { Response } from './http.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { headersFor, type Remote } from './remote.ts'

/** What became of a message that was sent. */
export type Sent =
  | { readonly kind: 'taken'; readonly response: Response }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Who waits for a message to be sent. */
export interface Sender {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal
  /** Told once the message has left. */
  readonly left?: () => void
}

/** Sends a message as it is. Throws as `Link.send` does. */
export async function send(remote: Remote, message: Message, { signal, left }: Sender): Promise<Sent> {
  const url = remote.session.oldTransport?.endpoint
  const response = await remote.link.send({
    method: 'POST',
    headers: headersFor(remote, message),
    body: withoutEnd(message.line),
    signal,
    ...(left && { left }),
    ...(url && { url }),
  })
  if (response.status >= 200 && response.status < 300) return { kind: 'taken', response }
  return { kind: 'refused', refusal: await refusalOf(response) }
}

function withoutEnd(line: Line): Line {
  const last = line.at(-1)
  return last && endsWithLf(line) ? [...line.slice(0, -1), last.subarray(0, -1)] : line
}
