import type { Decision } from '../advice/decide.ts'
import type { Model } from '../graph/model.ts'
import { offersAt } from './advise.ts'
import { resultFor } from './era.ts'
import type { Hand } from './hand.ts'
import type { Place } from './observe.ts'
import { answerOf } from './own-tools.ts'
import type { GateParts } from './parts.ts'
import { holdFor, refusalFor } from './sentences.ts'

/** A decision that keeps a call from the server. */
export type TurnedAway = Extract<Decision, { kind: 'refuse' | 'hold' }>

export function isTurnedAway(decision: Decision): decision is TurnedAway {
  return decision.kind === 'refuse' || decision.kind === 'hold'
}

/** Why a call does not reach the server, and what would work instead. */
export function turnedAway(
  parts: GateParts,
  hand: Hand,
  decision: TurnedAway,
  model: Model,
  places: readonly Place[],
): string {
  if (decision.kind === 'hold') return holdFor(parts.server, hand.tool, hand.standing.effect)
  const [first] = places
  return refusalFor(hand.tool, decision.finding, first === undefined ? [] : offersAt(parts, model, first))
}

/**
 * The answer of last resort in `block`, when something of ours failed: what a person has to approve stays held, and
 * everything else goes through (undefined).
 */
export function holdUnapproved(parts: GateParts, hand: Hand): Buffer | undefined {
  if (hand.mode !== 'block' || hand.standing.authorization !== 'required' || hand.wasSent()) return undefined
  return ownAnswer(hand, holdFor(parts.server, hand.tool, hand.standing.effect), true)
}

/** A result of our own as the bytes of an answer. */
export function ownAnswer(hand: Hand, text: string, isError: boolean): Buffer {
  const result = JSON.stringify(resultFor(hand.request, answerOf(text, isError)))
  return Buffer.from(`{"jsonrpc":"2.0","id":${hand.held.request.id?.text ?? 'null'},"result":${result}}`)
}
