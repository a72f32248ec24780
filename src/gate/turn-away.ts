import type { JsonObject } from '../json.ts'
import { offersAt } from './advise.ts'
import type { Denial } from './approvals.ts'
import type { Considered } from './consider.ts'
import { resultFor } from './era.ts'
import type { Hand } from './hand.ts'
import { answerOf } from './own-tools.ts'
import type { GateParts } from './parts.ts'
import { holdFor, refusalFor } from './sentences.ts'

/** Why a call does not reach the server, and what would work instead. */
export function turnedAway(
  parts: GateParts,
  hand: Hand,
  considered: Considered,
  verdict: Denial | undefined,
): string {
  const { decision, model, before } = considered
  const [first] = before
  if (decision.kind !== 'refuse') return holdFor(parts.server, hand.tool, hand.standing.effect, verdict)
  const offers = first === undefined ? [] : offersAt(parts, model, first)
  const others = offers.filter(each => each.tool !== hand.standing.label)
  return refusalFor(parts.server, hand.tool, decision.finding, others)
}

/**
 * The answer of last resort in `block`, when something of ours failed: what a person has to approve stays held, and
 * everything else goes through (undefined).
 */
export function holdUnapproved(parts: GateParts, hand: Hand): Buffer | undefined {
  if (hand.mode !== 'block' || hand.standing.authorization !== 'required' || hand.wasSent()) return undefined
  return ownAnswer(hand, holdFor(parts.server, hand.tool, hand.standing.effect, undefined), true)
}

/** A result of our own as the bytes of an answer. */
export function ownAnswer(hand: Hand, text: string, isError: boolean): Buffer {
  return ownResult(hand, resultFor(hand.request, answerOf(text, isError)))
}

/** Any result of ours as the bytes of an answer. */
export function ownResult(hand: Hand, body: JsonObject): Buffer {
  const result = JSON.stringify(body)
  return Buffer.from(`{"jsonrpc":"2.0","id":${hand.held.request.id?.text ?? 'null'},"result":${result}}`)
}
