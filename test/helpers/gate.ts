import { parseAdapter } from '../../src/adapter/load.ts'
import type { Mode } from '../../src/advice/call.ts'
import { createCatalogue } from '../../src/gate/catalogue.ts'
import { createGate } from '../../src/gate/gate.ts'
import type { Memory } from '../../src/gate/memory.ts'
import { createObserver } from '../../src/gate/observe.ts'
import type { GateParts } from '../../src/gate/parts.ts'
import type { JsonObject } from '../../src/json.ts'
import type { Answer, Held } from '../../src/relay/intercept.ts'
import { type Message, messageOf, readMessage } from '../../src/relay/message.ts'
import { openMemory } from '../../src/store/memory.ts'
import { openStore } from '../../src/store/open.ts'

/** What a server answers to one call: a result, a JSON-RPC error, or nothing because it died. */
export type Reply = { readonly result: JsonObject } | { readonly error: JsonObject } | 'dies'

/** A small release server: drafts are tested, then published, then archived. */
function releaseServer(): {
  releases: Map<string, JsonObject>
  calls: string[]
  answer(tool: string, args: JsonObject): Reply
} {
  const releases = new Map<string, JsonObject>([
    ['r1', { id: 'r1', status: 'DRAFT', tests_passed: false }],
    ['r2', { id: 'r2', status: 'DRAFT', tests_passed: false }],
    ['r3', { id: 'r3', status: 'DRAFT', tests_passed: false }],
    ['r4', { id: 'r4', status: 'DRAFT', tests_passed: false }],
    ['r5', { id: 'r5', status: 'DRAFT', tests_passed: false }],
  ])
  const calls: string[] = []
  const text = (value: string, isError = false): Reply => ({
    result: { content: [{ type: 'text', text: value }], ...(isError ? { isError } : {}) },
  })
  return {
    releases,
    calls,
    answer(tool, args) {
      const id = String(args.release_id)
      calls.push(`${tool} ${id}`)
      const release = releases.get(id)
      if (tool === 'crash_release') return 'dies'
      if (release === undefined) return text(`{"error":"Release not found: ${id}"}`)
      switch (tool) {
        case 'get_release':
          return text(JSON.stringify(release))
        case 'run_tests':
          releases.set(id, { ...release, tests_passed: true })
          return text('tests passed')
        case 'publish_release':
          if (release.tests_passed !== true) return text('ERR_STATE: cannot publish now', true)
          releases.set(id, { ...release, status: 'PUBLISHED' })
          return text('{"success":true}')
        default:
          return { error: { code: -32602, message: `Unknown tool: ${tool}` } }
      }
    },
  }
}

const adapterText = JSON.stringify({
  server_id: 'releases',
  resource_class: 'release',
  observation_tool: 'get_release',
  id_param: 'release_id',
  features: ['status', 'tests_passed'],
  effect_classes: {
    run_tests: 'MUTATING',
    publish_release: 'MUTATING',
    crash_release: 'DESTRUCTIVE',
    get_release: 'READ_ONLY',
  },
  approval_required: [],
})

const schema = {
  type: 'object',
  properties: { release_id: { type: 'string' }, note: { type: 'string' } },
  required: ['release_id'],
}
const definitions = ['get_release', 'run_tests', 'publish_release', 'crash_release'].map(name => ({
  name,
  inputSchema: schema,
}))

export interface Gated {
  /**
   * Calls a tool through the gate; gives the parsed answer that the host gets, undefined for none. `params` stand
   * beside name and arguments.
   */
  call(
    tool: string,
    args: JsonObject,
    more?: Partial<Held>,
    params?: JsonObject,
  ): Promise<JsonObject | undefined>
  text(tool: string, args: JsonObject): Promise<string>
  /** Asks how a task is getting on; the server says so. */
  task(method: string, taskId: string, reply: Reply): Promise<JsonObject | undefined>
  readonly server: ReturnType<typeof releaseServer>
  readonly memory: Memory
  readonly told: unknown[]
  /** The parameters of the calls that reached the server, as they did. */
  readonly sent: JsonObject[]
}

/** What a request of the later era says of itself. */
export function modernMeta(capabilities: JsonObject): JsonObject {
  return {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  }
}

/** A gate before the release server, with a real adapter and a real store in memory. */
export async function gated(
  mode: Mode | (() => Mode),
  more: Partial<GateParts> & { approve?: string[]; gate?: string[] } = {},
): Promise<Gated> {
  const server = releaseServer()
  const store = await openStore(':memory:')
  const memory = more.memory ?? (await openMemory(store, { server: 'releases', session: 's' }))
  const catalogue = createCatalogue()
  catalogue.take(definitions, true)
  const adapter = { ...parseAdapter(adapterText, 'test'), approvalRequired: more.gate ?? [] }
  const observer = createObserver(catalogue, () => 0)
  const told: unknown[] = []
  const gate = createGate({
    server: 'releases',
    session: 's',
    policy: {
      mode: typeof mode === 'function' ? mode : () => mode,
      isApproved: tool => more.approve?.includes(tool) ?? false,
      async approve(tool) {
        more.approve?.push(tool)
      },
      retestEvery: 16,
      hints: true,
      structured: 'keep',
    },
    catalogue,
    known: () => ({ adapter, observer }),
    memory,
    now: () => 0,
    listed: async () => undefined,
    tell: problem => told.push(problem),
    ...more,
  })
  let id = 0
  const sent: JsonObject[] = []
  const say = (params: JsonObject) =>
    answered(server.answer(String(params.name), params.arguments as JsonObject))
  const through = async (
    request: Message,
    heldMore: Partial<Held>,
    reply: (params: JsonObject) => Answer,
  ) => {
    let answer: Promise<Answer> | undefined
    const ask = async (_method: string, params: object) => say(params as JsonObject)
    const forward: Held['forward'] = bytes => {
      const message = bytes === undefined ? request : readMessage([bytes])
      const params = (message.value()?.params ?? {}) as JsonObject
      answer ??= (async () => {
        sent.push(params)
        return reply(params)
      })()
      return answer
    }
    const signal = new AbortController().signal
    const held: Held = { request, hello: {}, signal, forward, ask, askHost: ask, ...heldMore }
    const bytes = await (request.method === 'tools/call' ? gate.call(held) : gate.task?.(held))
    if (bytes !== undefined) return JSON.parse(bytes.toString('utf8')) as JsonObject
    const given = await held.forward()
    return given.kind === 'answer' ? given.message.value() : undefined
  }
  const call: Gated['call'] = (tool, args, heldMore = {}, params = {}) => {
    const request = {
      jsonrpc: '2.0',
      id: ++id,
      method: 'tools/call',
      params: { name: tool, arguments: args, ...params },
    }
    return through(messageOf(request), heldMore, say)
  }
  const task: Gated['task'] = (method, taskId, reply) =>
    through(messageOf({ jsonrpc: '2.0', id: ++id, method, params: { taskId } }), {}, () => answered(reply))
  return {
    call,
    task,
    server,
    memory,
    told,
    sent,
    text: async (tool, args) => textIn(await call(tool, args)),
  }
}

function answered(reply: Reply): Answer {
  return reply === 'dies'
    ? { kind: 'gone' }
    : { kind: 'answer', message: messageOf({ jsonrpc: '2.0', id: 1, ...reply }) }
}

function textIn(answer: JsonObject | undefined): string {
  const result = (answer?.result ?? {}) as { content?: { text: string }[] }
  return (result.content ?? []).map(({ text }) => text).join('\n')
}
