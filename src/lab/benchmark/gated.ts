import { type Catalogue, createCatalogue } from '../../gate/catalogue.ts'
import { createGate } from '../../gate/gate.ts'
import type { Memory } from '../../gate/memory.ts'
import { createObserver } from '../../gate/observe.ts'
import type { JsonObject } from '../../json.ts'
import type { Answer, Ask, Held } from '../../relay/intercept.ts'
import { messageOf } from '../../relay/message.ts'
import { adapterOf } from '../sims/eyes.ts'
import type { SimRules } from '../sims/rules.ts'
import type { Sim } from '../sims/sim.ts'
import { type Channel, replyOf } from './reply.ts'

export interface GateOptions {
  readonly sim: Sim
  readonly memory: Memory
  /** Milliseconds since 1970, as the study counts them. */
  readonly now: () => number
  readonly hints: boolean
  readonly retestEvery: number
}

/**
 * The proxy's own gate before a simulator, for one session, in `block`: its way of reading, deciding, refusing and
 * telling is the one that ships; what a person would have to approve is approved. Only the bytes do not travel.
 */
export function gatedChannel({ sim, memory, now, hints, retestEvery }: GateOptions): Channel {
  const adapter = adapterOf(sim.rules)
  const catalogue = catalogueOf(sim)
  const known = { adapter, observer: createObserver(catalogue, now) }
  const gate = createGate({
    server: sim.rules.name,
    session: 'study',
    policy: {
      mode: () => 'block',
      isApproved: () => true,
      approve: async () => undefined,
      retestEvery,
      hints,
      structured: 'keep',
    },
    catalogue,
    known: () => known,
    memory,
    now,
    listed: async () => undefined,
    tell: problem => {
      throw problem
    },
  })
  const answerTo = (params: JsonObject): Answer => {
    const call = { tool: String(params.name), args: (params.arguments ?? {}) as JsonObject }
    return { kind: 'answer', message: messageOf({ jsonrpc: '2.0', id: 1, ...sim.call(call) }) }
  }
  const ask: Ask = async (_method, params) => answerTo(params as JsonObject)
  return async ({ tool, args }) => {
    const params = { name: tool, arguments: args }
    let answer: Answer | undefined
    const forward: Held['forward'] = async () => {
      answer ??= answerTo(params)
      return answer
    }
    const request = messageOf({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const bytes = await gate.call({ request, hello: {}, signal, forward, ask, askHost: ask })
    if (bytes !== undefined) return replyOf(JSON.parse(bytes.toString('utf8')) as JsonObject)
    const given = await forward()
    return replyOf(given.kind === 'answer' ? (given.message.value() ?? {}) : {})
  }
}

/** The tools of a simulator never change: they are taken in once. */
function catalogueOf({ rules, definitions }: Sim): Catalogue {
  const known = catalogues.get(rules) ?? createCatalogue()
  if (!catalogues.has(rules)) known.take(definitions, true)
  catalogues.set(rules, known)
  return known
}

const catalogues = new WeakMap<SimRules, Catalogue>()

const { signal } = new AbortController()
