import type { Decision } from '../advice/decide.ts'
import type { Standing } from './catalogue.ts'
import type { Memory } from './memory.ts'

/** Decides whether a refused call is let through after all. */
export type Relent = (
  memory: Pick<Memory, 'counts'>,
  call: { readonly standing: Standing },
  decision: Decision,
) => Promise<Decision>

/**
 * One refused call in so many of each tool is let through with a note, to see whether what was learned still holds: a
 * server that has dropped a rule would else be refused for ever. Never a tool that destroys, nor one that a person has
 * to approve. The counts go on from the refusals in the log, so that a proxy that is often restarted retests too.
 * @param every 16 lets through a sixteenth; 0 lets nothing through.
 */
export function createRelenting(every: number): Relent {
  const turned = new Map<string, number>()
  return async (memory, { standing }, decision) => {
    if (decision.kind !== 'refuse' || every === 0) return decision
    if (standing.effect === 'DESTRUCTIVE' || standing.authorization !== 'not-required') return decision
    const { label } = standing
    const times = (turned.get(label) ?? (await memory.counts()).refused) + 1
    turned.set(label, times)
    return times % every === 0 ? { kind: 'note', finding: decision.finding, retest: true } : decision
  }
}
