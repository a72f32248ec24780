import type { SimRules } from '../lab/sims/rules.ts'
import { simNamed, sims } from '../lab/sims/sims.ts'
import { Problem } from '../problem.ts'
import { printable } from './print.ts'
import { wrong } from './wrong-usage.ts'

/** The simulator that a command line names. Throws Problem `usage`. */
export function rulesOf(name: string): SimRules {
  const rules = simNamed(name)
  if (rules !== undefined) return rules
  throw wrong(
    `There is no simulator “${printable(name, 60)}”`,
    `Take one of: ${sims.map(each => each.name).join(', ')}`,
  )
}

/** A seed: any whole number. Throws Problem `usage`. */
export function seedIn(text: string): number {
  const seed = Number(text)
  if (/^\d{1,15}$/.test(text) && Number.isSafeInteger(seed)) return seed
  throw new Problem('usage', { what: `--seed takes a whole number, not “${printable(text, 40)}”` })
}
