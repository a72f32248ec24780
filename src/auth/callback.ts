import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Problem } from '../problem.ts'
import { cleaned } from '../relay/remote/clean-text.ts'

/** What the browser brings back from a log-in. */
export interface Return {
  readonly code: string
  /** Who says so, where the server tells (RFC 9207). */
  readonly issuer: string | undefined
}

/** The page on this machine that a log-in leads back to (RFC 8252, section 7.3). */
export interface Callback {
  readonly url: string
  /**
   * Waits for the browser to come back with this state; whoever comes with another is turned away.
   * Rejects with Problem `login-denied`, or with the signal's reason.
   */
  returned(state: string, signal: AbortSignal): Promise<Return>
  close(): void
}

/** Listens on the loopback, on the port that was registered last where that is free. `server` is for messages. */
export async function openCallback(server: string, port: number | undefined): Promise<Callback> {
  let take: ((query: URLSearchParams) => string | undefined) | undefined
  const listener = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const said = isForUs(request, url) ? take?.(url.searchParams) : undefined
    answer(response, said)
  })
  const address = await listen(listener, port ?? 0).catch(() => listen(listener, 0))
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    returned: (state, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error) // the time was up before anybody was asked
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        take = query => {
          if (query.get('state') !== state) return undefined
          const [code, error] = [query.get('code'), query.get('error')]
          if (code !== null) {
            resolve({ code, issuer: query.get('iss') ?? undefined })
            return 'You are logged in. You can close this page.'
          }
          const reason = cleaned(query.get('error_description') ?? error ?? 'no code came back')
          reject(new Problem('login-denied', { server, reason }))
          return 'The log-in was not completed. You can close this page.'
        }
      }),
    close() {
      listener.close()
      listener.closeAllConnections()
    },
  }
}

function listen(listener: ReturnType<typeof createServer>, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(port, '127.0.0.1', () => {
      listener.off('error', reject)
      resolve(listener.address() as AddressInfo)
    })
  })
}

function isForUs({ method, headers }: IncomingMessage, { pathname }: URL): boolean {
  return method === 'GET' && pathname === path && /^127\.0\.0\.1:\d+$/.test(headers.host ?? '')
}

function answer(response: ServerResponse, said: string | undefined): void {
  response.writeHead(said === undefined ? 400 : 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    Connection: 'close',
  })
  const words = said ?? 'This page belongs to no log-in that is under way.'
  response.end(`<!doctype html><meta charset="utf-8"><title>mcpgraphy</title><p>${words}</p>`)
}

const path = '/callback'
