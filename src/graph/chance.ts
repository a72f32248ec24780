import { type Explanation, explanationsOf } from './explanation.ts'
import type { FailureClass, ToolModel } from './model.ts'

/**
 * How likely an atom that has nothing to do with the outcome would have survived by chance: at most
 * (n/(n+m))^n (m/(n+m))^m, times the number of candidates, for n failures and m successes.
 * @see Ernst et al. 2001 (Daikon), who justify invariants the same way.
 */
export function chance(failures: number, successes: number, candidates: number): number {
  const all = failures + successes
  if (failures === 0 || successes === 0) return 1
  return Math.min(1, candidates * (failures / all) ** failures * (successes / all) ** successes)
}

/**
 * How likely a number that has nothing to do with the outcome is beyond all successes in every failure: were all orders
 * of n failures and m successes alike, n! m! / (n+m)! on one side, times two sides, times the numbers looked at.
 */
export function chanceOfBound(failures: number, successes: number, quantities: number): number {
  let likely = 2 * quantities
  for (let each = 1; each <= failures; each++) likely *= each / (successes + each)
  return Math.min(1, likely)
}

/**
 * How likely chance alone would have left something of a class alive. Failures that are the same call seen again count
 * once. Where the error's own words name what is left, only what they name was looked at: whoever wrote them had not
 * seen these calls. 1 where nothing is left.
 */
export function chanceOf(tool: ToolModel, failures: FailureClass): number {
  const left = explanationsOf(tool, failures)
  const { size: seen } = failures.distinct
  const { size: atoms } = failures.candidates
  if (left.length === 0) return 1
  if (left.some(each => isNamed(failures, each))) return chance(seen, tool.ok, failures.named.size)
  if (left.some(each => each.kind === 'pair')) return chance(seen, tool.ok, (atoms * (atoms - 1)) / 2)
  const bounds = left.some(each => each.kind === 'above' || each.kind === 'below')
  const others = left.some(each => each.kind === 'atom' || each.kind === 'not')
  return Math.min(
    1,
    (others ? chance(seen, tool.ok, atoms) : 0) +
      (bounds ? chanceOfBound(seen, tool.ok, failures.range.size) : 0),
  )
}

/** Is an explanation one that the error's own words named? */
export function isNamed(failures: FailureClass, explanation: Explanation): boolean {
  return explanation.kind === 'atom' && failures.named.has(explanation.atom)
}
