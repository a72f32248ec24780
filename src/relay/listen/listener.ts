import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Writable } from 'node:stream'
import { Problem, reasonOf } from '../../problem.ts'
import { type Address, authorityOf } from './address.ts'
import { type Door, preflight, refusalAt } from './door.ts'
import type { Limits } from './limits.ts'
import type { Site } from './site.ts'
import { turnAway, type Visit, visitOf } from './visit.ts'

export interface ListenOptions extends Door {
  /** What is served to those who may come in. */
  readonly site: Site
  readonly limits: Pick<Limits, 'stalled'>
  readonly errors: Writable
}

/** A server that hosts reach over Streamable HTTP. */
export interface Listener {
  readonly url: string
  /** Takes no more requests, and ends every server. Resolves when nothing is left. */
  close(signal?: NodeJS.Signals): Promise<void>
}

/**
 * Opens a site to hosts on this machine, over Streamable HTTP.
 * Rejects with Problem `port-in-use` or `listen-failed`.
 */
export async function listen({ site, limits, errors, ...wanted }: ListenOptions): Promise<Listener> {
  const http = createServer({ ...httpLimits, ...patience(limits) })
  const address = await bound(http, wanted.address)
  const door: Door = { ...wanted, address }
  let isClosing = false
  http.on('request', (request, response) => {
    response.on('error', () => undefined)
    const visit = visitOf(door, request, response)
    if (isClosing) return turnAway(visit, closing)
    enter(visit, door, site).catch(error => {
      errors.write(`mcpgraphy: a request could not be served: ${reasonOf(error)}\n`)
      turnAway(visit, { status: 500, message: 'This failed in a way that it should not.' })
    })
  })
  return {
    url: `http://${authorityOf(address)}${path}`,
    async close(signal) {
      isClosing = true
      const closed = new Promise(resolve => http.close(resolve))
      await site.close(signal)
      http.closeAllConnections()
      await closed
    },
  }
}

const path = '/mcp'
const closing = { status: 503, message: 'The listener is ending.', headers: { connection: 'close' } }

const httpLimits = {
  maxHeaderSize: 32_768,
  keepAliveTimeout: 30_000,
}

/** How long a sender may take: for the head of a request, and for all of it. */
function patience({ stalled }: Pick<Limits, 'stalled'>) {
  return {
    headersTimeout: Math.min(20_000, stalled),
    requestTimeout: stalled,
    connectionsCheckingInterval: Math.min(5000, stalled),
  }
}

function bound(http: HttpServer, { host, port }: Address): Promise<Address> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const address = authorityOf({ host, port })
      const code = error.code === 'EADDRINUSE' ? 'port-in-use' : 'listen-failed'
      reject(new Problem(code, { address, reason: reasonOf(error) }, { cause: error }))
    })
    http.listen({ host, port, exclusive: true }, () =>
      resolve({ host, port: (http.address() as AddressInfo).port }),
    )
  })
}

async function enter(visit: Visit, door: Door, site: Site): Promise<void> {
  const { request } = visit
  if (request.method === 'OPTIONS') return turnAway(visit, preflight(door, request))
  const refusal = refusalAt(door, request)
  if (refusal) return turnAway(visit, refusal)
  if (request.url?.split('?')[0] !== path)
    return turnAway(visit, { status: 404, message: `Only ${path} is served.` })
  const { post, get, remove } = site
  const serve = { POST: post, GET: get, DELETE: remove }[request.method ?? '']
  if (serve) return serve(visit)
  turnAway(visit, {
    status: 405,
    message: 'GET, POST and DELETE are served.',
    headers: { allow: 'GET, POST, DELETE' },
  })
}
