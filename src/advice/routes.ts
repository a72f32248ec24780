import { nextState } from '../graph/effects.ts'
import type { StateKey } from '../graph/evidence.ts'
import { type EdgeStatus, expectationOf } from '../graph/expectation.ts'
import type { Model } from '../graph/model.ts'
import { type Feature, featuresIn } from '../graph/state.ts'
import type { Candidate } from './offers.ts'

/** One step of a route. */
export interface Step {
  readonly tool: string
  readonly role: string
  readonly resourceClass: string
  readonly to: StateKey
  /** `OBSERVED_SUPPORTED` where exactly this step was seen, `CONDITIONAL` where guard and effects imply it. */
  readonly status: EdgeStatus
  /** It destroys or needs an approval: to be said, never taken silently. */
  readonly needsApproval: boolean
}

/** Longest route, and most states looked at on the way. */
interface Reach {
  readonly steps: number
  readonly states: number
}

const usualReach: Reach = { steps: 6, states: 500 }

/**
 * The shortest route over observed and implied effects to a state that has all features of the goal; undefined where
 * none is known, empty where it is reached already. Routes that need no approval come before those that do.
 */
export function routeTo(
  model: Model,
  candidates: readonly Candidate[],
  from: StateKey,
  goal: readonly Feature[],
): Step[] | undefined {
  return routesFrom(model, candidates, from)(goal)
}

/** Routes from one state to any goal. What is reached from there is looked for once, however many goals are asked. */
export function routesFrom(
  model: Model,
  candidates: readonly Candidate[],
  from: StateKey,
  reach: Reach = usualReach,
): (goal: readonly Feature[]) => Step[] | undefined {
  const free = candidates.filter(each => !needsApproval(each))
  const searches = free.length < candidates.length ? [free, candidates] : [candidates]
  const found: Reached[][] = []
  return goal => {
    for (const [at, search] of searches.entries()) {
      found[at] ??= reachedBy(model, search, from, reach)
      const there = found[at].find(({ state }) => fulfils(state, goal))
      if (there !== undefined) return there.steps
    }
    return undefined
  }
}

interface Reached {
  readonly state: StateKey
  readonly steps: Step[]
}

/** Every state that is known to be reached, the nearest first. */
function reachedBy(model: Model, candidates: readonly Candidate[], from: StateKey, limits: Reach): Reached[] {
  const seen = new Set([from])
  let last: Reached[] = [{ state: from, steps: [] }]
  const all = [...last]
  for (let length = 0; length < limits.steps; length++) {
    last = last.flatMap(({ state, steps }) =>
      stepsFrom(model, candidates, state)
        .filter(step => seen.size < limits.states && !seen.has(step.to) && seen.add(step.to))
        .map(step => ({ state: step.to, steps: [...steps, step] })),
    )
    all.push(...last)
  }
  return all
}

function stepsFrom(model: Model, candidates: readonly Candidate[], state: StateKey): Step[] {
  return candidates.flatMap(candidate => {
    const { tool: label, role, resourceClass, effect } = candidate
    const tool = model.tools.get(label)
    if (tool === undefined || effect === 'READ_ONLY') return []
    const { expects, status } = expectationOf(tool, role, state)
    const to = expects === 'ok' ? nextState(tool, role, state) : undefined
    return to === undefined || to === state
      ? []
      : [{ tool: label, role, resourceClass, to, status, needsApproval: needsApproval(candidate) }]
  })
}

function fulfils(state: StateKey, goal: readonly Feature[]): boolean {
  const features = new Map(featuresIn(state).map(([name, value]) => [name, JSON.stringify(value)]))
  if (!features.has('exists')) features.set('exists', 'true')
  return goal.every(([name, value]) => features.get(name) === JSON.stringify(value))
}

function needsApproval({ effect, authorization }: Candidate): boolean {
  return effect === 'DESTRUCTIVE' || authorization !== 'not-required'
}
