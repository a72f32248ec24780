import type { IncomingMessage } from 'node:http'
import type { Refusal } from './door.ts'
import type { Limits } from './limits.ts'

/** Reads bodies, and knows how much of them is in our hands. */
export interface Bodies {
  /**
   * The pieces of a body as they came. Gives a Refusal for one that is too long, or for which there is no room now;
   * undefined where its sender has gone in the middle of it.
   */
  read(request: IncomingMessage): Promise<Buffer[] | Refusal | undefined>
  /** So many bytes that were read are done with. */
  release(bytes: number): void
}

export function createBodies(limits: Pick<Limits, 'body' | 'bodies'>): Bodies {
  let held = 0
  return {
    async read(request) {
      if (Number(request.headers['content-length'] ?? 0) > limits.body) return tooLong(limits.body)
      const pieces: Buffer[] = []
      let size = 0
      const refuse = (refusal: Refusal) => {
        held -= size
        return refusal
      }
      try {
        for await (const piece of request as AsyncIterable<Buffer>) {
          size += piece.length
          held += piece.length
          pieces.push(piece)
          if (size > limits.body) return refuse(tooLong(limits.body))
          if (held > limits.bodies) return refuse(noRoom)
        }
        return pieces
      } catch {
        held -= size
        return undefined
      }
    },
    release(bytes) {
      held -= bytes
    },
  }
}

function tooLong(limit: number): Refusal {
  return {
    status: 413,
    message: `The body is longer than ${limit / 1_000_000} MB; mcpgraphy proxy --max-body-mb allows more.`,
    headers: { connection: 'close' },
  }
}

const noRoom: Refusal = {
  status: 503,
  message: 'Too many large requests are being read at once. Try again.',
  headers: { 'retry-after': '1', connection: 'close' },
}
