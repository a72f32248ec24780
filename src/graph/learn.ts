import { equality } from './atoms.ts'
import { digest } from './digest.ts'
import { retestAfter } from './drift.ts'
import type { Evidence, Outcome, RoleEvidence } from './evidence.ts'
import {
  bounds,
  classKey,
  type Edge,
  edgeKey,
  emptyTool,
  type FailureClass,
  type Model,
  type ToolModel,
} from './model.ts'
import { learnRejected } from './violations.ts'

type Failure = Extract<Outcome, { kind: 'failure' }>
type Success = Extract<Outcome, { kind: 'ok' }>

/**
 * Takes one piece of evidence into the model, in place, at a cost that does not grow with what was learned before.
 * Calls that overlapped another on a resource, failures that no state can explain, and calls that were done in part or
 * whose effect nobody knows are counted and teach nothing.
 * @see Juba, Le and Stern 2021 (arXiv 2107.04169): what was in a success cannot forbid; the rest might.
 */
export function learn(model: Model, evidence: Evidence): void {
  model.version++
  const tool = toolOf(model, evidence)
  const { outcome } = evidence
  if (evidence.overlapped) count(tool.other, 'overlapped')
  else if (outcome.kind === 'ok') learnSuccess(model, tool, evidence, outcome)
  else if (outcome.kind === 'unknown') learnNothing(tool, outcome.why)
  else if (outcome.kind !== 'failure') count(tool.other, outcome.kind)
  else learnFailure(model, tool, evidence, outcome)
}

function toolOf(model: Model, { tool: label, schema }: Evidence): ToolModel {
  const known = model.tools.get(label)
  if (known === undefined) {
    const fresh = emptyTool(schema)
    model.tools.set(label, fresh)
    return fresh
  }
  retestAfter(known, schema)
  return known
}

function learnNothing(tool: ToolModel, why: Extract<Outcome, { kind: 'unknown' }>['why']): void {
  if (why === 'retest') tool.epoch++
  count(tool.other, why)
}

function learnSuccess(model: Model, tool: ToolModel, evidence: Evidence, { changed }: Success): void {
  tool.ok++
  if (changed === true) tool.changed++
  if (changed === false) tool.unchanged++
  model.repeats.delete(evidence.callDigest)
  learnValues(tool, evidence)
  for (const atom of evidence.atoms) tool.okAtoms.add(atom)
  narrow(tool, evidence)
  for (const [name, value] of evidence.quantities)
    tool.okRange.set(name, widen(tool.okRange.get(name), value))
  for (const role of evidence.roles) {
    const edge = edgeOf(tool, role)
    if (edge === undefined) continue
    edge.ok++
    if (changed === false) edge.unchanged++
    edge.epoch = tool.epoch
    keepSmallest(edge.okRequests, evidence.requestDigest)
    if (role.after !== null) count(edge.after, role.after)
  }
}

/** What all successes share shrinks with each: atoms, and the one value of each aspect. */
function narrow(tool: ToolModel, { atoms }: Evidence): void {
  const first = tool.okCore === undefined
  if (tool.okCore === undefined) tool.okCore = new Set(atoms)
  else keepOnly(tool.okCore, new Set(atoms))
  const now = valuesIn(atoms)
  for (const [aspect, value] of now) {
    if (first) tool.okValue.set(aspect, value)
    else if (tool.okValue.get(aspect) !== value) tool.okValue.set(aspect, null)
  }
  for (const aspect of tool.okValue.keys()) if (!now.has(aspect)) tool.okValue.set(aspect, null)
}

function learnFailure(model: Model, tool: ToolModel, evidence: Evidence, failure: Failure): void {
  const key = classKey(failure.code, failure.fingerprint)
  if (failure.failure === 'state' || failure.failure === 'arguments') remember(model, tool, evidence, key)
  if (failure.failure === 'state') learnStateFailure(tool, evidence, failure, key)
  else count(tool.other, failure.failure)
  if (failure.failure === 'arguments') learnRejected(tool, evidence)
}

function learnStateFailure(tool: ToolModel, evidence: Evidence, failure: Failure, key: string): void {
  tool.failed++
  learnValues(tool, evidence)
  const failureClass = classOf(tool, key, failure, evidence)
  if (failureClass !== undefined) learnClass(failureClass, tool, evidence, failure)
  for (const role of evidence.roles) learnEdgeFailure(tool, role, evidence, key)
}

function remember(model: Model, { epoch }: ToolModel, evidence: Evidence, failureClass: string): void {
  const { tool, callDigest, at } = evidence
  const times = (model.repeats.get(callDigest)?.count ?? 0) + 1
  model.repeats.delete(callDigest)
  model.repeats.set(callDigest, { tool, epoch, failureClass, count: times, at })
  for (const oldest of model.repeats.keys()) {
    if (model.repeats.size <= bounds.repeats) break
    model.repeats.delete(oldest)
  }
}

