import { isReadingOf } from '../../adapter/read.ts'
import { type Offer, offersFor } from '../../advice/offers.ts'
import { clean, findingInWords } from '../../advice/words.ts'
import { candidatesAt } from '../../gate/advise.ts'
import { standingOf } from '../../gate/catalogue.ts'
import type { Considered } from '../../gate/consider.ts'
import { inBrackets } from '../../graph/state.ts'
import { type Action, type Execution, refused, type Turned } from './action.ts'
import type { HostPolicy } from './policy.ts'

/** What the person who runs the host allows: effectful tools by name, gated ones by a token in the environment. */
export function byPolicy({ gate, policy }: Execution, { tool, args }: Action): Turned | undefined {
  const { known, catalogue, policy: people } = gate.parts
  const { effect, authorization } = standingOf(known()?.adapter ?? null, catalogue, people, tool, args)
  if (effect !== 'READ_ONLY' && !policy.enabled.has(tool))
    return refused(`the host's policy does not enable ${clean(tool, 60)}`)
  if (authorization !== 'required') return undefined
  const variable = policy.tokens.get(tool)?.env
  const why =
    variable === undefined ? 'its policy names no token for it' : `no right token stands in ${variable}`
  return { kind: 'held', why: `${clean(tool, 60)} needs an approval by the person who runs the host: ${why}` }
}

/** A retry is answered with what came of the first call, and never sent again. */
export function byKey(
  { gate, journal }: Execution,
  { tool, args, key, request }: Action,
): Turned | undefined {
  const { known, catalogue, policy } = gate.parts
  const { effect } = standingOf(known()?.adapter ?? null, catalogue, policy, tool, args)
  if (effect === 'READ_ONLY') return undefined
  if (key === '')
    return refused('an action that changes something needs an idempotency_key: a new one for each action')
  const entry = journal.look(key)
  if (entry.kind === 'new') return undefined
  if (entry.request !== undefined && entry.request !== request)
    return refused('this idempotency_key was used for another action; take a new one')
  if (entry.kind === 'done') return { kind: 'again', result: entry.result }
  return refused(
    'this action was begun before and nobody knows what became of it, so it is not sent again. Read the resource; if it was not carried out, ask anew with a new idempotency_key',
  )
}

/** The resource as it is now, and all that was learned until now. */
export function byEvidence(parts: Execution, action: Action, considered: Considered): Turned | undefined {
  const { role, rule } = action.target
  const place = considered.before.find(each => each.role.role === role && each.role.ref === action.ref)
  if (place && isReadingOf(place.role.rule, action.tool, action.args))
    return refused(`${clean(action.tool, 60)} only reads the resource back, as mcpgraphy_affordances does`)
  const state = place?.sight.state ?? null
  if (state === null)
    return refused(`${clean(action.ref, 200)} could not be read, so nothing is done with it`)
  if (state !== action.state)
    return refused(
      `the state has moved: it was offered at ${clean(inBrackets(action.state), 300)}, it is ${clean(inBrackets(state), 300)}. Ask for the offers again`,
    )
  const candidates = candidatesAt(parts.gate.parts, considered.model, rule.resourceClass)
  const offer = offersFor(considered.model, candidates, state).find(
    each => each.tool === action.target.label && each.role === role,
  )
  if (offer === undefined)
    return refused(`${clean(action.target.label, 60)} is not offered for such a resource`)
  if (considered.decision.kind === 'refuse') return refused(findingInWords(considered.decision.finding))
  return mayRun(parts.policy, offer)
    ? undefined
    : refused(`its offer is ${offer.status}, and that is never carried out`)
}

function mayRun({ uncertain }: HostPolicy, { status, edge, effect }: Offer): boolean {
  if (status === 'CANDIDATE' || status === 'CANDIDATE_REQUIRES_APPROVAL') return true
  // CONTRADICTED is known from both sides; what was never seen to work is unknown, and that is never carried out
  return uncertain && status === 'UNCERTAIN_CANDIDATE' && edge !== 'UNKNOWN' && effect !== 'DESTRUCTIVE'
}
