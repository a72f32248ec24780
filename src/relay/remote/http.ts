import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { urlToHttpOptions } from 'node:url'
import { Problem, reasonOf } from '../../problem.ts'
import type { Line } from '../frames.ts'
import { shown } from './address.ts'
import { decoded } from './decoded.ts'

export type Headers = Readonly<Record<string, string>>

/** One request to the server. */
export interface Request {
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly url: URL
  readonly headers: Headers
  readonly body?: Line
  /** Aborting it closes the connection that the request stands on. */
  readonly signal: AbortSignal
  /** Told once all of it has left. */
  readonly left?: () => void
}

/** What came back; its body is read by the one who asked, at his pace. */
export interface Response {
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
  /** Where it came from, once redirects were followed. */
  readonly url: URL
}

/** A way to servers that keeps its connections. */
export interface Http {
  /**
   * Sends a request and resolves with the head of its response. Redirects are followed within the server's origin,
   * with method and body, and refused elsewhere: what we send may be meant for this server alone.
   * Throws Problem `remote-unreachable`, `remote-untrusted`, `remote-broken` or `redirect-refused`, or an `AbortError`.
   */
  send(request: Request): Promise<Response>
  /** Closes every connection. */
  close(): void
}

/**
 * Not `fetch`: its time limits of five minutes for a head and between two chunks cannot be lifted, and long calls and
 * quiet subscriptions are lawful; a body given in pieces need not be joined; and it costs less at the start.
 */
export function createHttp(): Http {
  const keep = { keepAlive: true, timeout: idle }
  const agents = { 'http:': new http.Agent(keep), 'https:': new https.Agent(keep) }
  const once = (request: Request) =>
    request.url.protocol === 'https:'
      ? exchange(https.request({ ...optionsOf(request), agent: agents['https:'] }), request)
      : exchange(http.request({ ...optionsOf(request), agent: agents['http:'] }), request)
  return {
    async send(request) {
      let next = request
      for (let hops = 0; ; hops++) {
        const response = await once(next)
        const location = response.headers.location
        if (!redirects.has(response.status) || typeof location !== 'string') return response
        response.body.resume()
        next = { ...next, url: target(location, next.url, hops) }
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function optionsOf({ method, url, headers, body }: Request): http.RequestOptions {
  const length = body === undefined ? {} : { 'Content-Length': sizeOf(body) }
  return { ...placeOf(url), method, headers: { 'Accept-Encoding': 'identity', ...headers, ...length } }
}

/** What a URL says for a request, worked out once. */
function placeOf(url: URL): http.RequestOptions {
  const place = places.get(url) ?? urlToHttpOptions(url)
  places.set(url, place)
  return place
}

const places = new WeakMap<URL, http.RequestOptions>()

function exchange(outgoing: http.ClientRequest, { url, body, signal, left }: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    let isConnected = false
    whenConnected(outgoing, () => {
      isConnected = true
    })
    if (left) outgoing.once('finish', left)
    outgoing.once('response', answer => {
      // Nobody may listen any more when a connection breaks; who reads the body hears of it there.
      answer.on('error', () => undefined)
      const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      resolve({ status: answer.statusCode ?? 0, type, ...decoded(answer), url })
    })
    outgoing.on('error', error => reject(signal.aborted ? error : failure(error, url.origin, isConnected)))
    giveUpWith(signal, outgoing)
    write(body ?? [], outgoing)
  })
}

/** Ends a request when nobody waits for it any more. (Node's own `signal` does so at three times the price.) */
function giveUpWith(signal: AbortSignal, outgoing: http.ClientRequest): void {
  const stop = () => void outgoing.destroy(new DOMException('This operation was aborted', 'AbortError'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  outgoing.once('close', () => signal.removeEventListener('abort', stop))
}

/** A short body goes with the head in one call into the system: Node joins the two where both are text. */
function write(body: Line, outgoing: http.ClientRequest): void {
  if (sizeOf(body) <= shortBody) return void outgoing.end(Buffer.concat(body).toString('latin1'), 'latin1')
  for (const piece of body) outgoing.write(piece)
  outgoing.end()
}

const shortBody = 1 << 14

/** The system may try to connect for minutes; somebody who waits is told sooner. */
function whenConnected(outgoing: http.ClientRequest, connected: () => void): void {
  outgoing.once('socket', socket => {
    if (!socket.connecting) return connected()
    const tooLate = () => outgoing.destroy(new Error(`no connection within ${patience / 1000} s`))
    const timer = setTimeout(tooLate, patience)
    const stop = () => clearTimeout(timer)
    socket.once(outgoing.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      stop()
      connected()
    })
    socket.once('close', stop)
  })
}

/** Milliseconds until there must be a connection. */
const patience = 20_000

/** Milliseconds that a connection is kept for the next request: below the five seconds after which many servers close. */
const idle = 4000

/** From a connection on, the server may have got the request, and have acted on it. */
function failure(error: Error, server: string, isConnected: boolean): Problem {
  const { code = '' } = error as NodeJS.ErrnoException
  const facts = { server, reason: innermost(error) }
  if (isConnected) return new Problem('remote-broken', facts, { cause: error })
  const isTls = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|^EPROTO$/.test(code)
  return new Problem(isTls ? 'remote-untrusted' : 'remote-unreachable', facts, { cause: error })
}

/** When every address of a name was tried in vain, the error holds one for each. */
function innermost(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  return reasonOf(first ?? error)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\.$/, '')
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const mostHops = 5

function target(location: string, from: URL, hops: number): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined
  if (to === undefined || to.origin !== from.origin || hops >= mostHops) {
    const where = to === undefined ? 'an address that is none' : shown(to)
    throw new Problem('redirect-refused', { server: shown(from), where })
  }
  return to
}

function sizeOf(body: Line): number {
  return body.reduce((size, piece) => size + piece.length, 0)
}
