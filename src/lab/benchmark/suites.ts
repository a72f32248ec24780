import type { SimRules } from '../sims/rules.ts'
import { simNamed } from '../sims/sims.ts'
import type { Category } from './task.ts'

/** What a benchmark measures on: which simulators, and how many tasks of which kind on each. */
export interface Suite {
  readonly name: string
  readonly rules: readonly SimRules[]
  /** Tasks of each category on each simulator. */
  readonly tasks: Readonly<Record<Category, number>>
}

const hundred = {
  reachable: 30,
  unreachable: 15,
  'hidden state': 15,
  'stale snapshot': 10,
  distractor: 10,
  'non-deterministic': 10,
  drift: 10,
} as const

/** Half as many of each, so that four simulators make two hundred tasks as well. */
const fifty = {
  reachable: 14,
  unreachable: 7,
  'hidden state': 7,
  'stale snapshot': 6,
  distractor: 5,
  'non-deterministic': 5,
  drift: 6,
} as const

/** The suites. A released one never changes: a change makes a new one. */
export const suites: readonly Suite[] = [
  { name: 'stateful-v1', rules: named('release_sim', 'ticket_sim'), tasks: hundred },
  { name: 'stateful-v2', rules: named('release_sim', 'ticket_sim', 'file_sim', 'account_sim'), tasks: fifty },
]

/** The suite of a name, or undefined where there is none. */
export function suiteNamed(name: string): Suite | undefined {
  return suites.find(each => each.name === name)
}

function named(...names: readonly string[]): SimRules[] {
  return names.flatMap(name => simNamed(name) ?? [])
}
