import { type Atom, atomsOf, roleOf } from './atoms.ts'
import { isNamed } from './chance.ts'
import { isStale } from './drift.ts'
import type { StateKey } from './evidence.ts'
import { type Explanation, explanationsOf, holds, type Sayable, sayable, subjectOf } from './explanation.ts'
import { type Edge, edgeKey, type FailureClass, type ToolModel } from './model.ts'
import { bar, meetsBar } from './rule.ts'
import { absent, featuresIn } from './state.ts'
import { workedOut } from './worked-out.ts'

/** How sure an edge is; see SPEC "The model". */
export type EdgeStatus = 'OBSERVED_SUPPORTED' | 'CONDITIONAL' | 'CONTRADICTED' | 'UNKNOWN'

/** What a tool is expected to do from one state of a resource in one role. */
export interface Expectation {
  readonly status: EdgeStatus
  readonly expects: 'ok' | 'failure' | 'either' | 'nothing'
  /** What was observed at exactly this state. */
  readonly edge: Edge | undefined
  /** The failure classes behind `failure` and `either`. */
  readonly classes: readonly FailureClass[]
  /** It was last confirmed under an earlier schema of the tool. */
  readonly retest: boolean
}

const nothing: Expectation = {
  status: 'UNKNOWN',
  expects: 'nothing',
  edge: undefined,
  classes: [],
  retest: false,
}

/**
 * What a tool will do from a state. Exactly observed comes first, then what a failure class or the guard implies;
 * everything else is unknown, and no rule makes it anything else.
 */
export function expectationOf(tool: ToolModel | undefined, role: string, state: StateKey): Expectation {
  if (tool === undefined) return nothing
  const key = edgeKey(role, state)
  return workedOut(tool, 'expectation', key, () => expect(tool, role, state, key))
}

function expect(tool: ToolModel, role: string, state: StateKey, key: string): Expectation {
  const edge = tool.edges.get(key)
  return (
    (edge && observed(tool, edge)) ??
    impliedFailure(tool, role, state, edge) ??
    impliedSuccess(tool, role, state, edge) ?? { ...nothing, edge }
  )
}

/** The guard of a tool, as far as one role goes: what all its successes shared. Empty where it never worked. */
export function guardOf(tool: ToolModel, role: string): Atom[] {
  return [...(tool.okCore ?? [])].filter(atom => roleOf(atom) === role)
}

/** The part of the guard that at least one failure of the tool lacked: what a reader wants to see as its needs. */
export function needsOf(tool: ToolModel, role: string): readonly Atom[] {
  return workedOut(tool, 'needs', role, () => workOutNeeds(tool, role))
}

function workOutNeeds(tool: ToolModel, role: string): Atom[] {
  const failures = [...tool.classes.values()].filter(each => explanationsOf(tool, each).length > 0)
  const needed = guardOf(tool, role).filter(atom => failures.some(each => !each.candidates.has(atom)))
  const exact = needed.filter(atom => !atom.endsWith(' is not empty'))
  const beyondExistence = exact.filter(atom => atom !== `${role}.exists is true`)
  return beyondExistence.length > 0 && exact.length > 1 ? beyondExistence : exact
}

/** What can be said of a resource from its state alone. */
export function sayableOf(role: string, state: StateKey): Sayable {
  const key = edgeKey(role, state)
  const found = sayables.get(key) ?? workOutSayable(role, state)
  if (sayables.size >= mostSayables) sayables.clear()
  sayables.set(key, found)
  return found
}

/** A state says the same of every tool, always: kept, since every tool asks. */
const sayables = new Map<string, Sayable>()
const mostSayables = 2000

function workOutSayable(role: string, state: StateKey): Sayable {
  const features = featuresIn(state).filter(([name]) => name !== 'exists')
  const observation =
    state === absent ? ({ kind: 'absent' } as const) : ({ kind: 'seen', fields: {} } as const)
  const { atoms } = atomsOf({
    roles: [{ role, observation, features, spoken: {} }],
    args: {},
    idArguments: new Set(),
  })
  return sayable(atoms, [])
}

