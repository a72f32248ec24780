import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Address, authorityOf } from './address.ts'

/** Who may come in. */
export interface Door {
  readonly address: Address
  readonly token: string
  /** Origins beside those of this machine that a page may have. */
  readonly allowedOrigins: readonly string[]
}

/** An answer without the protocol: why somebody may not come in, or may not do this. */
export interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Keeps out whoever is not a host of this user. A page in a browser cannot pretend another Host or Origin, and knows no
 * token; a name that was rebound to this machine stands in Host. Gives undefined to those who may come in.
 */
export function refusalAt(door: Door, { headers }: Pick<IncomingMessage, 'headers'>): Refusal | undefined {
  if (!isOurHost(door.address, headers.host))
    return { status: 403, message: `Host must be ${authorityOf(door.address)} or localhost.` }
  if (headers.origin !== undefined && !isAllowedOrigin(door, headers.origin))
    return { status: 403, message: 'This Origin is not allowed; mcpgraphy proxy --allow-origin allows it.' }
  if (!bearsToken(door.token, headers.authorization))
    return {
      status: 401,
      message: 'The bearer token is missing or wrong. The listener said at its start where it stands.',
      headers: { 'www-authenticate': 'Bearer' },
    }
  return undefined
}

/** Answers a page's question what it may send (CORS); every other OPTIONS request is refused. */
export function preflight(door: Door, { headers }: Pick<IncomingMessage, 'headers'>): Refusal {
  const origin = headers.origin
  if (!isOurHost(door.address, headers.host) || origin === undefined || !isAllowedOrigin(door, origin))
    return { status: 403, message: 'This Origin is not allowed.' }
  const wanted = String(headers['access-control-request-headers'] ?? '')
  return {
    status: 204,
    message: '',
    headers: {
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': /^[\w\-, ]*$/.test(wanted) ? wanted : '',
      'access-control-allow-private-network': 'true',
      'access-control-max-age': '600',
    },
  }
}

/** What lets a page that may ask read the answer. */
export function corsHeaders(door: Door, { origin }: IncomingHttpHeaders): Record<string, string> {
  if (origin === undefined || !isAllowedOrigin(door, origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
    vary: 'Origin',
  }
}

function isOurHost(address: Address, host: string | undefined): boolean {
  const given = host?.toLowerCase()
  const names = [authorityOf(address), `localhost:${address.port}`]
  return names.some(name => given === name || (address.port === 80 && given === name.replace(/:80$/, '')))
}

function isAllowedOrigin({ allowedOrigins }: Door, origin: string): boolean {
  return loopbackOrigin.test(origin) || allowedOrigins.includes(origin)
}

const loopbackOrigin = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** Compared by digests, which have one length: the time that it takes says nothing of the token. */
function bearsToken(token: string, authorization: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digestOf(given), digestOf(token))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
