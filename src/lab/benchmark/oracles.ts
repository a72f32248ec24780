import { goalInWords } from '../../advice/offers.ts'
import type { Json } from '../../json.ts'
import { stateIn } from '../sims/eyes.ts'
import { judge } from '../sims/judge.ts'
import { movesFor } from '../sims/moves.ts'
import { asSeen, planFor } from '../sims/plan.ts'
import { visible } from '../sims/world.ts'
import type { Advise } from './advised.ts'
import { noWay } from './line.ts'
import { namesOf, spellLine } from './spell-line.ts'

/** Knows the rules and everything, what is hidden and what chance will do included. */
export const oracle: Advise = (task, sim, id) => lineOf(task, sim, id, true)

/** Knows the rules, and of the resources what can be seen: the best that anybody could say who sees no more. */
export const visibleOracle: Advise = (task, sim, id) => lineOf(task, sim, id, false)

function lineOf(
  { rules, companion, goal }: Parameters<Advise>[0],
  sim: Parameters<Advise>[1],
  target: string,
  seesAll: boolean,
): string | undefined {
  const world = seesAll ? sim.world() : asSeen(rules, sim.world())
  const plan = planFor(rules, world, { target, companion, goal })
  const fields = Object.hasOwn(world.resources, target) ? world.resources[target] : undefined
  const all = movesFor(rules, { target, companion, seen: fields && visible(rules, fields) })
  const to = goalInWords(Object.entries(goal) as [string, Json][])
  const route =
    plan.kind === 'way'
      ? plan.moves.map(({ label }) => label).join(', ')
      : plan.kind === 'no way'
        ? noWay
        : ''
  return spellLine({
    state: stateIn(rules, world, target),
    no: namesOf(
      all.filter(move => judge(rules, world, move).kind !== 'ok'),
      all,
    ),
    routes: route === '' ? [] : [{ to, moves: route }],
  })
}