function observed(tool: ToolModel, edge: Edge): Expectation | undefined {
  const retest = isStale(tool, edge)
  if (edge.ok === 0) {
    const classes = taught(tool, edge)
    if (classes.length === 0) return undefined
    return { status: trusted(retest), expects: 'failure', edge, classes, retest }
  }
  const classes = contradicting(tool, edge)
  if (classes.length > 0) return { status: 'CONTRADICTED', expects: 'either', edge, classes, retest }
  return { status: trusted(retest), expects: 'ok', edge, classes: [], retest }
}

function trusted(retest: boolean): EdgeStatus {
  return retest ? 'CONDITIONAL' : 'OBSERVED_SUPPORTED'
}

/**
 * The classes whose failures at this state the state explains: the same failure for different arguments or resources,
 * or an error whose own words name what is so here. All explanations that count must be about this resource: while
 * another resource of the call or its arguments may be to blame, nothing is said of this one.
 */
function taught(tool: ToolModel, edge: Edge): FailureClass[] {
  const call = sayableOf(edge.role, edge.state)
  const isHere = (each: Explanation) => subjectOf(each) === edge.role && holds(each, call)
  return [...edge.failed].flatMap(([key, { distinct }]) => {
    const failures = tool.classes.get(key)
    if (failures === undefined) return []
    const left = explanationsOf(tool, failures)
    const named = left.filter(each => isNamed(failures, each))
    const several = distinct.size >= bar.failuresToTell && tool.ok >= bar.successes
    const explains = (some: readonly Explanation[]) => some.length > 0 && some.every(isHere)
    return explains(named) || (several && explains(left)) ? [failures] : []
  })
}

/** The classes of which the same request failed and worked at exactly this state: something that is not seen decides. */
export function contradictionsAt(tool: ToolModel, role: string, state: StateKey): FailureClass[] {
  const edge = tool.edges.get(edgeKey(role, state))
  return edge === undefined || edge.ok === 0 ? [] : contradicting(tool, edge)
}

/** Classes that nothing visible explains and that failed here for a request that also worked here: hidden state. */
function contradicting(tool: ToolModel, edge: Edge): FailureClass[] {
  return [...edge.failed].flatMap(([key, { requests }]) => {
    const failures = tool.classes.get(key)
    const same = [...requests].some(request => edge.okRequests.has(request))
    return failures !== undefined && same && explanationsOf(tool, failures).length === 0 ? [failures] : []
  })
}

function impliedFailure(tool: ToolModel, role: string, state: StateKey, edge: Edge | undefined) {
  const call = sayableOf(role, state)
  const classes = [...tool.classes.values()].filter(
    each =>
      !isStale(tool, each) &&
      (meetsBar(tool, each) || hasNames(tool, each)) &&
      decisiveHold(tool, each, call),
  )
  if (classes.length === 0) return undefined
  return { status: 'CONDITIONAL', expects: 'failure', edge, classes, retest: false } as const
}

function impliedSuccess(tool: ToolModel, role: string, state: StateKey, edge: Edge | undefined) {
  const guard = guardOf(tool, role)
  if (guard.length === 0 || (edge !== undefined && edge.failed.size > 0)) return undefined
  const { atoms } = sayableOf(role, state)
  if (!guard.every(atom => atoms.has(atom) || !isAboutState(atom))) return undefined
  return { status: 'CONDITIONAL', expects: 'ok', edge, classes: [], retest: false } as const
}

function hasNames(tool: ToolModel, failures: FailureClass): boolean {
  return explanationsOf(tool, failures).some(each => isNamed(failures, each))
}

/** Every explanation left, or every one that the error's words named, holds here. */
function decisiveHold(tool: ToolModel, failures: FailureClass, call: Sayable): boolean {
  const left = explanationsOf(tool, failures)
  const named = left.filter(each => isNamed(failures, each))
  const decisive = meetsBar(tool, failures) ? left : named
  return decisive.length > 0 && decisive.every(each => holds(each, call))
}

/** Relations to an argument cannot be judged from a state alone. */
function isAboutState(atom: Atom): boolean {
  return atom.includes(' is ')
}
