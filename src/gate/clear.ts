import { type Denial, isDenial, type Verdict } from './approvals.ts'
import { askPerson } from './ask-person.ts'
import type { Considered } from './consider.ts'
import type { Gate } from './context.ts'
import { isModern } from './era.ts'
import type { Hand } from './hand.ts'
import { answerIn, askingResult, canAskByResult, carriedBy, withoutOurs } from './legs.ts'
import type { Memory } from './memory.ts'
import { questionAbout } from './question.ts'
import { ownResult } from './turn-away.ts'

/** How far a call is cleared by a person. */
export type Clearance =
  /** Nobody had to be asked, or nobody could be: the decision holds as it is. */
  | { readonly kind: 'not-asked'; readonly request?: undefined }
  /** A person said yes. `request`: what the server is to see, where ours has to come off. */
  | { readonly kind: 'approved'; readonly request?: Buffer }
  | { readonly kind: 'denied'; readonly verdict: Denial; readonly request?: undefined }
  /** The person is asked within the host's request (revision 2026-07-28): this is its answer for now. */
  | { readonly kind: 'asks'; readonly answer: Buffer }

/**
 * Asks the person about a held call, in the way of its era. In the later one the host brings the answer, and what we
 * gave it to carry, in a second leg of the same call; what is ours comes off before the server sees it.
 */
export async function clear(
  gate: Gate,
  memory: Memory,
  hand: Hand,
  considered: Considered,
): Promise<Clearance> {
  if (isModern(hand.request)) return clearByLegs(gate, memory, hand, considered)
  if (considered.decision.kind !== 'hold') return { kind: 'not-asked' }
  const verdict = await askPerson(gate.parts, gate.approvals, hand, considered.call, considered.model)
  return verdict === undefined ? { kind: 'not-asked' } : settled(memory, considered, verdict)
}

async function clearByLegs(
  gate: Gate,
  memory: Memory,
  hand: Hand,
  considered: Considered,
): Promise<Clearance> {
  const { parts, approvals, seal } = gate
  const { call, decision, model } = considered
  const carried = carriedBy(hand.request, seal, call.callKey)
  if (carried !== undefined) {
    const request = withoutOurs(hand.held.request, carried)
    if (carried.stage === 'approved') return { kind: 'approved', request }
    const verdict = answerIn(hand.request)
    approvals.remember(hand.tool, call, verdict)
    if (verdict === 'always') await parts.policy.approve(hand.tool)
    return settled(memory, considered, verdict, request)
  }
  if (decision.kind !== 'hold') return { kind: 'not-asked' }
  const before = approvals.said(call)
  if (before !== undefined) return { kind: 'denied', verdict: before }
  if (!canAskByResult(hand.request)) return { kind: 'not-asked' }
  const state = seal.close({ stage: 'asked', call: call.callKey, server: null })
  return {
    kind: 'asks',
    answer: ownResult(hand, askingResult(questionAbout(parts.server, hand, call, model), state)),
  }
}

async function settled(
  memory: Memory,
  { record }: Considered,
  verdict: Verdict,
  request?: Buffer,
): Promise<Clearance> {
  if (isDenial(verdict)) return { kind: 'denied', verdict }
  await memory.note({ ...record, decision: 'approved', reason: `a person said yes: ${verdict}` })
  return request === undefined ? { kind: 'approved' } : { kind: 'approved', request }
}
