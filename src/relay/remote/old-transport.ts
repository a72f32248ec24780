import { Problem } from '../../problem.ts'
import { pause } from '../farewell.ts'
import { shown } from './address.ts'
import { eventsOf, type ServerEvent } from './event-stream.ts'
import type { Response } from './http.ts'
import { readEvents } from './incoming.ts'
import type { Remote } from './remote.ts'

/**
 * Opens the stream of a server of the transport of 2024-11-05 (HTTP with SSE), whose first event says where messages
 * go. False: the server is none of these. Throws Problem `redirect-refused` where they would go to another server.
 */
export async function openOldTransport(remote: Remote): Promise<boolean> {
  const { life, link, session } = remote
  const response = await link.send({ method: 'GET', headers: { Accept: 'text/event-stream' }, signal: life })
  const events = eventsOf(response.body)
  const endpoint = await endpointIn(response, events)
  if (endpoint === undefined) {
    response.body.destroy()
    return false
  }
  const stop = () => void response.body.destroy()
  life.addEventListener('abort', stop, { once: true })
  const ended = readEvents(remote, events).then(() => {
    transport.isUp = false
    life.removeEventListener('abort', stop)
  })
  const transport = { endpoint, ended, isUp: true }
  session.oldTransport = transport
  return true
}

async function endpointIn(response: Response, events: AsyncGenerator<ServerEvent>): Promise<URL | undefined> {
  if (response.status !== 200 || response.type !== 'text/event-stream') return undefined
  const first = await Promise.race([events.next().catch(() => undefined), pause(patience)])
  const event = first?.value as ServerEvent | undefined
  if (event?.name !== 'endpoint') return undefined
  const text = Buffer.concat([...(event.data ?? [])]).toString('utf8')
  const url = URL.canParse(text, response.url.href) ? new URL(text, response.url) : undefined
  if (url && url.origin !== response.url.origin) {
    response.body.destroy()
    throw new Problem('redirect-refused', { server: shown(response.url), where: shown(url) })
  }
  return url
}

/** Milliseconds for the first event. */
const patience = 10_000
