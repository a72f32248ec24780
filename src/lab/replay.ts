import type { Call } from '../advice/call.ts'
import { decide } from '../advice/decide.ts'
import type { Evidence } from '../graph/evidence.ts'
import { inWords } from '../graph/explanation.ts'
import { learn } from '../graph/learn.ts'
import { emptyModel, type Model } from '../graph/model.ts'

/** A piece of evidence to be foreseen, and what its tool does. */
export interface Lived {
  readonly evidence: Evidence
  readonly effect: Call['effect']
  /** Which stream of calls it belongs to: with `freshPer` each has a model of its own. */
  readonly stream: string
}

/** What a rule says of a call before it is made. */
export type Foresight =
  | { readonly verdict: 'refuse' | 'warn'; readonly rule: string; readonly because: string }
  | undefined

/** A way to foresee: it judges, then learns. */
export interface Rule {
  foresee(lived: Lived): Foresight
  learn(lived: Lived): void
}

/** The rule that ships: what `block` does, without its holds. */
export function shippedRule(server: string): Rule {
  const model: Model = emptyModel(server)
  return {
    foresee({ evidence, effect }) {
      const decision = decide('block', model, { ...evidence, effect, authorization: 'not-required' })
      if (decision.kind !== 'refuse' && decision.kind !== 'note') return undefined
      const { rule, explanations, failureClass } = decision.finding
      return {
        verdict: decision.kind === 'refuse' ? 'refuse' : 'warn',
        rule,
        because: rule === 'schema' ? failureClass : explanations.slice(0, 3).map(inWords).join(' and '),
      }
    },
    learn: ({ evidence }) => learn(model, evidence),
  }
}

/**
 * The baseline: refuse what failed before from exactly this state and never worked there, as the Python program does.
 * One failure is enough, whatever its reason.
 */
export function exactRule(): Rule {
  const seen = new Map<string, { ok: number; failed: number }>()
  const keyOf = ({ evidence }: Lived) =>
    JSON.stringify([evidence.tool, evidence.roles.map(({ role, before }) => [role, before])])
  return {
    foresee(lived) {
      const here = seen.get(keyOf(lived))
      if (lived.effect === 'READ_ONLY' || here === undefined || here.failed === 0) return undefined
      return { verdict: here.ok === 0 ? 'refuse' : 'warn', rule: 'exact', because: '' }
    },
    learn(lived) {
      const here = seen.get(keyOf(lived)) ?? { ok: 0, failed: 0 }
      if (lived.evidence.outcome.kind === 'ok') here.ok++
      if (lived.evidence.outcome.kind === 'failure') here.failed++
      seen.set(keyOf(lived), here)
    },
  }
}
