import type { Outcome } from '../graph/evidence.ts'
import type { Answer } from '../relay/intercept.ts'
import { lineAt } from './advise.ts'
import { withLines } from './annotate.ts'
import type { Considered } from './consider.ts'
import type { Gate } from './context.ts'
import { clientOf } from './era.ts'
import type { Hand } from './hand.ts'
import { hidesText } from './hidden-text.ts'
import { isLong } from './judge.ts'
import { bodyOf, type Place } from './observe.ts'
import { outcomeFor } from './outcome-words.ts'
import { notesFor } from './sentences.ts'

/**
 * The server's answer with our lines in it; the model has grown by the call itself meanwhile. undefined where there are
 * no lines, or where they must not be.
 */
export function annotated(
  { parts, says, promises }: Gate,
  hand: Hand,
  { decision, model }: Considered,
  { after, outcome }: { after: readonly Place[]; outcome: Outcome },
  answer: Answer,
): Buffer | undefined {
  if (hand.mode === 'observe' || answer.kind !== 'answer' || isLong(answer.message)) return undefined
  const value = answer.message.value()
  const result = bodyOf(value)
  if (result === undefined || value?.error !== undefined) return undefined
  const told = outcomeFor(hand, outcome, model, after)
  const note = [
    ...(decision.kind === 'note' ? notesFor(hand.tool, decision, hand.known !== undefined) : []),
    ...(told === undefined ? [] : [told]),
  ]
  const line = says.once(lineAt(parts, model, after))
  const isFailure = result.isError === true
  const hides =
    hidesText(clientOf(hand.request, hand.held.hello), parts.policy.structured, isFailure) &&
    (isFailure || promises.mayGoWithout(hand.tool))
  return withLines(answer.message.bytes(), result, [...note, ...line], hides)
}
