import { isObject, parseJson } from '../../json.ts'
import { Problem, reasonOf } from '../../problem.ts'
import { type Message, messageOf, readMessage } from '../message.ts'
import { bodyOf } from './body.ts'
import { readStream } from './incoming.ts'
import { post } from './post.ts'
import { failedAnswer, problemOf } from './refusal.ts'
import type { Remote } from './remote.ts'
import { asLine } from './spout.ts'

/**
 * Sends what is no single message: a batch of the revision 2025-03-26, whose answers come as one array or one by one,
 * or something that only the server can make sense of. Each request of a batch that fails is told so. Never rejects.
 */
export async function sendBatch(remote: Remote, batch: Message): Promise<void> {
  const server = remote.link.address.shown
  try {
    const sent = await post(remote, batch, { signal: remote.life })
    if (sent.kind === 'refused') throw problemOf(batch, sent.refusal, server)
    const { response } = sent
    if (response.type === 'text/event-stream') await readStream(remote, response.body, remote.life)
    else if (response.type === 'application/json')
      await remote.toHost.write(asLine(await bodyOf(response, server)))
    else response.body.resume()
  } catch (error) {
    if (!remote.life.aborted) await tellEach(remote, batch, error)
  }
}

async function tellEach(remote: Remote, batch: Message, error: unknown): Promise<void> {
  const server = remote.link.address.shown
  const problem =
    error instanceof Problem ? error : new Problem('remote-broken', { server, reason: reasonOf(error) })
  remote.say(`${problem.message} ${problem.now}`)
  const values = parseJson(batch.bytes().toString('utf8'))
  for (const value of Array.isArray(values) ? values.filter(isObject) : []) {
    const message = messageOf(value)
    const answer = message.kind === 'request' && failedAnswer(message, problem, true)
    if (answer) await remote.toHost.write(readMessage(answer).line)
  }
}
