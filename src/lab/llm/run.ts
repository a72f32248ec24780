import { randomUUID } from 'node:crypto'
import { openMemory } from '../../store/memory.ts'
import { openStore } from '../../store/open.ts'
import { bareChannel } from '../benchmark/advised.ts'
import { gatedChannel } from '../benchmark/gated.ts'
import type { Channel } from '../benchmark/reply.ts'
import type { Task } from '../benchmark/task.ts'
import { createSim, type Sim } from '../sims/sim.ts'
import type { Endpoint, Usage } from './endpoint.ts'
import { doJob, type JobResult } from './job.ts'
import { costOf, type Price } from './prices.ts'
import type { Side } from './prompt.ts'
import { graphOf, type RunRecord } from './record.ts'

/** Where to stop: dollars and tokens of the whole run, what was spent before it was resumed included. */
export interface Budget {
  readonly mostCost: number | undefined
  readonly mostTokens: number | undefined
}

export interface RunParts {
  readonly tasks: readonly Task[]
  readonly sides: readonly Side[]
  readonly record: RunRecord
  /** Where the record and the graph of the run lie. */
  readonly folder: string
  readonly endpoint: Endpoint
  readonly mostTurns: number
  readonly price: Price | undefined
  readonly budget: Budget
  readonly progress: (job: JobResult) => void
}

/** Why a run ended: all its jobs are done, the budget does not reach for one more turn, or a person stopped it. */
export type RunEnd = 'done' | 'budget' | 'stopped'

/**
 * Lets the model do every job that is not done yet, on each side in turn. Behind the proxy it works with the gate that
 * ships, and with what that has learned from the model's own calls in the jobs before.
 */
export async function runJobs(parts: RunParts): Promise<RunEnd> {
  const { tasks, sides, record, endpoint } = parts
  const proxies = createProxies(parts.folder)
  try {
    for (const task of tasks) {
      for (const side of sides) {
        if (record.has(task.number, side)) continue
        const channelTo = side === 'raw' ? bareChannel : await proxies.before(task)
        const job = await doJob({ ...parts, task, side, sim: simFor(task), channelTo, ...ledger(parts) })
        record.addJob(job)
        parts.progress(job)
      }
    }
    return 'done'
  } catch (error) {
    if (error instanceof Overdrawn) return 'budget'
    if (endpoint.signal.aborted) return 'stopped'
    throw error
  } finally {
    await proxies.close()
  }
}

class Overdrawn extends Error {}

/** Asks before each turn and books after it. A request costs at most a token for three of its bytes, or so. */
function ledger({ record, price, budget, endpoint }: RunParts) {
  const isOver = (usage: Usage) => {
    const { mostCost, mostTokens } = budget
    if (mostTokens !== undefined && usage.input + usage.output > mostTokens) return true
    return mostCost !== undefined && price !== undefined && costOf(usage, price) > mostCost
  }
  return {
    spend: record.addTurn,
    allow(bytes: number) {
      const { input, cached, output } = record.spent()
      const next = { input: input + Math.ceil(bytes / 3), cached, output: output + endpoint.mostTokens }
      if (isOver(next)) throw new Overdrawn()
    },
  }
}

function simFor({ rules }: Task): Sim {
  return createSim(rules, { seed: 0, fixtures: 1 })
}

/** One memory for each server, in the run's own database, so that a run that goes on knows what it knew. */
function createProxies(folder: string) {
  const memories = new Map<string, Awaited<ReturnType<typeof openMemory>>>()
  return {
    async before({ rules }: Task): Promise<(sim: Sim) => Channel> {
      const known = memories.get(rules.name)
      const memory =
        known ??
        (await openMemory(await openStore(graphOf(folder)), { server: rules.name, session: randomUUID() }))
      memories.set(rules.name, memory)
      return sim => gatedChannel({ sim, memory, now: Date.now, hints: true, retestEvery: 16 })
    },
    async close() {
      for (const memory of memories.values()) await memory.close()
    },
  }
}
