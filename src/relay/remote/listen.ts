import { Problem } from '../../problem.ts'
import { pause } from '../farewell.ts'
import { readStream } from './incoming.ts'
import { type Remote, sessionHeaders } from './remote.ts'
import { waitBefore } from './waiting.ts'

/**
 * Opens the stream on which the server speaks first, in the earlier era, and opens it again behind the last event
 * whenever it ends, until the session does. A server that has none says so (405), and then nothing is missing.
 */
export function listen(remote: Remote): void {
  keepListening(remote).catch(() => undefined)
}

async function keepListening(remote: Remote): Promise<void> {
  const { session, life } = remote
  const { id } = session
  let lastId: string | undefined
  let retry: number | undefined
  for (let failures = 0; session === remote.session && session.id === id; failures++) {
    const read = await listenOnce(remote, lastId)
    if (read === 'none') return
    if (read !== 'failed' && read.events > 0) failures = 0
    if (read !== 'failed') ({ lastId = lastId, retry = retry } = read)
    await pause(waitBefore(failures, retry), life)
  }
}

async function listenOnce(remote: Remote, lastId: string | undefined) {
  const { session, life, link } = remote
  const behind = lastId === undefined ? {} : { 'Last-Event-ID': lastId }
  const headers = { Accept: 'text/event-stream', ...sessionHeaders(session), ...behind }
  const outgoing = { method: 'GET', headers, signal: life, isQuiet: true } as const
  const response = await link.send(outgoing).catch(whyNot)
  if (typeof response === 'string') return response
  if (response.status >= 500) {
    response.body.resume()
    return 'failed'
  }
  if (response.status !== 200 || response.type !== 'text/event-stream') {
    response.body.destroy()
    return 'none'
  }
  session.isListening = true
  return await readStream(remote, response.body, life)
}

/** Where a person would have to log in, that is left for the next request of the host. */
function whyNot(error: unknown): 'none' | 'failed' {
  return error instanceof Problem && error.code.startsWith('login-') ? 'none' : 'failed'
}
