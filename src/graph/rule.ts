import { isAside, roleOf } from './atoms.ts'
import { chanceOf, isNamed } from './chance.ts'
import { isStale } from './drift.ts'
import { type Explanation, explanationsOf, holds, type Sayable, subjectOf } from './explanation.ts'
import type { FailureClass, ToolModel } from './model.ts'

/** What a class must have behind it before it may refuse a call. */
export const bar = {
  /** Failures that differ in resource or arguments. */
  failures: 3,
  /** Successes of the tool elsewhere. */
  successes: 1,
  /** The same, for saying that a tool fails from a state where no word of the error names it. */
  failuresToTell: 2,
  /** How likely, at most, chance alone would have left it alive, where what is left is no plain state or argument. */
  chance: 0.05,
} as const

/**
 * Would this class refuse the call? Its evidence meets the bar and is no older than the tool's schema, every
 * explanation that is left holds, and the refusal reaches no further than what was seen.
 */
export function refuses(tool: ToolModel, failures: FailureClass, said: Sayable, schema = ''): boolean {
  if (!meetsBar(tool, failures) || isStale(tool, failures, schema)) return false
  const left = explanationsOf(tool, failures)
  return (
    allHold(left, said) &&
    isGrounded(failures, left) &&
    !reachesBeyond(tool, failures, said) &&
    (left.some(isPlain) || chanceOf(tool, failures) <= bar.chance)
  )
}

/** Has a class enough behind it to refuse a call? */
export function meetsBar(tool: ToolModel, failures: FailureClass): boolean {
  return failures.distinct.size >= bar.failures && tool.ok >= bar.successes
}

/** Is there an explanation, and does every one of them hold for this call? */
export function allHold(explanations: readonly Explanation[], said: Sayable): boolean {
  return explanations.length > 0 && explanations.every(each => holds(each, said))
}

/**
 * Does it say what a resource or an argument is? There are few of these, and they are what a person would look at
 * first. Of relations, items, amounts and pairs there are so many that some always fit: they must be more than chance.
 */
function isPlain(explanation: Explanation): boolean {
  if (explanation.kind === 'not') return true
  return (
    explanation.kind === 'atom' && / is | given$/.test(explanation.atom) && !explanation.atom.includes('[')
  )
}

/**
 * A state is to blame only where more than one resource failed in it: three wrong arguments on one resource are three
 * different failures, and the arguments may be what is wrong. An explanation that the error itself names, or one about
 * the arguments, needs no second resource.
 */
function isGrounded(failures: FailureClass, left: readonly Explanation[]): boolean {
  const needsSecond = left.every(each => subjectOf(each) !== 'args' && !isNamed(failures, each))
  return !needsSecond || failures.resources.size > 1
}

/**
 * Would a refusal reach beyond what was seen? All failures had one value of some feature of a resource, the call has
 * another, and with that one the tool has worked: the condition may need both.
 */
function reachesBeyond(tool: ToolModel, failures: FailureClass, said: Sayable): boolean {
  for (const [aspect, seen] of failures.valuesSeen) {
    const value = said.values.get(aspect)
    if (seen === null || seen.size !== 1 || value === undefined || seen.has(value)) continue
    if (roleOf(aspect) !== 'args' && !isAside(aspect) && hasWorkedWith(tool, aspect, value)) return true
  }
  return false
}

/** Of an aspect with too many values no value is kept: it may have. */
function hasWorkedWith(tool: ToolModel, aspect: string, value: string): boolean {
  return tool.values.get(aspect) === null || tool.okAtoms.has(`${aspect} is ${value}`)
}
