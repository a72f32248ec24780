import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isObject, type Json, type JsonObject, parseJson } from '../../../src/json.ts'

/** What a scripted model does next: calls of tools, or words. */
export type Step =
  | { readonly calls: readonly { readonly name: string; readonly args: JsonObject | string }[] }
  | { readonly says: string }
  /** The endpoint answers so instead. */
  | {
      readonly status: number
      readonly body: string
      readonly retryAfter?: string
      readonly location?: string
    }

/** The conversation as the model was sent it. */
export interface Asked {
  readonly messages: readonly JsonObject[]
  readonly tools: readonly string[]
  readonly authorization: string | undefined
  readonly body: JsonObject
}

export interface ScriptedEndpoint {
  /** As OPENAI_BASE_URL has it. */
  readonly url: string
  readonly asked: readonly Asked[]
  close(): Promise<void>
}

/**
 * An endpoint on this machine that speaks the wire format of chat completions and holds its client to it: every call of
 * a tool is answered in the very next messages, under its id, and by nothing else.
 */
export async function startEndpoint(model: (asked: Asked) => Step): Promise<ScriptedEndpoint> {
  const asked: Asked[] = []
  let ids = 0
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    const one = await askedIn(request)
    const fault = faultIn(request, one)
    if (fault !== undefined) return answer(400, JSON.stringify({ error: { message: fault } }))
    asked.push(one)
    const step = model(one)
    if ('status' in step) {
      const { status, body, retryAfter, location } = step
      return answer(status, body, {
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
        ...(location !== undefined && { location }),
      })
    }
    const calls = 'calls' in step ? step.calls : []
    const message = {
      role: 'assistant',
      content: 'says' in step ? step.says : null,
      refusal: null,
      annotations: [],
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ name, args }) => ({
          id: `call_${++ids}`,
          type: 'function',
          function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
        })),
      }),
    }
    const usage = {
      prompt_tokens: Math.ceil(JSON.stringify(one.body).length / 4),
      completion_tokens: 20,
      prompt_tokens_details: { cached_tokens: 8 },
    }
    const finish = calls.length > 0 ? 'tool_calls' : 'stop'
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }]
    return answer(
      200,
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 0,
        model: one.body.model,
        choices,
        usage,
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function askedIn(request: IncomingMessage): Promise<Asked> {
  const parsed = parseJson(await text(request))
  const body = isObject(parsed) ? parsed : {}
  const messages = listOf(body.messages)
  const tools = listOf(body.tools).map(each => (isObject(each.function) ? String(each.function.name) : ''))
  return { messages, tools, authorization: request.headers.authorization, body }
}

/** What an endpoint would complain about. */
function faultIn(request: IncomingMessage, { messages, body }: Asked): string | undefined {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
    return `no ${request.method} ${request.url}`
  if (typeof body.model !== 'string') return 'model is missing'
  for (const tool of listOf(body.tools)) {
    const own = isObject(tool.function) ? tool.function : {}
    if (tool.type !== 'function' || !isObject(own.parameters) || !/^[\w-]{1,64}$/.test(String(own.name)))
      return `this is no tool: ${JSON.stringify(tool)}`
  }
  let open: string[] = []
  for (const { role, tool_calls: calls, tool_call_id: id } of messages) {
    if (role === 'tool') {
      if (open[0] !== id) return `an answer to ${id}, where ${open[0]} waits`
      open = open.slice(1)
    } else if (open.length > 0) return `no answer to ${open[0]}`
    if (role === 'assistant') open = listOf(calls).map(each => String(each.id))
  }
  return open.length > 0 ? `no answer to ${open[0]}` : undefined
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