function classOf(
  tool: ToolModel,
  key: string,
  failure: Failure,
  evidence: Evidence,
): FailureClass | undefined {
  const known = tool.classes.get(key)
  if (known !== undefined || tool.classes.size >= bounds.classes) return known
  const fresh: FailureClass = {
    key,
    code: failure.code,
    fingerprint: failure.fingerprint,
    count: 0,
    epoch: tool.epoch,
    distinct: new Set(),
    resources: new Set(),
    candidates: new Set(evidence.atoms),
    named: new Set(),
    valuesSeen: new Map([...valuesIn(evidence.atoms)].map(([aspect, value]) => [aspect, new Set([value])])),
    range: new Map(evidence.quantities.map(([name, value]) => [name, [value, value] as const])),
  }
  tool.classes.set(key, fresh)
  return fresh
}

function learnClass(known: FailureClass, tool: ToolModel, evidence: Evidence, failure: Failure): void {
  known.count++
  known.epoch = tool.epoch
  keepSmallest(known.distinct, subjectOf(evidence))
  keepSmallest(known.resources, resourcesOf(evidence))
  keepOnly(known.candidates, new Set(evidence.atoms))
  for (const atom of failure.names) known.named.add(atom)
  learnValuesSeen(known, valuesIn(evidence.atoms))
  learnRange(known, new Map(evidence.quantities))
}

function learnValuesSeen(known: FailureClass, now: ReadonlyMap<string, string>): void {
  for (const [aspect, seen] of known.valuesSeen) {
    const value = now.get(aspect)
    if (value === undefined) known.valuesSeen.delete(aspect)
    else if (seen !== null && seen.add(value).size > bounds.values) known.valuesSeen.set(aspect, null)
  }
}

function learnRange(known: FailureClass, now: ReadonlyMap<string, number>): void {
  for (const [name, range] of known.range) {
    const value = now.get(name)
    if (value === undefined) known.range.delete(name)
    else known.range.set(name, widen(range, value))
  }
}

function learnEdgeFailure(tool: ToolModel, role: RoleEvidence, evidence: Evidence, key: string): void {
  const edge = edgeOf(tool, role)
  if (edge === undefined) return
  edge.epoch = tool.epoch
  const known = edge.failed.get(key) ?? { count: 0, distinct: new Set<string>(), requests: new Set<string>() }
  known.count++
  keepSmallest(known.distinct, subjectOf(evidence))
  keepSmallest(known.requests, evidence.requestDigest)
  edge.failed.set(key, known)
}

function edgeOf(tool: ToolModel, { role, resourceClass, before }: RoleEvidence): Edge | undefined {
  if (before === null) return undefined
  const key = edgeKey(role, before)
  const known = tool.edges.get(key)
  if (known !== undefined || tool.edges.size >= bounds.edges) return known
  const fresh: Edge = {
    role,
    resourceClass,
    state: before,
    epoch: tool.epoch,
    ok: 0,
    unchanged: 0,
    failed: new Map(),
    okRequests: new Set(),
    after: new Map(),
  }
  tool.edges.set(key, fresh)
  return fresh
}

/** Counts the values of each aspect over all calls, so that an identity or a free text is found out. */
function learnValues(tool: ToolModel, { atoms }: Evidence): void {
  for (const [aspect, value] of valuesIn(atoms)) {
    const seen = tool.values.get(aspect) ?? new Set<string>()
    if (seen.size <= bounds.values) seen.add(value)
    tool.values.set(aspect, seen)
  }
}

/** By aspect, its value in these atoms; `empty` and `not empty` are no values. */
function valuesIn(atoms: readonly string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const atom of atoms) {
    const is = equality(atom)
    if (is !== undefined && is.value !== 'empty' && is.value !== 'not empty') values.set(is.aspect, is.value)
  }
  return values
}

/** Which resources with which request: two failures with the same subject are one failure seen twice. */
function subjectOf({ roles, requestDigest }: Evidence): string {
  return digest(`${requestDigest}\n${namesOf(roles)}`)
}

function resourcesOf({ roles }: Evidence): string {
  return digest(namesOf(roles))
}

function namesOf(roles: Evidence['roles']): string {
  return roles.map(({ role, resource }) => `${role} ${resource}`).join('\n')
}

function widen(range: readonly [number, number] | undefined, value: number): readonly [number, number] {
  return range === undefined ? [value, value] : [Math.min(range[0], value), Math.max(range[1], value)]
}

/** Keeps the smallest few of a growing set: which ones does not depend on the order in which they came. */
function keepSmallest(set: Set<string>, item: string): void {
  set.add(item)
  if (set.size <= bounds.digests) return
  let largest = item
  for (const each of set) if (each > largest) largest = each
  set.delete(largest)
}

function keepOnly<T>(set: Set<T>, others: ReadonlySet<T>): void {
  for (const item of set) if (!others.has(item)) set.delete(item)
}

function count<K>(map: Map<K, number>, key: K): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}
