import type { ServerResponse } from 'node:http'
import type { Response } from '../remote/http.ts'

/** Names of headers that belong to one connection (RFC 9110, section 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * What is between the host and us alone: the address and the token of the listener, and a page's origin, which was
 * checked. Lengths and codings are our own: bodies may change on the way, and are read.
 */
const ours: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'cookie',
  'origin',
  'content-length',
  'accept-encoding',
  'expect',
])

type Given = Readonly<Record<string, string | string[] | undefined>>

/** The headers of a host's request as the server is to get them. */
export function headersForServer(given: Given): Record<string, string> {
  const kept = Object.entries(given).filter(([name]) => !hopByHop.has(name) && !ours.has(name))
  const named = String(given.connection ?? '')
    .toLowerCase()
    .split(',')
    .map(each => each.trim())
  return Object.fromEntries(
    kept
      .filter(([name]) => !named.includes(name))
      .map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
}

/** The headers of a server's response as the host is to get them. */
export function headersForHost(response: Response): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(response.headers))
    if (!hopByHop.has(name) && value !== undefined) kept[name] = value
  return kept
}

/** Gives the host a response as it comes, at the host's pace. Ends what is left of it where the host hangs up. */
export function passOn(
  response: Response,
  to: ServerResponse,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  to.writeHead(response.status, { ...headersForHost(response), ...more })
  to.flushHeaders()
  return new Promise(resolve => {
    const { body } = response
    const over = () => {
      body.destroy()
      resolve()
    }
    body.once('error', () => to.destroy()).once('close', over)
    to.once('close', over)
    body.pipe(to)
  })
}
