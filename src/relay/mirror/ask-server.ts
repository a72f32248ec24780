import { at } from '../../json.ts'
import { errorAnswer } from '../answers.ts'
import { batchIn } from '../listen/posted.ts'
import { type Message, readMessage } from '../message.ts'
import { eventsOf } from '../remote/event-stream.ts'
import type { Response } from '../remote/http.ts'
import { laterHeaders, type Mirrored, revisionOf } from '../remote/later-era.ts'
import type { Link } from '../remote/link.ts'
import { createQuestions, type Questions } from './questions.ts'

/**
 * Asks the server questions of our own, with the headers of the request that each belongs to; those that repeat what
 * stands in a body are made for the question.
 */
export function createServerQuestions(
  link: Link,
  tools: ReadonlyMap<string, Mirrored>,
): Questions<Record<string, string>> {
  const open = new Map<unknown, AbortController>()
  const post = (message: Message, headers: Record<string, string>, signal: AbortSignal) =>
    link.send({
      method: 'POST',
      headers: headersFor(message, headers, tools),
      body: [message.bytes()],
      signal,
    })

  const ask = async (message: Message, headers: Record<string, string>) => {
    const stop = new AbortController()
    const id = at(message.value(), 'id')
    open.set(id, stop)
    try {
      const answer = await answerTo(message, await post(message, headers, stop.signal))
      questions.take(answer ?? noAnswer(message))
    } catch {
      questions.take(noAnswer(message))
    } finally {
      open.delete(id)
    }
  }
  /** In the later era the server hears of it by the closing of the connection alone. */
  const giveUp = async (message: Message, headers: Record<string, string>) => {
    open.get(at(message.value(), 'params.requestId'))?.abort()
    if (headers['mcp-method'] !== undefined) return
    const response = await post(message, headers, AbortSignal.timeout(patience))
    response.body.resume()
  }
  const questions = createQuestions<Record<string, string>>((message, headers) => {
    if (message.kind === 'request') void ask(message, headers)
    else giveUp(message, headers).catch(() => undefined)
  })
  return questions
}

const patience = 5000

function headersFor(
  message: Message,
  headers: Record<string, string>,
  tools: ReadonlyMap<string, Mirrored>,
): Record<string, string> {
  const kept = Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(?:mcp-(?:method|name|param-.*)|last-event-id)$/.test(name),
    ),
  )
  const value = message.value()
  const revision = revisionOf(value)
  if (value === undefined || revision === undefined) return kept
  const tool = at(value, 'params.name')
  const later = laterHeaders(revision, value, tools.get(String(tool)) ?? [])
  const lower = Object.entries(later).map(([name, text]) => [name.toLowerCase(), text])
  return { ...kept, ...Object.fromEntries(lower) }
}

/** The answer in a response; what the server says beside it is about our question, and nobody else's. */
async function answerTo({ id }: Message, { type, body }: Response): Promise<Message | undefined> {
  const isAnswer = (message: Message) => message.kind === 'answer' && message.id?.key === id?.key
  if (type === 'text/event-stream') {
    for await (const { data } of eventsOf(body)) {
      const message = data && readMessage(data)
      if (message && isAnswer(message)) return message
    }
    return undefined
  }
  const pieces: Buffer[] = []
  for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece)
  return [readMessage(pieces), ...batchIn(pieces)].find(isAnswer)
}

function noAnswer({ id }: Message): Message {
  return readMessage(errorAnswer(id ?? { text: 'null', key: 'null' }, -32000, 'The server gave no answer.'))
}
