import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'

/** A message of the protocol, as far as a bridge looks at it. */
export interface Wire {
  readonly id?: unknown
  readonly method?: string
  readonly params?: {
    readonly _meta?: Record<string, unknown>
    readonly progressToken?: unknown
    readonly name?: string
    readonly uri?: string
  }
  readonly error?: { readonly code: number }
}

/** A command that runs and speaks in lines. */
export interface Peer {
  send(message: Wire): void
  end(): Promise<void>
}

/** Starts a command; every message that it says goes to `take`. */
export function startPeer([command = '', ...args]: readonly string[], take: (message: Wire) => void): Peer {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'close')
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', line => take(JSON.parse(line) as Wire))
  return {
    send: message => void child.stdin.write(`${JSON.stringify(message)}\n`),
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

/** Says one message as an event; the first makes the answer a stream. */
export function sayEvent(response: ServerResponse, message: Wire): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
}

/** Says the last message: as an event where others were said before it, else as the whole answer. */
export function sayLast(response: ServerResponse, message: Wire, status = 200): void {
  if (response.headersSent) {
    sayEvent(response, message)
    response.end()
    return
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(message))
}
