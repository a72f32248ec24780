import { PassThrough, type Writable } from 'node:stream'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { Problem } from '../problem.ts'
import { endingInWords, errorAnswer, resultAnswer } from './answers.ts'
import { createAsks } from './asks.ts'
import { endServer, type Patience, usualPatience } from './farewell.ts'
import { createOutlet, flow, type Outlet } from './flow.ts'
import { createFrames } from './frames.ts'
import type { Answer, Ask } from './intercept.ts'
import { type Message, messageOf, readMessage } from './message.ts'
import type { Behind } from './relay.ts'
import { startServer } from './stdio.ts'

export type SessionOptions = Behind & SessionParts

/** What a session needs beside its server. */
export interface SessionParts {
  /** What we call ourselves to the server. */
  readonly clientName: string
  readonly clientVersion?: string
  /** Milliseconds that each request may take. */
  readonly timeoutMs: number
  /** Where the server's standard error goes; nowhere where it is left out. */
  readonly errors?: Writable
  readonly patience?: Patience
}

/** A connection to a server that no host has started. */
export interface Session {
  /** The `initialize` result: `serverInfo`, `capabilities`, `instructions`. */
  readonly hello: JsonObject
  /** What the server calls itself: `name`, `version`. */
  readonly serverInfo: JsonObject
  /**
   * The result of a request. A tool's result that has `isError` is a result.
   * Rejects with Problem `server-silent`, `server-refused` (a JSON-RPC error) or `server-ended`.
   */
  request(method: string, params: JsonObject): Promise<JsonObject>
  /** The same without judging what came of it: errors are answers, and it never rejects. */
  readonly ask: Ask
  /** Every tool of every page, as the server lists it. */
  tools(): Promise<JsonObject[]>
  /** Has the server said, since this was last asked, that its tools are others now? */
  takeListChange(): boolean
  /** Ends the server and all that it started: end of input, SIGTERM, SIGKILL. */
  close(): Promise<void>
}

/**
 * Starts a server, where it is not there yet, and opens a session with it. Rejects with Problem `server-not-found`, `server-not-started`,
 * `server-silent`, `server-refused` or `server-ended`; nothing of the server is left then.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const isRemote = 'server' in options
  const server = isRemote
    ? options.server
    : startServer(options, options.errors ?? new PassThrough().resume())
  const command = isRemote ? 'the remote server' : options.command
  const toServer = createOutlet(server.stdin)
  const asks = createAsks(message => toServer.write(messageOf(message).line))
  let isListChanged = false
  const frames = createFrames(line => {
    const message = readMessage(line)
    if (message.method === 'notifications/tools/list_changed') isListChanged = true
    take(message, asks.take, toServer)
  })
  flow(server.stdout, server.stdin, frames.push)
  const over = server.over.then(
    ending => new Problem('server-ended', { command, how: endingInWords(ending) }),
    (problem: Problem) => problem,
  )
  over.then(asks.end)

  const request = async (method: string, params: JsonObject) => {
    const answer = await asks.ask(method, params, { timeoutMs: options.timeoutMs })
    if (answer.kind === 'gone') throw await over
    return resultOf(answer, method, options.timeoutMs, isRemote ? seeRemote : undefined)
  }
  const takeListChange = () => {
    const was = isListChanged
    isListChanged = false
    return was
  }
  const close = () => endServer(server, options.patience ?? usualPatience)
  try {
    const hello = await request('initialize', greeting(options))
    toServer.write(messageOf({ jsonrpc: '2.0', method: 'notifications/initialized' }).line)
    const serverInfo = isObject(hello.serverInfo) ? hello.serverInfo : {}
    const tools = () => allTools(request)
    return { hello, serverInfo, request, ask: asks.ask, tools, takeListChange, close }
  } catch (error) {
    await close()
    throw error
  }
}

function greeting({ clientName, clientVersion = '0' }: SessionOptions): JsonObject {
  return {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: clientName, version: clientVersion },
  }
}

/** What the server sends: answers are for our questions; what it asks itself gets an answer, so that it need not wait. */
function take(message: Message, takeAnswer: (answer: Message) => boolean, toServer: Outlet): void {
  if (message.kind === 'answer') takeAnswer(message)
  if (message.kind !== 'request' || !message.id) return
  if (message.method === 'ping') toServer.write(resultAnswer(message.id, {}))
  else toServer.write(errorAnswer(message.id, methodNotFound, `Method not found: ${message.method}`))
}

const methodNotFound = -32601

const seeRemote = 'Check its address, and what it needs to let us in: docs/remote.md says how to give it.'

function resultOf(answer: Answer, method: string, timeoutMs: number, now: string | undefined): JsonObject {
  if (answer.kind !== 'answer') throw new Problem('server-silent', { method, seconds: timeoutMs / 1000, now })
  const { result, error } = answer.message.value() ?? {}
  if (isObject(result)) return result
  throw new Problem('server-refused', { method, reason: errorInWords(error), now })
}

function errorInWords(error: Json | undefined): string {
  if (error === undefined) return 'its result is not an object'
  if (!isObject(error)) return JSON.stringify(error)
  return `${error.message ?? 'no message'} (code ${error.code ?? 'none'})`
}

async function allTools(request: Session['request']): Promise<JsonObject[]> {
  const tools: JsonObject[] = []
  const seen = new Set<Json>()
  for (let cursor: Json | undefined; ; ) {
    const page = await request('tools/list', cursor === undefined ? {} : { cursor })
    if (Array.isArray(page.tools)) tools.push(...page.tools.filter(isObject))
    cursor = page.nextCursor
    if (typeof cursor !== 'string' || seen.has(cursor)) return tools
    seen.add(cursor)
  }
}
