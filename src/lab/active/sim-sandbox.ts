import { randomFor } from '../random.ts'
import { adapterOf } from '../sims/eyes.ts'
import { movesFor } from '../sims/moves.ts'
import type { SimRules } from '../sims/rules.ts'
import { createSim } from '../sims/sim.ts'
import { idOf } from '../sims/world.ts'
import type { Sandbox } from './sandbox.ts'

/** A simulator as a sandbox: it always is one. Calls of two resources name another one of its own, or an id that is free. */
export function simSandbox(rules: SimRules, seed: number, fixtures: number): Sandbox {
  const sim = createSim(rules, { seed, fixtures })
  const ids = Object.keys(sim.world().resources)
  const random = randomFor(seed, rules.name, 'companions')
  const companions = new Map(
    ids.map((id, index) => [
      id,
      random.next() < 0.5 ? idOf(rules, seed, fixtures + index + 1) : (random.pick(ids) ?? id),
    ]),
  )
  return {
    server: rules.name,
    adapter: adapterOf(rules),
    definitions: sim.definitions,
    ids,
    moves: (target, seen) => movesFor(rules, { target, companion: companions.get(target) ?? target, seen }),
    call: async call => ({ ...sim.call(call) }),
    reset: async () => sim.reset(),
  }
}
