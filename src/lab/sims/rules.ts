import type { Json, JsonObject } from '../../json.ts'

/**
 * Everything that a simulated server is: what its resources look like, what each tool needs and what it does. Data
 * only, so that a person can read a simulator's rules on one page, and the oracle judges by the very same page.
 */
export interface SimRules {
  readonly name: string
  readonly about: string
  /** What its resources are called: `release`. */
  readonly resource: string
  /** How ids are made, with `{seed}` and `{n}`. */
  readonly ids: string
  readonly readTool: string
  readonly listTool: string
  /** The argument of the reading tool that names a resource. */
  readonly idParam: string
  /** Fields that no answer shows, each with the value that never makes a call fail. */
  readonly hidden: JsonObject
  /** The hidden field by which chance has a say. */
  readonly chance: string
  /** Fields that nobody would take for a state: names and counters. */
  readonly noise: readonly string[]
  /** How many changes the list lags behind. */
  readonly lag: number
  /** A resource to which nothing was done yet. */
  readonly fresh: JsonObject
  /** How resources begin, in turn; what a field does not say here is drawn from `draws`. */
  readonly starts: readonly JsonObject[]
  readonly draws: Readonly<Record<string, readonly Json[]>>
  readonly notFound: Says
  readonly tools: Readonly<Record<string, ToolRule>>
  /** What tools need instead, once the server has drifted. */
  readonly drift: Readonly<Record<string, readonly FailureRule[]>>
  /** What somebody may want of a resource, in the features of the adapter; `exists` counts as one. */
  readonly goals: readonly JsonObject[]
  /** What an adapter for it says: the same form as for any server. */
  readonly adapter: JsonObject
}

export interface ToolRule {
  readonly about: string
  readonly destroys?: true
  readonly args: Readonly<Record<string, ArgRule>>
  /** The first that holds decides. */
  readonly fails: readonly FailureRule[]
  readonly does: readonly Change[]
}

/** An argument, and the values that somebody who does not know the rules would think of. */
export type ArgRule =
  /** The id of a resource, which plays this role in the call. `mayBeMissing`: it needs not exist. */
  | { readonly names: string; readonly mayBeMissing?: true }
  | { readonly text: readonly string[] }
  | { readonly number: readonly number[] }
  /** A number that is read off the resource first, as a revision is. */
  | { readonly read: string }

/** A failure: it happens when all of its conditions hold, and the draw is for it where it depends on chance. */
export interface FailureRule extends Says {
  readonly when: readonly Condition[]
  /** How often it happens when they hold; always, where it is not given. */
  readonly chance?: number
}

/** What an error says. `{id}` and `{args.amount}` stand for what the call brought. */
export interface Says {
  readonly code: string
  readonly says: string
  /** It is reported as a success whose content says that it failed. */
  readonly soft?: true
}

/** A sentence about a call: what is left of the verb is the path of a field (`release.status`) or argument (`args.tag`). */
export type Condition =
  | readonly [left: string, verb: 'is' | 'is not', value: Json]
  | readonly [left: string, verb: 'equals' | 'differs from' | 'in' | 'not in', right: string]
  | readonly [left: string, verb: 'over' | 'under', right: string | number]

/** One thing that a tool does. Paths as in conditions. */
export type Change =
  | { readonly set: string; readonly to: Json | From; readonly unless?: Chance; readonly otherwise?: Json }
  | { readonly add: string; readonly by: number | From; readonly times?: -1 }
  | { readonly put: From; readonly into: string }
  | { readonly take: From; readonly outOf: string }
  /** A resource that comes to be, like another or with these fields. */
  | { readonly create: string; readonly like: string | JsonObject }
  | { readonly remove: string }

/** The value at a path. */
export interface From {
  readonly from: string
}

interface Chance {
  readonly when: readonly Condition[]
  readonly chance: number
}
