import { parseAdapter } from '../../src/adapter/load.ts'
import type { Mode } from '../../src/advice/call.ts'
import { createCatalogue } from '../../src/gate/catalogue.ts'
import { createGate } from '../../src/gate/gate.ts'
import type { Memory } from '../../src/gate/memory.ts'
import { createObserver } from '../../src/gate/observe.ts'
import type { GateParts } from '../../src/gate/parts.ts'
import type { JsonObject } from '../../src/json.ts'
import type { Answer, Held } from '../../src/relay/intercept.ts'
import { messageOf } from '../../src/relay/message.ts'
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
  /** Calls a tool through the gate; gives the parsed answer that the host gets, undefined for none. */
  call(tool: string, args: JsonObject, more?: Partial<Held>): Promise<JsonObject | undefined>
  text(tool: string, args: JsonObject): Promise<string>
  readonly server: ReturnType<typeof releaseServer>
  readonly memory: Memory
  readonly told: unknown[]
}

/** A gate before the release server, with a real adapter and a real store in memory. */
export async function gated(
  mode: Mode | (() => Mode),
  more: Partial<GateParts> & { approve?: string[] } = {},
): Promise<Gated> {
  const server = releaseServer()
  const store = await openStore(':memory:')
  const memory = more.memory ?? (await openMemory(store, { server: 'releases', session: 's' }))
  const catalogue = createCatalogue()
  catalogue.take(definitions, true)
  const adapter = parseAdapter(adapterText, 'test')
  const observer = createObserver(adapter, catalogue, () => 0)
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
  const call: Gated['call'] = async (tool, args, heldMore = {}) => {
    const request = messageOf({
      jsonrpc: '2.0',
      id: ++id,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    })
    const ask = async (_method: string, params: object) =>
      answered(
        server.answer((params as { name: string }).name, (params as { arguments: JsonObject }).arguments),
      )
    let sent: Promise<Answer> | undefined
    const forward = () => (sent ??= Promise.resolve(answered(server.answer(tool, args))))
    const held: Held = {
      request,
      hello: {},
      signal: new AbortController().signal,
      forward,
      ask,
      askHost: ask,
      ...heldMore,
    }
    const bytes = await gate.call(held)
    if (bytes !== undefined) return JSON.parse(bytes.toString('utf8')) as JsonObject
    const answer = await (heldMore.forward ?? forward)()
    return answer.kind === 'answer' ? answer.message.value() : undefined
  }
  return { call, server, memory, told, text: async (tool, args) => textIn(await call(tool, args)) }
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
