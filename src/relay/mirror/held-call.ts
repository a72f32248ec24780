import { Problem, reasonOf } from '../../problem.ts'
import type { Line } from '../frames.ts'
import { type HeldRequest, hold } from '../held.ts'
import { answerJson } from '../listen/answers.ts'
import { flat } from '../listen/flat.ts'
import type { Visit } from '../listen/visit.ts'
import { type Message, readMessage } from '../message.ts'
import type { Response } from '../remote/http.ts'
import { failedAnswer } from '../remote/refusal.ts'
import { cutEvents, type RawEvent } from './cut-events.ts'
import type { Guest } from './guests.ts'
import { createOutput, type Output } from './output.ts'
import { headersForServer } from './pass.ts'
import { type Place, putAnswer, writeBody } from './place.ts'

export interface HeldCallParts {
  readonly visit: Visit
  readonly guest: Guest
  readonly message: Message
  /** Sends the request to the server. Throws as `Link.send` does. */
  readonly send: (body: Line) => Promise<Response>
  /** Sees the answer of the server before the intercept does. */
  readonly note: (answer: Message) => void
  readonly report: (error: unknown) => void
}

/**
 * Holds a request for the intercept, and answers it with what comes of that: within the server's own response, of
 * which every other byte goes to the host as it came.
 */
export async function holdCall(parts: HeldCallParts): Promise<void> {
  const { visit, guest, message, report } = parts
  if (!message.id) return
  const output = createOutput(visit.response, visit.headers)
  const call: Call = { parts, output, place: { kind: 'alone' }, written: undefined, forwarded: undefined }
  const request: HeldRequest = hold(message, {
    intercept: guest.intercept,
    hello: guest.hello,
    ask: guest.toServer.along(headersForServer(visit.request.headers)),
    askHost: guest.toHost.along(line => void output.event(line)),
    send(line) {
      const body = line === undefined ? message.line : flat(line)
      call.forwarded = forward(call, request, body)
      return true
    },
    reply(line) {
      call.written = putAnswer(call.place, line, visit, output)
    },
    report,
  })
  const { key } = message.id
  guest.held.set(key, { request, wasSent: () => call.forwarded !== undefined })
  visit.response.once('close', request.cancelled)
  await request.settled
  await Promise.all([call.written, call.forwarded])
  guest.held.delete(key)
  if (call.forwarded ?? call.written) return
  // Cancelled before it was sent: nobody waits for an answer, but for an end.
  output.begin()
  output.end()
}

/** A call, and where its answer is to be put. */
interface Call {
  readonly parts: HeldCallParts
  readonly output: Output
  place: Place
  written: Promise<void> | undefined
  forwarded: Promise<void> | undefined
}

async function forward(call: Call, request: HeldRequest, body: Line): Promise<void> {
  try {
    const response = await call.parts.send(body)
    if (response.type === 'text/event-stream') await takeEvents(call, request, response)
    else await takeBody(call, request, response)
    request.gone() // where an answer came, this changes nothing
  } catch (error) {
    request.gone()
    fail(call, error)
  }
}

async function takeEvents(call: Call, request: HeldRequest, response: Response): Promise<void> {
  const { output, parts } = call
  output.begin(response)
  for await (const event of cutEvents(response.body)) {
    const answer = answerIn(event, parts.message)
    if (answer === undefined) {
      await output.write(event.bytes)
      continue
    }
    call.place = { kind: 'event', event, answer }
    await giveAnswer(call, request, answer)
  }
  output.end()
}

async function takeBody(call: Call, request: HeldRequest, response: Response): Promise<void> {
  const body: Buffer[] = []
  for await (const piece of response.body as AsyncIterable<Buffer>) body.push(piece)
  const answer = readMessage(body)
  if (!isAnswerTo(call.parts.message, answer)) return writeBody(body, response, call.parts.visit)
  call.place = { kind: 'body', response, answer }
  await giveAnswer(call, request, answer)
}

/** The intercept sees the answer, and what it makes of it is written. */
async function giveAnswer(call: Call, request: HeldRequest, answer: Message): Promise<void> {
  call.parts.note(answer)
  request.answered(answer)
  await request.settled
  await call.written
}

function answerIn({ data }: RawEvent, request: Message): Message | undefined {
  const message = data.length > 0 ? readMessage(data) : undefined
  return message && isAnswerTo(request, message) ? message : undefined
}

function isAnswerTo({ id }: Message, message: Message): boolean {
  return message.kind === 'answer' && message.id?.key === id?.key
}

/** The server could not be reached, or its response broke off. */
function fail({ parts: { visit, message }, output }: Call, error: unknown): void {
  if (output.hasBegun() || visit.response.destroyed) return void visit.response.destroy()
  const problem =
    error instanceof Problem
      ? error
      : new Problem('remote-broken', { server: 'the server', reason: reasonOf(error) })
  const line = failedAnswer(message, problem, problem.code === 'remote-broken')
  if (line) answerJson(visit.response, line, visit.headers, 502)
}
