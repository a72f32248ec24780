import type { Json, JsonObject } from '../json.ts'

/** What a tool does to the world, as far as somebody said so. */
export type Effect = 'READ_ONLY' | 'MUTATING' | 'DESTRUCTIVE'

/**
 * What someone says about one server, normalised: the flat form has become one resource, every default is
 * filled in, every pattern is compiled. schema.ts says how the file spells it, normalise.ts how this is made.
 */
export interface Adapter {
  readonly serverId: string
  readonly resources: readonly ResourceRule[]
  /** By tool name. Only the tools whose names and arguments do not say enough. */
  readonly tools: Readonly<Record<string, ToolRule>>
  /** By tool name. */
  readonly effectClasses: Readonly<Record<string, Effect>>
  /** Tools that a person must approve before `block` lets them through, whatever was learned. */
  readonly approvalRequired: readonly string[]
  /** What makes a result a failure although the server calls it a success. */
  readonly failure: readonly FailureRule[]
  /** How it is set back, where it was said to be a sandbox; null where it is none. */
  readonly sandbox: SandboxRule | null
}

/** What makes experiments possible. */
export interface SandboxRule {
  /** Command and arguments that set everything back. */
  readonly reset: readonly string[]
  /** Ids of resources of the first class that are there then. */
  readonly resources: readonly string[]
  /** By argument: values worth trying. */
  readonly values: Readonly<Record<string, readonly Json[]>>
}

/** When resources are read back around a call. */
export interface ReadPolicy {
  readonly before: boolean
  readonly after: boolean
  /** A reading that is at most this old, in milliseconds, is used again; 0 reads afresh. */
  readonly reuseMs: number
}

/** How the resources of one class are named and read back. */
export interface ResourceRule {
  readonly resourceClass: string
  readonly observationTool: string
  /**
   * The parameters that together are the id: one, or several for a composite id (owner, repo, number). None: there is
   * one such resource only (the page of a browser), and every tool acts on it.
   */
  readonly idParams: readonly string[]
  /** By id parameter: other argument paths that carry it (`source`, `orders[*].id`). */
  readonly idAliases: Readonly<Record<string, readonly string[]>>
  /** Template of the reading tool's arguments; null: exactly the id parameters. */
  readonly observationArgs: JsonObject | null
  readonly format: ObservationFormat
  /** Dotted path of the part of the result that is the resource; '' is the whole. */
  readonly root: string
  readonly find: FindRule | null
  /** By field name: the first group that it captures is the field's value; without a group, whether it matches. */
  readonly patterns: Readonly<Record<string, RegExp>>
  /** What says that the resource does not exist. null: a failure that says so in the usual words. */
  readonly missing: readonly Match[] | null
  /** null: found by the shape of the values, see features.ts. */
  readonly features: readonly FeatureRule[] | null
  /** Names or dotted paths of fields that are never state. */
  readonly ignore: readonly string[]
  /** The only tools whose arguments name resources of this class; null: every tool. */
  readonly onlyTools: readonly string[] | null
  /** The adapter's failure rules for the reading tool, at hand for judging a reading. */
  readonly failure: readonly Match[]
  readonly read: ReadPolicy
}

/** Where only a list exists: the path of the list, and the key that holds the id in an item. */
export interface FindRule {
  readonly in: string
  readonly key: string
  readonly pages: PageRule | null
}

/** How a list that comes in pages is read on. */
export interface PageRule {
  /** The reading tool's argument that asks for a page. */
  readonly param: string
  /** Where a result says which page is next; null where pages are numbered. */
  readonly next: string | null
  /** The number of the first page. */
  readonly first: number
  /** Pages that are read at most, the first one included. */
  readonly most: number
}

/** How a result becomes fields. `exists`: nothing but that it is there. */
type ObservationFormat = 'fields' | 'kv_text' | 'patterns' | 'exists'

/** One feature of the state: a field, or a claim about one. */
export interface FeatureRule {
  readonly name: string
  readonly path: string
  readonly test: FeatureTest
}

/** What a feature asks of its field. */
export type FeatureTest =
  | { readonly kind: 'value' }
  | { readonly kind: 'nonempty' }
  | { readonly kind: 'null' }
  | { readonly kind: 'present' }
  | { readonly kind: 'equals'; readonly value: Json }
  | { readonly kind: 'matches'; readonly pattern: RegExp }
  /** Equal to the field at another path. */
  | { readonly kind: 'same_as'; readonly path: string }

/** A rule about a result: its text, a value in its JSON, or that there is nothing in it. */
export type Match =
  | { readonly kind: 'text'; readonly pattern: RegExp }
  | { readonly kind: 'json'; readonly path: string; readonly test: JsonTest }
  | { readonly kind: 'empty' }

/** What makes a result a failure; of these tools alone, where some are named. */
export type FailureRule = Match & { readonly tools: readonly string[] | null }

/** What a rule asks of the value at its path. */
export type JsonTest =
  | { readonly kind: 'equals'; readonly value: Json }
  | { readonly kind: 'matches'; readonly pattern: RegExp }
  | { readonly kind: 'present'; readonly present: boolean }

/** What the adapter says of one tool. */
export interface ToolRule {
  readonly effect: Effect | null
  /** By argument path: the class of the resource that it names. */
  readonly roles: Readonly<Record<string, string>>
  /** The resource that a call makes, and the path of its id in the result. */
  readonly creates: { readonly resourceClass: string; readonly idFrom: string } | null
  /** The argument that chooses what the tool does (`mode`); null where it does one thing. */
  readonly actionParam: string | null
  /** By value of the action's argument. */
  readonly effects: Readonly<Record<string, Effect>>
}
