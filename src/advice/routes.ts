import { nextState } from '../graph/effects.ts'
import type { StateKey } from '../graph/evidence.ts'
import { type EdgeStatus, expectationOf } from '../graph/expectation.ts'
import type { Model } from '../graph/model.ts'
import { type Feature, featuresIn } from '../graph/state.ts'
import { atEach } from './at-each.ts'
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

/** Routes from one state to any goal. What is reached from there is looked for once, and no further than needed. */
export function routesFrom(
  model: Model,
  candidates: readonly Candidate[],
  from: StateKey,
  reach: Reach = usualReach,
): (goal: readonly Feature[]) => Step[] | undefined {
  const ways = candidates.some(needsApproval) ? [isFree, isAny] : [isAny]
  const begun = ways.map(isAllowed =>
    searchFrom(state => stepsFrom(model, candidates, state).filter(isAllowed), from, reach),
  )
  return goal => {
    for (const search of begun) {
      const there = search(state => fulfils(state, goal))
      if (there !== undefined) return there.steps
    }
    return undefined
  }
}

const isFree = (step: Step) => !step.needsApproval
const isAny = () => true

interface Reached {
  readonly state: StateKey
  readonly steps: Step[]
}

/** Looks among the states that are known to be reached, the nearest first, and further only while none is right. */
function searchFrom(stepsFrom: (state: StateKey) => readonly Step[], from: StateKey, reach: Reach) {
  const seen = new Set([from])
  const reached: Reached[] = [{ state: from, steps: [] }]
  let looked = 0
  const further = () => {
    const next = reached[looked++]
    if (next === undefined || next.steps.length >= reach.steps) return
    for (const step of stepsFrom(next.state)) {
      if (seen.size >= reach.states || seen.has(step.to)) continue
      seen.add(step.to)
      reached.push({ state: step.to, steps: [...next.steps, step] })
    }
  }
  return (isRight: (state: StateKey) => boolean): Reached | undefined => {
    for (let at = 0; ; at++) {
      while (at >= reached.length && looked < reached.length) further()
      const here = reached[at]
      if (here === undefined) return undefined
      if (isRight(here.state)) return here
    }
  }
}

function stepsFrom(model: Model, candidates: readonly Candidate[], state: StateKey): Step[] {
  const leads = leadsFrom(model, candidates, state)
  return candidates.flatMap((candidate, index) => {
    const lead = leads[index]
    if (lead === undefined || candidate.effect === 'READ_ONLY') return []
    const { tool, role, resourceClass } = candidate
    return [{ tool, role, resourceClass, ...lead, needsApproval: needsApproval(candidate) }]
  })
}

/** Where each tool leads from a state, as far as it is known and leads elsewhere. */
const leadsFrom = atEach((tool, role, state): Pick<Step, 'to' | 'status'> | undefined => {
  if (tool === undefined) return undefined
  const { expects, status } = expectationOf(tool, role, state)
  const to = expects === 'ok' ? nextState(tool, role, state) : undefined
  return to === undefined || to === state ? undefined : { to, status }
})

function fulfils(state: StateKey, goal: readonly Feature[]): boolean {
  const features = new Map(featuresIn(state).map(([name, value]) => [name, JSON.stringify(value)]))
  if (!features.has('exists')) features.set('exists', 'true')
  return goal.every(([name, value]) => features.get(name) === JSON.stringify(value))
}

function needsApproval({ effect, authorization }: Candidate): boolean {
  return effect === 'DESTRUCTIVE' || authorization !== 'not-required'
}
