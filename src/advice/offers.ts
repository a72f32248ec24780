import { effectInWords, effectsFrom, effectsOf } from '../graph/effects.ts'
import type { StateKey } from '../graph/evidence.ts'
import { type EdgeStatus, type Expectation, expectationOf, needsOf } from '../graph/expectation.ts'
import { explanationsOf, inWords } from '../graph/explanation.ts'
import { edgeKey, type Model } from '../graph/model.ts'
import { spell } from '../graph/state.ts'
import { atEach } from './at-each.ts'
import type { Authorization, EffectClass } from './call.ts'
import { offerId } from './offer-id.ts'

export type OfferStatus =
  | 'CANDIDATE'
  | 'CANDIDATE_REQUIRES_APPROVAL'
  | 'UNCERTAIN_CANDIDATE'
  | 'NOT_SUPPORTED_FROM_THIS_STATE'
  | 'UNKNOWN_UNTESTED'
  | 'NEEDS_OBSERVATION'

/** A tool that acts on resources of one class, in one role: what could be offered. */
export interface Candidate {
  /** The edge label; see Evidence.tool. */
  readonly tool: string
  readonly role: string
  readonly resourceClass: string
  readonly effect: EffectClass
  readonly authorization: Authorization
}

/** One tool, for one resource, now: with its status and its evidence. */
export interface Offer {
  readonly id: string
  readonly tool: string
  readonly role: string
  readonly resourceClass: string
  readonly status: OfferStatus
  readonly edge: EdgeStatus
  readonly effect: EffectClass
  /** A field of its own: a tool that always works is not thereby allowed. */
  readonly authorization: Authorization
  /** What the tool was seen to need: atoms of its guard that a failure lacked. */
  readonly needs: readonly string[]
  /** What it is expected to change, in words. */
  readonly predicted: readonly string[]
  readonly observed: {
    readonly ok: number
    readonly failed: readonly { readonly what: string; readonly times: number }[]
  }
  /** Why it is not supported: conditions that always held when it failed and never when it worked. */
  readonly because: readonly string[]
  /** It was last confirmed under an earlier schema of the tool. */
  readonly retest: boolean
}

/** The offers for one resource in one state (null: it could not be read), best first. */
export function offersFor(model: Model, candidates: readonly Candidate[], state: StateKey | null): Offer[] {
  const standings = standingsAt(model, candidates, state)
  return candidates
    .map((each, index) => offerOf(model, { ...each, ...(standings[index] as Standing) }, state))
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
}

const order: readonly OfferStatus[] = [
  'CANDIDATE',
  'CANDIDATE_REQUIRES_APPROVAL',
  'UNCERTAIN_CANDIDATE',
  'UNKNOWN_UNTESTED',
  'NEEDS_OBSERVATION',
  'NOT_SUPPORTED_FROM_THIS_STATE',
]

/** How a tool stands at a state: what a line needs, and an offer begins with. */
export interface Standing {
  readonly status: OfferStatus
  /** undefined where the resource could not be read. */
  readonly expectation: Expectation | undefined
}

/** How tools stand at a state (null: it could not be read), in their order. */
export function standingsAt(
  model: Model,
  candidates: readonly Candidate[],
  state: StateKey | null,
): Standing[] {
  const expectations = state === null ? [] : expectationsAt(model, candidates, state)
  return candidates.map(({ authorization }, index) => {
    const expectation = expectations[index]
    const status = expectation === undefined ? 'NEEDS_OBSERVATION' : statusOf(expectation, authorization)
    return { status, expectation }
  })
}

const expectationsAt = atEach(expectationOf)

/** What a tool is expected to change from a state, in words: what it changed there, else what it always changed. */
export function predictedAt(
  model: Model,
  { tool: label, role }: Candidate,
  state: StateKey | null,
): string[] {
  const tool = model.tools.get(label)
  if (tool === undefined || state === null) return []
  const edge = tool.edges.get(edgeKey(role, state))
  if (edge !== undefined && edge.ok > 0 && edge.unchanged === edge.ok) return ['nothing changes']
  const here = effectsFrom(tool, role, state)
  return (here.length > 0 ? here : effectsOf(tool, role)).slice(0, 4).map(effectInWords)
}

function offerOf(model: Model, candidate: Candidate & Standing, state: StateKey | null): Offer {
  const { tool: label, role, resourceClass, effect, authorization, status, expectation } = candidate
  const tool = model.tools.get(label)
  return {
    id: offerId(label, role, state),
    tool: label,
    role,
    resourceClass,
    status,
    edge: expectation?.status ?? 'UNKNOWN',
    effect,
    authorization,
    needs: tool === undefined ? [] : needsOf(tool, role),
    predicted: expectation?.expects === 'failure' ? [] : predictedAt(model, candidate, state),
    observed: observedOf(expectation),
    because:
      tool === undefined
        ? []
        : (expectation?.classes ?? []).flatMap(each => explanationsOf(tool, each).map(inWords)),
    retest: expectation?.retest ?? false,
  }
}

function statusOf({ expects, status, edge }: Expectation, authorization: Authorization): OfferStatus {
  if (expects === 'failure') return 'NOT_SUPPORTED_FROM_THIS_STATE'
  if (expects === 'either') return 'UNCERTAIN_CANDIDATE'
  if (expects === 'nothing' || status === 'UNKNOWN')
    return isTried(edge) ? 'UNCERTAIN_CANDIDATE' : 'UNKNOWN_UNTESTED'
  return authorization === 'required' ? 'CANDIDATE_REQUIRES_APPROVAL' : 'CANDIDATE'
}

/** It failed from here, and the evidence does not say why: neither untested nor unsupported. */
function isTried(edge: Expectation['edge']): boolean {
  return edge !== undefined && edge.failed.size > 0
}

function observedOf(expectation: Expectation | undefined): Offer['observed'] {
  const failed = [...(expectation?.edge?.failed ?? [])].map(([what, { count }]) => ({ what, times: count }))
  return { ok: expectation?.edge?.ok ?? 0, failed }
}

/** A goal in words: `tests_passed=true`. */
export function goalInWords(goal: readonly (readonly [string, import('../json.ts').Json])[]): string {
  return goal.map(([name, value]) => `${name}=${spell(value)}`).join(', ')
}
