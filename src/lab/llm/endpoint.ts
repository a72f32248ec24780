import { isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import { Problem, reasonOf } from '../../problem.ts'

/** Where a model is asked, in the wire format of OpenAI's chat completions. */
export interface Endpoint {
  /** Without the path behind it: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly model: string
  /** Goes into one header and nowhere else. */
  readonly key: string | undefined
  /** Most tokens of one answer. */
  readonly mostTokens: number
  readonly signal: AbortSignal
  /** Waits so many milliseconds before a request is sent again. */
  readonly pause: (ms: number) => Promise<void>
}

/** What a model was sent and has said, as the wire has it. */
export type ChatMessage = JsonObject

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** As the model wrote them: text that should be JSON. */
  readonly args: string
}

/** One turn of a model. */
export interface Turn {
  /** To be put into the conversation as it is. */
  readonly message: ChatMessage
  readonly calls: readonly ToolCall[]
  readonly usage: Usage
}

export interface Usage {
  /** All tokens of the request, those that were cached among them. */
  readonly input: number
  readonly cached: number
  readonly output: number
}

/** Asks for one turn. Throws `model-unreachable`, `model-refused` or `model-unclear`; none of them shows the key. */
export async function askModel(
  endpoint: Endpoint,
  messages: readonly ChatMessage[],
  tools: readonly JsonObject[],
): Promise<Turn> {
  const { model, mostTokens } = endpoint
  const body = { model, messages, tools, tool_choice: 'auto', max_completion_tokens: mostTokens }
  return turnIn(await post(endpoint, body), endpoint)
}

/** How often a request is sent that the endpoint was too busy for. */
const mostTries = 5

async function post(endpoint: Endpoint, body: JsonObject): Promise<Json | undefined> {
  for (let tried = 1; ; tried++) {
    const response = await send(endpoint, body)
    const text = await response.text()
    if (response.ok) return parseJson(text)
    const isBusy = response.status === 429 || response.status >= 500
    if (!isBusy || tried === mostTries) throw refusal(endpoint, response.status, text)
    await endpoint.pause(waitAfter(response.headers.get('retry-after'), tried))
  }
}

async function send(endpoint: Endpoint, body: JsonObject): Promise<Response> {
  const { baseUrl, key, signal } = endpoint
  try {
    return await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      signal,
      // a key goes to the address that was given, and to no other
      redirect: 'error',
    })
  } catch (error) {
    if (signal.aborted) throw error
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : reasonOf(error)
    throw new Problem(
      'model-unreachable',
      { address: baseUrl, reason: masked(reason, endpoint) },
      { cause: error },
    )
  }
}

/** As long as the endpoint asks, at most a minute; else a second, then twice as long each time. */
function waitAfter(asked: string | null, tried: number): number {
  const seconds = Number(asked ?? Number.NaN)
  return Math.min(60, Number.isFinite(seconds) && seconds >= 0 ? seconds : 2 ** (tried - 1)) * 1000
}

function refusal(endpoint: Endpoint, status: number, text: string): Problem {
  const body = parseJson(text)
  const error = isObject(body) ? body.error : undefined
  const said = isObject(error) && typeof error.message === 'string' ? error.message : text
  const reason = masked(said, endpoint).replace(/\s+/g, ' ').slice(0, 300)
  return new Problem('model-refused', { address: endpoint.baseUrl, status, reason })
}

/** Some endpoints repeat the key, or a part of it, in what they say. */
function masked(text: string, { key }: Endpoint): string {
  const whole = key === undefined || key === '' ? text : text.replaceAll(key, '[key]')
  return whole.replace(/\bsk-[\w*.-]+/g, '[key]')
}

function turnIn(body: Json | undefined, { baseUrl }: Endpoint): Turn {
  const choices = isObject(body) && Array.isArray(body.choices) ? (body.choices as readonly Json[]) : []
  const [choice] = choices
  const message = isObject(choice) ? choice.message : undefined
  if (!isObject(body) || !isObject(message)) throw new Problem('model-unclear', { address: baseUrl })
  const said = Array.isArray(message.tool_calls) ? (message.tool_calls as readonly Json[]) : []
  // one that cannot be answered must not go back into the conversation either: an endpoint would refuse it
  const calls = said.filter(isCall)
  return {
    message: {
      role: 'assistant',
      content: message.content ?? null,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
    calls: calls.map(({ id, function: { name, arguments: args } }) => ({
      id,
      name,
      args: typeof args === 'string' ? args : '',
    })),
    usage: usageIn(body.usage),
  }
}

interface WireCall extends JsonObject {
  readonly id: string
  readonly function: JsonObject & { readonly name: string }
}

function isCall(call: Json): call is WireCall {
  return (
    isObject(call) &&
    typeof call.id === 'string' &&
    isObject(call.function) &&
    typeof call.function.name === 'string'
  )
}

function usageIn(usage: Json | undefined): Usage {
  const {
    prompt_tokens: input,
    completion_tokens: output,
    prompt_tokens_details: details,
  } = isObject(usage) ? usage : {}
  const cached = isObject(details) ? details.cached_tokens : undefined
  return { input: tokens(input), cached: Math.min(tokens(cached), tokens(input)), output: tokens(output) }
}

function tokens(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0
}
