import { retestAsked } from '../../graph/drift.ts'
import { expectationOf } from '../../graph/expectation.ts'
import { learn } from '../../graph/learn.ts'
import type { Model } from '../../graph/model.ts'
import { restored, snapshotOf } from '../../graph/snapshot.ts'
import { randomFor } from '../random.ts'
import { stateIn } from '../sims/eyes.ts'
import { scopeOf } from '../sims/judge.ts'
import { type Move, movesFor } from '../sims/moves.ts'
import type { SimRules } from '../sims/rules.ts'
import { createSim } from '../sims/sim.ts'
import { fieldsFor, idOf, visible, type World } from '../sims/world.ts'
import { gatedChannel } from './gated.ts'
import { labMemory } from './memory.ts'
import { readReply } from './reply.ts'
import { share } from './statistics.ts'

type Share = ReturnType<typeof share>

/** What a model claims of resources that it has never seen, held against the oracle. */
export interface HeldOut {
  /** Edges that it calls OBSERVED_SUPPORTED and expects to work, or to fail: how many of those calls do. */
  readonly supported: Share
  readonly supportedFailing: Share
  /** Calls that `block` refuses: how many of them fail. And how many of all failing calls it refuses. */
  readonly refusals: Share
  readonly caught: Share
  /** By how many successes an edge must have behind it: how much it covers, and how often it is right. */
  readonly curve: readonly { readonly least: number; readonly coverage: number; readonly precision: Share }[]
}

/** Resources of each simulator that are held out, their hidden part drawn as nature draws it. */
const heldOutResources = 40

/** Asks a model about resources that no task had, before the server has drifted. Nothing is learned from it. */
export async function auditHeldOut(
  models: readonly (readonly [SimRules, Model])[],
  seed: number,
): Promise<HeldOut> {
  const claims = { ok: [] as Claim[], failing: [] as Claim[] }
  const refusals = { right: 0, all: 0, failing: 0, edges: 0 }
  for (const [rules, model] of models) {
    for (const { world, move, works } of heldOut(rules, seed, false)) {
      const claimed = claimsOf(rules, model, world, move)
      refusals.edges += claimed.length
      for (const { expects, ok } of claimed) {
        if (expects === 'ok') claims.ok.push({ right: works, weight: ok })
        if (expects === 'failure') claims.failing.push({ right: !works, weight: 0 })
      }
      if (!works) refusals.failing++
      if (!(await isRefused(rules, model, world, move))) continue
      refusals.all++
      if (!works) refusals.right++
    }
  }
  const rightOf = (all: readonly Claim[]) => share(all.filter(({ right }) => right).length, all.length)
  return {
    supported: rightOf(claims.ok),
    supportedFailing: rightOf(claims.failing),
    refusals: share(refusals.right, refusals.all),
    caught: share(refusals.right, refusals.failing),
    curve: thresholds.map(least => {
      const left = claims.ok.filter(({ weight }) => weight >= least)
      return { least, coverage: share(left.length, refusals.edges).value, precision: rightOf(left) }
    }),
  }
}

const thresholds = [1, 2, 3, 5, 8, 13, 21, 34]

interface Claim {
  readonly right: boolean
  readonly weight: number
}

/** What is claimed of each resource of a call, where it is claimed as observed. */
function claimsOf(rules: SimRules, model: Model, world: World, move: Move) {
  const { roles } = scopeOf(rules, world, move)
  return Object.entries(roles).map(([role, { id }]) => {
    const { status, expects, edge } = expectationOf(
      model.tools.get(move.tool),
      role,
      stateIn(rules, world, id),
    )
    return status === 'OBSERVED_SUPPORTED'
      ? { expects, ok: edge?.ok ?? 0 }
      : { expects: 'nothing' as const, ok: 0 }
  })
}

interface HeldOutCall {
  readonly world: World
  readonly move: Move
  readonly works: boolean
}

