import type { Decision } from '../advice/decide.ts'
import type { Hand } from './hand.ts'
import type { Memory } from './memory.ts'

/** Decides whether a refused call is let through after all. */
export type Relent = (memory: Memory, hand: Hand, decision: Decision) => Promise<Decision>

/**
 * One refused call in so many is let through with a note, to see whether what was learned still holds: a server that
 * has dropped a rule would else be refused for ever. Never a tool that destroys, nor one that a person has to approve.
 * The count goes on from the refusals in the log, so that a proxy that is often restarted retests too.
 * @param every 16 lets through a sixteenth; 0 lets nothing through.
 */
export function createRelenting(every: number): Relent {
  let turned: number | undefined
  return async (memory, hand, decision) => {
    if (decision.kind !== 'refuse' || every === 0) return decision
    if (hand.standing.effect === 'DESTRUCTIVE' || hand.standing.authorization !== 'not-required')
      return decision
    turned = (turned ?? (await memory.counts()).refused) + 1
    return turned % every === 0 ? { kind: 'note', finding: decision.finding, retest: true } : decision
  }
}
