import type { Outcome } from '../graph/evidence.ts'
import type { Hand } from './hand.ts'
import type { Place } from './observe.ts'
import type { Passage } from './overlap.ts'

/**
 * A success with whether it changed anything that can be read of its resources: all that was read is compared, not only
 * the features of a state. Nobody can tell of a tool that only reads, where a resource was not read before and after,
 * or where another call was under way on it.
 */
export function withChange(
  { known, standing }: Hand,
  before: readonly Place[],
  after: readonly Place[],
  outcome: Outcome,
  passage: Passage,
): Outcome {
  if (outcome.kind !== 'ok' || before.length === 0 || standing.effect === 'READ_ONLY') return outcome
  if (passage.overlapped() || known === undefined || known.adapter.read.reuseMs > 0) return outcome
  if (after.length > before.length) return { kind: 'ok', changed: true } // it created something
  const pairs = before.map(({ sight }, index) => [sight, after[index]?.sight] as const)
  if (pairs.some(([was, now]) => was.state === null || now === undefined || now.state === null))
    return outcome
  return { kind: 'ok', changed: pairs.some(([was, now]) => was.look !== now?.look) }
}
