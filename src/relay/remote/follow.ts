import { Problem } from '../../problem.ts'
import { pause } from '../farewell.ts'
import type { Response } from './http.ts'
import { type Read, readStream } from './incoming.ts'
import type { OpenRequest } from './open.ts'
import { type Remote, sessionHeaders } from './remote.ts'
import { waitBefore } from './waiting.ts'

/**
 * Reads the stream of one request until its answer has come. A stream of the earlier era that ends before, and whose
 * events carry ids, is taken up again behind the last of them. Throws Problem `remote-broken`.
 */
export async function follow(remote: Remote, request: OpenRequest, response: Response): Promise<void> {
  const isOver = () => request.isAnswered() || request.signal.aborted
  let { lastId, retry } = await read(remote, request, response)
  for (let failures = 0; !isOver() && lastId !== undefined && failures < mostFailures; failures++) {
    if (request.revision !== undefined) break
    await pause(waitBefore(failures, retry), request.signal)
    const next = await resume(remote, request, lastId)
    if (next === 'refused') break
    if (next === 'failed') continue
    if (next.events > 0) failures = -1
    lastId = next.lastId ?? lastId
    retry = next.retry ?? retry
  }
  if (!isOver())
    throw new Problem('remote-broken', { server: remote.link.address.shown, reason: 'its stream ended' })
}

/** In a row, at growing distance: about a minute. */
const mostFailures = 8

async function resume(remote: Remote, request: OpenRequest, lastId: string) {
  const { signal } = request
  const headers = { Accept: 'text/event-stream', ...sessionHeaders(remote.session), 'Last-Event-ID': lastId }
  const response = await remote.link.send({ method: 'GET', headers, signal }).catch(() => undefined)
  if (response?.status === 200 && response.type === 'text/event-stream')
    return await read(remote, request, response)
  response?.body.destroy()
  return response === undefined || response.status >= 500 ? 'failed' : 'refused'
}

/** A stream ends by itself behind the answer; one that does not need not stay open for ever. */
async function read(remote: Remote, request: OpenRequest, { body }: Response): Promise<Read> {
  request.answered.then(() => setTimeout(() => body.destroy(), grace).unref())
  return await readStream(remote, body, request.signal)
}

const grace = 1000
