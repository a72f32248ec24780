import type { JsonObject } from '../../json.ts'
import { fulfils } from './eyes.ts'
import { type Move, movesFor } from './moves.ts'
import type { SimRules } from './rules.ts'
import { step } from './step.ts'
import { visible, type World } from './world.ts'

/** What looking ahead found: the moves to the goal, that there is no way, or that it is too far to tell. */
export type Plan =
  | { readonly kind: 'way'; readonly moves: readonly Move[] }
  | { readonly kind: 'no way' }
  | { readonly kind: 'too far' }

export interface Wanted {
  readonly target: string
  readonly companion: string
  readonly goal: JsonObject
}

/** How far is looked, in moves, and at how many worlds. */
const most = { moves: 6, worlds: 200 }

/**
 * The shortest way from a world to a goal, by the rules themselves: what an oracle knows. Chance is looked through as
 * well, since what the next call draws is decided. Moves that fail change nothing and are on no way.
 */
export function planFor(rules: SimRules, from: World, { target, companion, goal }: Wanted): Plan {
  const fieldsIn = (world: World, id: string) =>
    Object.hasOwn(world.resources, id) ? world.resources[id] : undefined
  const keyOf = (world: World) => {
    const fields = fieldsIn(world, target)
    // where chance may play a part, the same fields one call later are not the same
    const isPlain = fields === undefined || isHarmless(rules, fields)
    return JSON.stringify([fields, fieldsIn(world, companion), isPlain ? 0 : world.calls])
  }
  const seen = new Set([keyOf(from)])
  const ahead: { world: World; moves: readonly Move[] }[] = [{ world: from, moves: [] }]
  let isCut = false
  for (const { world, moves } of ahead) {
    const fields = fieldsIn(world, target)
    const shown = fields && visible(rules, fields)
    if (fulfils(rules, goal, shown)) return { kind: 'way', moves }
    if (moves.length >= most.moves || ahead.length >= most.worlds) {
      isCut = true
      continue
    }
    for (const move of movesFor(rules, { target, companion, seen: shown })) {
      const { world: next, verdict } = step(rules, world, move)
      const key = keyOf(next)
      if (verdict.kind !== 'ok' || seen.has(key)) continue
      seen.add(key)
      ahead.push({ world: next, moves: [...moves, move] })
    }
  }
  return { kind: isCut ? 'too far' : 'no way' }
}

/** The world as somebody would think it is who sees what can be seen, and expects nothing bad of what cannot. */
export function asSeen(rules: SimRules, world: World): World {
  const resources = Object.entries(world.resources).map(
    ([id, fields]) => [id, { ...fields, ...rules.hidden }] as const,
  )
  return { ...world, resources: Object.fromEntries(resources) }
}

/** Has nothing that is hidden of a resource any bearing on what its tools do? */
export function isHarmless({ hidden }: SimRules, fields: JsonObject): boolean {
  return Object.entries(hidden).every(([name, value]) => fields[name] === value)
}
