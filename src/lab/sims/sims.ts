import { accountSim } from './account.ts'
import { fileSim } from './file.ts'
import { releaseSim } from './release.ts'
import type { SimRules } from './rules.ts'
import { ticketSim } from './ticket.ts'

/** Every simulator that comes with mcpgraphy. */
export const sims: readonly SimRules[] = [releaseSim, ticketSim, fileSim, accountSim]

/** The simulator of a name, or undefined where there is none. */
export function simNamed(name: string): SimRules | undefined {
  return sims.find(each => each.name === name)
}
