import { isNamed } from '../graph/chance.ts'
import { type Explanation, explanationsOf, holds, type Sayable, subjectOf } from '../graph/explanation.ts'
import type { FailureClass, Model, ToolModel } from '../graph/model.ts'

/** What other tools of the server failed of, under something that holds for this call too. */
export interface Transferred {
  readonly failureClass: string
  readonly failures: number
  readonly tools: number
  readonly explanations: readonly Explanation[]
}

/** So many calls of a tool, and its own evidence says more than that of others. */
const hardlyKnown = 5

/** So many other tools must have failed alike. */
const fewestTools = 2

/**
 * Failures of other tools that a tool which is hardly known may share: with the same fingerprint, each under a state of
 * the resource that its own words name or that all its evidence agrees on, which holds now and under which this tool has
 * never worked. Arguments are not looked at: those of other tools mean other things.
 */
export function transferredTo(
  model: Model,
  label: string,
  tool: ToolModel | undefined,
  said: Sayable,
): Transferred[] {
  if ((tool?.ok ?? 0) + (tool?.failed ?? 0) >= hardlyKnown) return []
  const found = new Map<string, Transferred>()
  for (const [name, other] of model.tools) {
    if (name === label) continue
    for (const failures of other.classes.values()) {
      const reason = reasonIn(other, failures, tool, said)
      if (reason === undefined) continue
      const key = `${failures.key}\n${reason.atom}`
      const known = found.get(key) ?? {
        failureClass: failures.key,
        failures: 0,
        tools: 0,
        explanations: [reason],
      }
      found.set(key, { ...known, failures: known.failures + failures.count, tools: known.tools + 1 })
    }
  }
  return [...found.values()]
    .filter(({ tools }) => tools >= fewestTools)
    .sort((a, b) => b.tools - a.tools || b.failures - a.failures)
}

/** The one state of a resource under which the other tool failed so, if it holds now. */
function reasonIn(other: ToolModel, failures: FailureClass, tool: ToolModel | undefined, said: Sayable) {
  const left = explanationsOf(other, failures).filter(each => each.kind === 'atom')
  const named = left.filter(each => isNamed(failures, each))
  const decisive = named.length > 0 ? named : other.ok > 0 ? left : []
  const holding = decisive.filter(each => holds(each, said))
  if (holding.length === 0 || holding.length < decisive.length) return undefined
  return holding.find(
    each => subjectOf(each) !== 'args' && each.atom.includes(' is ') && !tool?.okAtoms.has(each.atom),
  )
}
