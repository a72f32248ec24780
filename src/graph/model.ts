import type { Atom } from './atoms.ts'
import type { Change } from './changes.ts'
import type { StateKey } from './evidence.ts'
import { noneTogether, type Together } from './together.ts'
import type { Rejected } from './violations.ts'

/**
 * What was learned of one server. `learn` adds to it in place, so that one more piece of evidence costs the same at
 * the millionth call as at the tenth; it is otherwise a value: the same evidence in the same order gives the same model.
 */
export interface Model {
  readonly server: string
  /** Pieces of evidence taken in: the model's version. */
  version: number
  /** By edge label: the tool, with the argument that chooses its action where an adapter says so. */
  readonly tools: Map<string, ToolModel>
  /** Calls that failed and never succeeded since, by their digest. The oldest is forgotten first. */
  readonly repeats: Map<string, Repeat>
  /** Edges of all tools. */
  edges: number
  /** Calls that were made although a rule that meets the bar held: how many failed as foreseen, how many worked. */
  readonly foreseen: Foreseen
}

/** Calls of which a rule said that they fail, and that were made all the same. */
export interface Foreseen {
  failed: number
  worked: number
}

/** Exactly one call, arguments and everything that was read included, that failed. */
export interface Repeat {
  readonly tool: string
  /** Epoch of the tool in which it was last seen. */
  readonly epoch: number
  readonly failureClass: string
  /** Failures since it last worked, and when the last was, in milliseconds since 1970. */
  readonly count: number
  readonly at: number
}

export interface ToolModel {
  /** Fingerprint of the schema under which it was last seen. */
  schema: string
  /** How often the schema changed or a retest was asked for. What was last confirmed in an earlier epoch is due for one. */
  epoch: number
  /** Calls that worked. */
  ok: number
  /** Of these, calls after which something that can be read of their resources was different, and nothing was. */
  changed: number
  unchanged: number
  /** Calls that failed for a reason that the state might explain. */
  failed: number
  /** Calls that failed for another reason, or whose effect is unknown, by kind. They teach nothing. */
  readonly other: Map<string, number>
  /** Arguments that broke the schema and were rejected, by the ways in which they did. */
  readonly rejected: Map<string, Rejected>
  /** Raised whenever a success takes an explanation away, or an aspect turns out to have too many values. */
  revision: number
  /** Atoms seen in a call that worked, each with its place in `together`: none of them can explain a failure. */
  readonly okAtoms: Map<Atom, number>
  /** More atoms were seen in successes than are kept: a failure class that begins now could not be explained. */
  isFull: boolean
  /** Which of the atoms were seen in one success together: no two of them can explain a failure. */
  readonly together: Together
  /** Atoms that every call that worked had; undefined before the first. */
  okCore: Set<Atom> | undefined
  /** By aspect: its one value in all calls that worked, or `null` where it had several or was missing once. */
  readonly okValue: Map<string, string | null>
  /** By quantity: the least and the greatest value in calls that worked. */
  readonly okRange: Map<string, readonly [least: number, greatest: number]>
  /** By aspect: the values seen, null where there are too many to mean anything. */
  readonly values: Map<string, Set<string> | null>
  /** By role and feature: how its successes changed it; see `changeKey`. */
  readonly changes: Map<string, Change>
  readonly classes: Map<string, FailureClass>
  /** By role and state; see `edgeKey`. */
  readonly edges: Map<string, Edge>
}

/** Failures of one tool that are of one sort: the same code, the same fingerprint. Each class is explained by itself. */
export interface FailureClass {
  readonly key: string
  readonly code: string
  readonly fingerprint: string
  count: number
  /** Epoch of the tool's schema in which it was last seen. */
  epoch: number
  /** Digests of calls that differ in resource or arguments; the smallest few. */
  readonly distinct: Set<string>
  /** Digests of the resources that its failures were on; the smallest few. */
  readonly resources: Set<string>
  /** Atoms that all its failures share. */
  readonly candidates: Set<Atom>
  /** Those of them that no success had. */
  readonly left: Set<Atom>
  /** Calls that its rule held for and that were made all the same. */
  readonly foreseen: Foreseen
  /** By aspect: a value that the error's own words ask for and that was not there (`only DRAFT …`). */
  readonly wanted: Map<string, string>
  /** Atoms that an error's own words named. */
  readonly named: Set<Atom>
  /** By aspect that all its failures have: the values it had there; null where they were too many. */
  readonly valuesSeen: Map<string, Set<string> | null>
  /** By quantity that all its failures have: the least and the greatest value there. */
  readonly range: Map<string, readonly [least: number, greatest: number]>
}

/** (role, state, tool) with everything observed there. */
export interface Edge {
  readonly role: string
  readonly resourceClass: string
  readonly state: StateKey
  epoch: number
  ok: number
  /** Of these, calls that changed nothing that can be read. */
  unchanged: number
  /** Failures that the state might explain, by class. */
  readonly failed: Map<string, EdgeFailure>
  /** Digests of requests (arguments without ids) that worked here; the smallest few. */
  readonly okRequests: Set<string>
  /** States after a call that worked, with how often. */
  readonly after: Map<StateKey, number>
}

export interface EdgeFailure {
  count: number
  /** Digests of calls that differ in resource or arguments; the smallest few. */
  readonly distinct: Set<string>
  /** Digests of requests (arguments without ids); the smallest few. */
  readonly requests: Set<string>
}

/** What is known of a server of which nothing was seen. */
export function emptyModel(server: string): Model {
  return {
    server,
    version: 0,
    tools: new Map(),
    repeats: new Map(),
    edges: 0,
    foreseen: { failed: 0, worked: 0 },
  }
}

/** What is known of a tool, with this fingerprint of its schema, that was never called. */
export function emptyTool(schema: string): ToolModel {
  return {
    schema,
    epoch: 0,
    ok: 0,
    changed: 0,
    unchanged: 0,
    failed: 0,
    other: new Map(),
    rejected: new Map(),
    revision: 0,
    okAtoms: new Map(),
    isFull: false,
    together: noneTogether(),
    okCore: undefined,
    okValue: new Map(),
    okRange: new Map(),
    values: new Map(),
    changes: new Map(),
    classes: new Map(),
    edges: new Map(),
  }
}

/** Where a tool's edge for one role and state is kept. */
export function edgeKey(role: string, state: StateKey): string {
  return `${role}\n${state}`
}

/** The name of a failure class within its tool. */
export function classKey(code: string, fingerprint: string): string {
  return code === '' || fingerprint.startsWith(code) ? fingerprint : `${code}: ${fingerprint}`
}
