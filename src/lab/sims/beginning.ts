import type { StateKey } from '../../graph/evidence.ts'
import { stateIn } from './eyes.ts'
import { simOf } from './fitting.ts'
import { worldOf } from './world.ts'

/**
 * How a resource of a simulator begins, by its reference (`release:demo-0-5`), where these are a simulator's tools: a
 * simulator begins the same each time, so that nobody has to have seen it. Undefined for everything else.
 */
export function beginningOf(
  tools: readonly { readonly name: string }[],
  ref: string,
): { readonly resourceClass: string; readonly state: StateKey } | undefined {
  const rules = simOf(tools)
  if (rules === undefined || !ref.startsWith(`${rules.resource}:`)) return undefined
  const id = ref.slice(rules.resource.length + 1)
  const [seed, n] = (/(\d{1,15})-(\d{1,4})\D*$/.exec(id) ?? []).slice(1).map(Number)
  if (seed === undefined || n === undefined || n < 1) return undefined
  const world = worldOf(rules, seed, Math.min(n, mostFixtures))
  return Object.hasOwn(world.resources, id)
    ? { resourceClass: rules.resource, state: stateIn(rules, world, id) }
    : undefined
}

/** As many as a simulator serves at most. */
const mostFixtures = 1000
