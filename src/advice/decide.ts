import type { Model } from '../graph/model.ts'
import type { Call, Mode } from './call.ts'
import { type Finding, findingsOf } from './findings.ts'

/** What happens with a call, and why. */
export type Decision =
  | { readonly kind: 'forward' }
  /** `retest`: it would be refused, and is let through to see whether that still holds. */
  | { readonly kind: 'note'; readonly finding: Finding; readonly retest?: true }
  | { readonly kind: 'refuse'; readonly finding: Finding }
  /** A person has to say yes: the tool destroys, or its adapter asks for an approval. */
  | { readonly kind: 'hold' }

/**
 * Decides one call by mode, evidence and authorization; the table is in SPEC "What the agent sees".
 * A refusal comes before a hold: nobody should be asked to approve what is known to fail.
 * A tool that only reads is never refused.
 */
export function decide(mode: Mode, model: Model, call: Call): Decision {
  if (mode === 'pass' || mode === 'observe') return { kind: 'forward' }
  const [finding] = findingsOf(model, call)
  if (mode === 'block') {
    if (finding?.refuses && call.effect !== 'READ_ONLY') return { kind: 'refuse', finding }
    if (call.authorization === 'required') return { kind: 'hold' }
  }
  return finding === undefined ? { kind: 'forward' } : { kind: 'note', finding }
}
