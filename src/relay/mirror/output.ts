import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Line } from '../frames.ts'
import { flat } from '../listen/flat.ts'
import type { Response } from '../remote/http.ts'
import { headersForHost } from './pass.ts'

/** The response to a host of which one message is in our hands. */
export interface Output {
  /** Begins a stream of events, once: as the server's response says it, or as one of our own. */
  begin(from?: Response): void
  hasBegun(): boolean
  /** Writes bytes; resolves when there is room for more, or nobody is there. */
  write(pieces: readonly Buffer[]): Promise<void>
  /** Writes a message as an event of its own. */
  event(message: Line): Promise<void>
  end(): void
}

export function createOutput(response: ServerResponse, own: Readonly<Record<string, string>>): Output {
  const write = async (pieces: readonly Buffer[]) => {
    if (response.destroyed) return
    response.cork()
    for (const piece of pieces) response.write(piece)
    response.uncork()
    if (!response.writableNeedDrain) return
    const gone = new AbortController()
    const stop = () => gone.abort()
    response.once('close', stop)
    await once(response, 'drain', { signal: gone.signal }).catch(() => undefined)
    response.off('close', stop)
  }
  const begin = (from?: Response) => {
    if (response.headersSent) return
    response.writeHead(from?.status ?? 200, { ...(from ? headersForHost(from) : eventStream), ...own })
    response.flushHeaders()
  }
  return {
    begin,
    write,
    hasBegun: () => response.headersSent,
    event(message) {
      begin()
      return write([opening, ...flat(message), closing])
    },
    end: () => void response.end(),
  }
}

const eventStream = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' }
const opening = Buffer.from('event: message\ndata: ')
const closing = Buffer.from('\n\n')
