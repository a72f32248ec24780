import { decide } from '../advice/decide.ts'
import { createRelenting } from '../gate/retest.ts'
import { retestAsked } from '../graph/drift.ts'
import { learn } from '../graph/learn.ts'
import { emptyModel } from '../graph/model.ts'
import { type DriftWorld, driftCall, driftWorld, dropRules } from './drift-world.ts'
import { randomFor } from './random.ts'

/** What a way of retesting costs, after some of a server's rules were dropped. */
export interface DriftCost {
  /** Calls that a dropped rule had forbidden, and how many of them were refused although they would have worked. */
  readonly freed: number
  readonly wronglyRefused: number
  /** Calls that a rule still forbids, and how many of them were let through. `byRetest`: because their turn had come. */
  readonly forbidden: number
  readonly leaked: number
  readonly byRetest: number
}

export interface DriftOptions {
  readonly seed: number
  /** One refused call in so many is let through; 0: none. */
  readonly every: number
  /** The server has a new version when it drops its rules, and says so. */
  readonly told: boolean
  /** A person asks for a retest of each tool so many calls after the change; never where it is left out. */
  readonly askedAfter?: number
  /** Calls before the change and after it. */
  readonly calls?: number
}

/**
 * Plays one history: calls under six rules, then three are dropped and the calls go on. Decided by what ships (the same
 * `decide`, `learn` and schedule as in the gate), in `block`, by an agent that tries everything again and again.
 */
export async function playDrift(options: DriftOptions): Promise<DriftCost> {
  const { seed, every, told, askedAfter, calls = 1000 } = options
  const random = randomFor(seed, 'drift')
  const world = driftWorld(random)
  const rules = new Map(world.rules)
  const model = emptyModel('orders')
  const relent = createRelenting(every)
  const cost = { freed: 0, wronglyRefused: 0, forbidden: 0, leaked: 0, byRetest: 0 }
  for (let number = 0; number < 2 * calls; number++) {
    if (number === calls) dropRules(world, told)
    if (askedAfter !== undefined && number === calls + askedAfter) askForRetest(world, model, number)
    const evidence = driftCall(world, rules, random, number)
    const decided = decide('block', model, { ...evidence, effect: 'MUTATING', authorization: 'not-required' })
    const standing = { label: evidence.tool, effect: 'MUTATING', authorization: 'not-required' } as const
    const decision = await relent(nobody, { standing }, decided)
    const isRefused = decision.kind === 'refuse'
    if (number >= calls) count(cost, evidence, rules, { isRefused, isRetest: decision !== decided })
    if (!isRefused) learn(model, evidence)
  }
  return cost
}

const nobody = { counts: async () => ({ calls: 0, failures: 0, noted: 0, refused: 0, held: 0 }) }

function askForRetest({ rules }: DriftWorld, model: ReturnType<typeof emptyModel>, at: number): void {
  for (const tool of rules.keys()) {
    learn(model, retestAsked({ server: 'orders', tool, at: at * 30_000, session: 'drift' }))
  }
}

type Evidence = ReturnType<typeof driftCall>

function count(
  cost: { -readonly [Name in keyof DriftCost]: number },
  { tool, outcome, atoms }: Evidence,
  rules: ReadonlyMap<string, string | null>,
  { isRefused, isRetest }: { isRefused: boolean; isRetest: boolean },
): void {
  if (outcome.kind === 'failure') {
    cost.forbidden++
    if (!isRefused) cost.leaked++
    if (isRetest) cost.byRetest++
  } else if (atoms.includes(`order.status is ${rules.get(tool)}`)) cost.freed++
  if (outcome.kind === 'ok' && isRefused) cost.wronglyRefused++
}

/** The table of the page: every way of retesting, summed over these seeds. */
export async function driftTable(seeds: readonly number[], calls = 1000): Promise<string[]> {
  const rows: string[] = []
  for (const { name, ...how } of ways) {
    const costs = await Promise.all(seeds.map(seed => playDrift({ ...how, seed, calls })))
    const sum = (of: keyof DriftCost) => costs.reduce((all, cost) => all + cost[of], 0)
    const part = (of: keyof DriftCost, whole: keyof DriftCost) =>
      `${sum(of)} of ${sum(whole)} (${((100 * sum(of)) / sum(whole)).toFixed(1)} %)`
    rows.push(
      `| ${name} | ${part('wronglyRefused', 'freed')} | ${part('leaked', 'forbidden')} | ${sum('byRetest')} |`,
    )
  }
  return [
    '| retest | valid calls refused after their rule was dropped | failing calls let through under the rules that stayed | of these as a retest |',
    '| --- | --- | --- | --- |',
    ...rows,
  ]
}

const ways = [
  { name: 'never', every: 0, told: false },
  { name: 'one refused call in 32', every: 32, told: false },
  { name: 'one in 16 (as it ships)', every: 16, told: false },
  { name: 'one in 8', every: 8, told: false },
  { name: 'never; asked for by a person after 200 calls', every: 0, told: false, askedAfter: 200 },
  { name: 'never; the server has a new version', every: 0, told: true },
  { name: 'one in 16; the server has a new version', every: 16, told: true },
]
