import type { Memory } from '../../gate/memory.ts'
import type { Evidence } from '../../graph/evidence.ts'
import { learn } from '../../graph/learn.ts'
import type { Model } from '../../graph/model.ts'

export interface LabMemory extends Memory {
  readonly known: Model
}

/**
 * What a gate of the lab keeps: the model that the proxy has, learned by the same function, without a database.
 * `altered`: what an ablation leaves of a piece of evidence.
 */
export function labMemory(known: Model, altered: (evidence: Evidence) => Evidence = same => same): LabMemory {
  const counts = { calls: 0, failures: 0, noted: 0, refused: 0, held: 0 }
  return {
    known,
    model: async () => known,
    async keep(evidence, { decision }) {
      counts.calls++
      if (evidence.outcome.kind === 'failure') counts.failures++
      if (decision === 'noted') counts.noted++
      learn(known, altered(evidence))
    },
    async note({ decision }) {
      if (decision === 'refused') counts.refused++
      if (decision === 'held') counts.held++
    },
    tools: async () => [],
    saveTools: async () => undefined,
    counts: async () => counts,
  }
}
