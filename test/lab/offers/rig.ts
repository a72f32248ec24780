import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAdapter } from '../../../src/adapter/load.ts'
import { createCatalogue } from '../../../src/gate/catalogue.ts'
import { createGate } from '../../../src/gate/gate.ts'
import { createObserver } from '../../../src/gate/observe.ts'
import type { JsonObject } from '../../../src/json.ts'
import { type Desk, executeTool, openDesk } from '../../../src/lab/offers/desk.ts'
import { type Downstream, simDownstream } from '../../../src/lab/offers/downstream.ts'
import { openJournal } from '../../../src/lab/offers/journal.ts'
import type { HostPolicy } from '../../../src/lab/offers/policy.ts'
import { releaseSim } from '../../../src/lab/sims/release.ts'
import { createSim, type Sim } from '../../../src/lab/sims/sim.ts'
import type { Answer, Held } from '../../../src/relay/intercept.ts'
import { messageOf } from '../../../src/relay/message.ts'
import { openMemory } from '../../../src/store/memory.ts'
import { openStore } from '../../../src/store/open.ts'
import type { LoggedEntry } from '../../../src/store/store.ts'

/** A desk before the release simulator, with a real store and a real journal. */
export interface Rig {
  readonly desk: Desk
  readonly sim: Sim
  /** Calls of tools that change something, as they reached the simulator. */
  readonly sent: string[]
  readonly told: unknown[]
  /** A call that an agent makes through the proxy, so that something is learned. */
  live(tool: string, args: JsonObject): Promise<void>
  /** Carries out an offer and gives the text that the agent reads. */
  carryOut(args: JsonObject): Promise<string>
  log(): Promise<LoggedEntry[]>
  /** From now on nothing can be written to the log. */
  breakLog(): void
  /** The next call that changes something gets no answer, after it was carried out. */
  loseNextAnswer(): void
  /** From now on the simulator lists only these tools, and says that its list has changed. */
  listOnly(tools: readonly string[]): void
}

export interface RigOptions {
  readonly policy?: Partial<Record<'enabled', readonly string[]>> &
    Partial<Pick<HostPolicy, 'tokens' | 'uncertain'>>
  readonly env?: Readonly<Record<string, string>>
}

export async function rig({ policy, env = {} }: RigOptions = {}): Promise<Rig> {
  const sim = createSim(releaseSim, { seed: 0, fixtures: 20 })
  const store = await openStore(':memory:')
  const memory = await openMemory(store, { server: 'release_sim', session: 's' })
  const adapter = parseAdapter(JSON.stringify(releaseSim.adapter), 'release_sim')
  const told: unknown[] = []
  let isBroken = false
  const { downstream, sent, loseNextAnswer, listOnly } = watched(simDownstream(sim))
  const desk = await openDesk({
    server: 'release_sim',
    downstream,
    memory: {
      ...memory,
      note: record => (isBroken ? Promise.reject(new Error('disk full')) : memory.note(record)),
    },
    adapterFor: () => adapter,
    policy: policy && {
      enabled: new Set(policy.enabled ?? []),
      tokens: policy.tokens ?? new Map(),
      uncertain: policy.uncertain ?? false,
    },
    journal: policy && openJournal(mkdtempSync(join(tmpdir(), 'mcpgraphy-journal-')), 'release_sim'),
    env,
    tell: problem => told.push(problem),
  })
  const gate = learningGate(sim, adapter, memory)
  return {
    desk,
    sim,
    sent,
    told,
    loseNextAnswer,
    listOnly,
    breakLog: () => {
      isBroken = true
    },
    live: (tool, args) => gate(tool, args),
    carryOut: async args => textIn(await desk.call(executeTool, args)),
    log: () => store.entries('release_sim'),
  }
}

function watched(downstream: Downstream) {
  const sent: string[] = []
  let losesNext = false
  let listed: readonly string[] | undefined
  let isNews = false
  const ask: Downstream['ask'] = async (method, params, options) => {
    const { name, arguments: args } = params as { name: string; arguments: JsonObject }
    const answer = await downstream.ask(method, params, options)
    if (name.startsWith('get_')) return answer
    sent.push(`${name} ${args.release_id}`)
    const isLost = losesNext
    losesNext = false
    return isLost ? ({ kind: 'timeout' } satisfies Answer) : answer
  }
  return {
    downstream: {
      ...downstream,
      ask,
      tools: async () =>
        (await downstream.tools()).filter(each => listed?.includes(String(each.name)) ?? true),
      takeListChange: () => {
        const was = isNews
        isNews = false
        return was
      },
    },
    sent,
    loseNextAnswer: () => {
      losesNext = true
    },
    listOnly: (tools: readonly string[]) => {
      listed = tools
      isNews = true
    },
  }
}

/** The proxy's own gate, in a mode that only learns. */
function learningGate(
  sim: Sim,
  adapter: ReturnType<typeof parseAdapter>,
  memory: Awaited<ReturnType<typeof openMemory>>,
) {
  const { ask } = simDownstream(sim)
  const catalogue = createCatalogue()
  catalogue.take(sim.definitions, true)
  const observer = createObserver(catalogue, Date.now)
  const gate = createGate({
    server: 'release_sim',
    session: 'agent',
    policy: {
      mode: () => 'observe',
      isApproved: () => false,
      approve: async () => undefined,
      retestEvery: 0,
      hints: false,
      structured: 'keep',
    },
    catalogue,
    known: () => ({ adapter, observer }),
    memory,
    now: Date.now,
    listed: async () => undefined,
    tell: problem => {
      throw problem
    },
  })
  return async (name: string, args: JsonObject) => {
    const params = { name, arguments: args }
    let answer: Promise<Answer> | undefined
    const held: Held = {
      request: messageOf({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      hello: {},
      signal: new AbortController().signal,
      ask,
      askHost: ask,
      forward: () => {
        answer ??= ask('tools/call', params)
        return answer
      },
    }
    await gate.call(held)
  }
}

export function textIn(result: JsonObject): string {
  return ((result.content ?? []) as readonly { text: string }[]).map(({ text }) => text).join('\n')
}
