import { at, isObject, type JsonObject } from '../../json.ts'
import { lineOf } from '../frames.ts'
import { type Message, readMessage } from '../message.ts'
import { revisionOf } from '../remote/later-era.ts'
import { answerJson } from './answers.ts'
import type { Conversation, ConversationOptions } from './conversation.ts'
import { createEnvelopeCheck, type EnvelopeCheck, type EnvelopeError, isEnveloped } from './envelope.ts'
import type { Limits } from './limits.ts'
import { createReply } from './reply.ts'
import { header, turnAway, type Visit } from './visit.ts'

/**
 * The revisions from 2026-07-28 on: no session, every request says of itself what it needs. One server that all share
 * answers them, and each has a conversation of its own that lasts as long as it.
 */
export interface Stateless {
  /** Does this message say of itself which revision it speaks? */
  claims(message: Message): boolean
  /** Resolves once the message has gone on. */
  post(visit: Visit, message: Message): Promise<void>
  endAll(): Promise<void>
}

export interface StatelessParts {
  readonly converse: (options: Pick<ConversationOptions, 'isWanted'>) => Conversation
  /** The server turned out to be of the earlier era: it need not stay for later requests. */
  readonly onRefusedProbe: () => void
  readonly limits: Limits
}

export function createStateless(parts: StatelessParts): Stateless {
  const open = new Set<Conversation>()
  const check = createEnvelopeCheck()
  return {
    claims: message => revisionOf(message.value()) !== undefined,
    async post(visit, message) {
      const error = message.kind === 'request' && check.errorIn(message, name => header(visit, name))
      if (error) return refuseEnvelope(visit, message, error)
      if (open.size >= parts.limits.sessions * parts.limits.inFlight)
        return turnAway(visit, { status: 503, message: 'Too many requests wait for an answer.' })
      const asksForLog = metaOf(message)[logLevel] !== undefined
      const conversation = parts.converse({ isWanted: each => isOfRequest(each, asksForLog) })
      open.add(conversation)
      conversation.ended.then(() => open.delete(conversation))
      await say(parts, check, visit, conversation, message)
    },
    async endAll() {
      for (const each of open) each.end()
      await Promise.all([...open].map(each => each.ended))
    },
  }
}

async function say(
  { limits, onRefusedProbe }: StatelessParts,
  check: EnvelopeCheck,
  visit: Visit,
  conversation: Conversation,
  message: Message,
): Promise<void> {
  if (message.kind !== 'request') {
    visit.response.writeHead(202, visit.headers).end()
    await conversation.post([message])
    conversation.end()
    return
  }
  const reply = createReply(visit.response, {
    headers: visit.headers,
    limits,
    onRoom: conversation.settle,
    statusOf: answer => statusOf(readMessage(answer), isEnveloped(message)),
    onGone() {
      void conversation.post([cancelling(message)])
      conversation.end()
    },
  })
  await conversation.post([message], {
    ...reply,
    answer(line, isLast) {
      reply.answer(line, isLast)
      if (noted.has(message.method ?? '')) check.note(message, readMessage(line))
      conversation.end()
      if (message.method === 'server/discover' && !readMessage(line).span('result'))
        conversation.ended.then(onRefusedProbe)
    },
  })
}

/** The answers that say what is to be checked: others may be long. */
const noted: ReadonlySet<string> = new Set(['tools/list', 'server/discover'])

/** In this era nothing but what belongs to a request is sent; the log goes to whoever asked for it. */
function isOfRequest(message: Message, asksForLog: boolean): boolean {
  if (message.kind !== 'notification') return false
  if (message.method === 'notifications/message') return asksForLog
  return namesRequest.test(message.method ?? '') || metaOf(message)[subscriptionId] !== undefined
}

const namesRequest = /^notifications\/(?:progress|cancelled)$/

/** A host that hangs up has cancelled its request; the server hears it in its own way. */
function cancelling({ id }: Message): Message {
  return readMessage(
    lineOf(
      Buffer.from(
        `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id?.text},"reason":"The host hung up."}}`,
      ),
    ),
  )
}

/** The statuses that this era has for some errors. */
function statusOf(answer: Message, isEnveloped: boolean): number {
  if (!answer.span('error')) return 200
  const code = Number(at(answer.value(), 'error.code'))
  return code === -32602 && !isEnveloped ? 400 : (statuses.get(code) ?? 200)
}

const statuses = new Map([
  [-32700, 400],
  [-32600, 400],
  [-32601, 404],
  [-32020, 400],
  [-32021, 400],
  [-32022, 400],
])

function refuseEnvelope(visit: Visit, { id }: Message, error: EnvelopeError): void {
  const line = `{"jsonrpc":"2.0","id":${id?.text ?? 'null'},"error":${JSON.stringify(error)}}`
  answerJson(visit.response, [Buffer.from(line)], visit.headers, 400)
}

function metaOf(message: Message): JsonObject {
  const meta = at(message.value(), 'params._meta')
  return isObject(meta) ? meta : {}
}

const logLevel = 'io.modelcontextprotocol/logLevel'
const subscriptionId = 'io.modelcontextprotocol/subscriptionId'