/** Every move on every resource that is held out, each from the beginning. */
function heldOut(rules: SimRules, seed: number, drifted: boolean): HeldOutCall[] {
  const random = randomFor(seed, rules.name, 'held out', String(drifted))
  const sim = createSim(rules, { seed, fixtures: 0 })
  return Array.from({ length: heldOutResources }, (_, index) => {
    const [target, companion] = [idOf(rules, seed, 500 + 2 * index), idOf(rules, seed, 501 + 2 * index)]
    const fields = fieldsFor(rules, target, {}, random)
    const other = random.next() < 0.5 ? { [companion]: fieldsFor(rules, companion, {}, random) } : {}
    const world = {
      seed: seed + index,
      resources: { [target]: fields, ...other },
      before: [],
      calls: 0,
      drifted,
    }
    return movesFor(rules, { target, companion, seen: visible(rules, fields) }).map(move => {
      sim.restore(world)
      return { world, move, works: sim.judge(move).kind === 'ok' }
    })
  }).flat()
}

async function isRefused(rules: SimRules, model: Model, world: World, move: Move): Promise<boolean> {
  const memory = { ...labMemory(model), keep: async () => undefined }
  const sim = createSim(rules, { seed: 0, fixtures: 0 })
  sim.restore(world)
  const channel = gatedChannel({ sim, memory, now: () => never, hints: false, retestEvery: 0 })
  return readReply(await channel(move)).refused
}

/** So late that no single failure is held against its repetition any more. */
const never = Number.MAX_SAFE_INTEGER

/** What a changed rule does to what was learned: valid calls that `block` refuses, and what it takes until it does not. */
export interface DriftAudit {
  readonly valid: number
  /** Valid calls that are refused right after the rules changed. */
  readonly suppressed: number
  readonly suppressedByTool: Readonly<Record<string, number>>
  /** Calls of these, made again and again, until none is refused or until `mostRounds`; those let through as retests. */
  readonly calls: number
  readonly retests: number
  /** Still refused then: tools that destroy are never let through. */
  readonly left: number
  /** Still refused after `mcpgraphy retest` of each tool. */
  readonly leftAfterRetest: number
}

const mostRounds = 20

/** Lets the rules change under what was learned, on resources that were never seen. Works on copies of the models. */
export async function auditDrift(
  models: readonly (readonly [SimRules, Model])[],
  seed: number,
): Promise<DriftAudit> {
  const sum = { valid: 0, suppressed: 0, calls: 0, retests: 0, left: 0, leftAfterRetest: 0 }
  const byTool: Record<string, number> = {}
  for (const [rules, model] of models) {
    const copy = restored(snapshotOf(model))
    if (copy === undefined) throw new RangeError('A snapshot of a model could not be read')
    const valid = heldOut(rules, seed, true).filter(({ works }) => works)
    const refused = async (all: readonly HeldOutCall[]) => {
      const still: HeldOutCall[] = []
      for (const each of all) if (await isRefused(rules, copy, each.world, each.move)) still.push(each)
      return still
    }
    let suppressed = await refused(valid)
    sum.valid += valid.length
    sum.suppressed += suppressed.length
    for (const { move } of suppressed) byTool[move.tool] = (byTool[move.tool] ?? 0) + 1
    const memory = labMemory(copy)
    const sim = createSim(rules, { seed: 0, fixtures: 0 })
    for (let round = 0; round < mostRounds && suppressed.length > 0; round++) {
      for (const { world, move } of suppressed) {
        sim.restore(world)
        const channel = gatedChannel({ sim, memory, now: () => never, hints: false, retestEvery: 16 })
        sum.calls++
        if (!readReply(await channel(move)).refused) sum.retests++
      }
      suppressed = await refused(suppressed)
    }
    sum.left += suppressed.length
    for (const tool of new Set(suppressed.map(({ move }) => move.tool)))
      learn(copy, retestAsked({ server: rules.name, tool, at: 0, session: 'study' }))
    sum.leftAfterRetest += (await refused(suppressed)).length
  }
  return { ...sum, suppressedByTool: Object.fromEntries(Object.entries(byTool).sort()) }
}
