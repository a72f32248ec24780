import type { Model } from '../graph/model.ts'
import type { Call, Mode } from './call.ts'
import { type Finding, findingsOf } from './findings.ts'

/** What happens with a call, and why. */
export type Decision =
  | { readonly kind: 'forward' }
  /**
   * `retest`: it would be refused, and is let through to see whether that still holds. `also`: what there is to say of
   * another kind: of the schema beside the evidence, or the other way round.
   */
  | {
      readonly kind: 'note'
      readonly finding: Finding
      readonly also?: Finding | undefined
      readonly retest?: true
    }
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
  const findings = findingsOf(model, call)
  const [finding] = findings
  if (mode === 'block') {
    if (finding?.refuses && call.effect !== 'READ_ONLY') return { kind: 'refuse', finding }
    if (call.authorization === 'required') return { kind: 'hold' }
  }
  if (finding === undefined) return { kind: 'forward' }
  const also = findings.find(each => (each.rule === 'schema') !== (finding.rule === 'schema'))
  return { kind: 'note', finding, also }
}
