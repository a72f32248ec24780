import type { JsonObject } from '../../json.ts'
import type { SimRules } from '../sims/rules.ts'
import type { World } from '../sims/world.ts'

/** What makes a task easy or hard. */
export const categories = [
  'reachable',
  'unreachable',
  'hidden state',
  'stale snapshot',
  'distractor',
  'non-deterministic',
  'drift',
] as const

export type Category = (typeof categories)[number]

/** One job for the agent: bring a resource of a server where somebody wants it, or say that it cannot be done. */
export interface Task {
  readonly number: number
  readonly rules: SimRules
  readonly category: Category
  /** The server as it is when the job begins. */
  readonly world: World
  readonly target: string
  /** Another id that calls with two resources may name. */
  readonly companion: string
  readonly goal: JsonObject
  /** Whether the goal can be reached at all, by the rules as they are. */
  readonly reachable: boolean
  /**
   * What the agent knows of the target when it begins. `read`: nothing, so it reads it. `list`: what the list shows.
   * `told`: an id that somebody gave it, and how they remember the resource.
   */
  readonly start:
    | { readonly kind: 'read' }
    | { readonly kind: 'list' }
    | { readonly kind: 'told'; readonly id: string; readonly fields: JsonObject }
}
