import type { Atom } from './atoms.ts'
import { bounds } from './bounds.ts'
import { learnChanges } from './changes.ts'
import { learnClass } from './classes.ts'
import { digest } from './digest.ts'
import { retestAfter } from './drift.ts'
import { edgeOf, learnEdgeFailure } from './edges.ts'
import type { Evidence, Outcome } from './evidence.ts'
import { sayable } from './explanation.ts'
import { noteForeseen } from './foreseen.ts'
import { classKey, emptyTool, type Model, type ToolModel } from './model.ts'
import { count, keepOnly, keepSmallest, widened } from './sets.ts'
import { seeTogether, takePlace } from './together.ts'
import { isIdentity, learnValues } from './values.ts'
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
  const { values, atoms } = sayable(evidence.atoms, evidence.quantities)
  noteForeseen(model, tool, evidence)
  tool.ok++
  if (changed === true) tool.changed++
  if (changed === false) tool.unchanged++
  model.repeats.delete(evidence.callDigest)
  learnValues(tool, values)
  learnOkAtoms(tool, evidence.atoms)
  narrow(tool, atoms, values)
  for (const [name, value] of evidence.quantities) learnOkRange(tool, name, value)
  learnChanges(tool, evidence)
  for (const role of evidence.roles) {
    const edge = edgeOf(model, tool, role)
    if (edge === undefined) continue
    edge.ok++
    if (changed === false) edge.unchanged++
    edge.epoch = tool.epoch
    keepSmallest(edge.okRequests, digest(evidence.requestDigest))
    if (role.after !== null) count(edge.after, role.after)
  }
}

/** An atom that was in no success before can explain no failure any more; nor can two that were never there together. */
function learnOkAtoms(tool: ToolModel, atoms: Evidence['atoms']): void {
  const places: number[] = []
  for (const atom of atoms) {
    const place = tool.okAtoms.get(atom) ?? takeIn(tool, atom)
    if (place >= 0) places.push(place)
  }
  if (seeTogether(tool.together, places)) tool.revision++
}

function takeIn(tool: ToolModel, atom: string): number {
  if (isIdentity(tool, atom)) return -1
  for (const failures of tool.classes.values()) if (failures.left.delete(atom)) tool.revision++
  if (tool.okAtoms.size >= bounds.atoms) {
    tool.isFull = true
    return -1
  }
  const place = takePlace(tool.together)
  tool.okAtoms.set(atom, place)
  return place
}

/** What all successes share shrinks with each: atoms, and the one value of each aspect. */
function narrow(tool: ToolModel, atoms: ReadonlySet<Atom>, now: ReadonlyMap<string, string>): void {
  const isFirst = tool.okCore === undefined
  if (tool.okCore === undefined) tool.okCore = new Set(atoms)
  else keepOnly(tool.okCore, atoms)
  for (const [aspect, value] of now) {
    const known = tool.okValue.get(aspect)
    if (isFirst) tool.okValue.set(aspect, value)
    else if (known !== null && known !== value && hasRoom(tool.okValue, aspect)) {
      tool.okValue.set(aspect, null)
      tool.revision++
    }
  }
  for (const [aspect, known] of tool.okValue) {
    if (known === null || now.has(aspect)) continue
    tool.okValue.set(aspect, null)
    tool.revision++
  }
}

function hasRoom<Key>(map: ReadonlyMap<Key, unknown>, key: Key): boolean {
  return map.size < bounds.aspects || map.has(key)
}

function learnOkRange(tool: ToolModel, name: string, value: number): void {
  const known = tool.okRange.get(name)
  const range = widened(known, value)
  if (range === known || !hasRoom(tool.okRange, name)) return
  tool.okRange.set(name, range)
  tool.revision++
}

function learnFailure(model: Model, tool: ToolModel, evidence: Evidence, failure: Failure): void {
  const key = classKey(failure.code, failure.fingerprint)
  noteForeseen(model, tool, evidence)
  if (failure.failure === 'state' || failure.failure === 'arguments') remember(model, tool, evidence, key)
  if (failure.failure === 'state') learnStateFailure(model, tool, evidence, failure, key)
  else count(tool.other, failure.failure)
  if (failure.failure === 'arguments') learnRejected(tool, evidence)
}

function learnStateFailure(
  model: Model,
  tool: ToolModel,
  evidence: Evidence,
  failure: Failure,
  key: string,
): void {
  const { values } = sayable(evidence.atoms, evidence.quantities)
  tool.failed++
  learnValues(tool, values)
  learnClass(model, tool, evidence, failure, key)
  for (const role of evidence.roles) learnEdgeFailure(model, tool, role, evidence, key)
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
