import { roleOf } from '../graph/atoms.ts'
import { isStale } from '../graph/drift.ts'
import type { StateKey } from '../graph/evidence.ts'
import { bar, expectationOf, isNamed, meetsBar } from '../graph/expectation.ts'
import {
  type Explanation,
  explanationsOf,
  holds,
  type Sayable,
  sayable,
  subjectOf,
} from '../graph/explanation.ts'
import { edgeKey, type FailureClass, type Model, type Repeat, type ToolModel } from '../graph/model.ts'
import { rejectedBefore, unacceptedIn, violationInWords } from '../graph/violations.ts'
import type { Call } from './call.ts'

/** Something that the evidence has against a call. */
export interface Finding {
  /**
   * `repeat`: exactly this call failed here before. `class`: calls failed whenever this held. `named`: one failure,
   * whose own words name what is so now. `schema`: the arguments break the tool's schema, in a way that the server was
   * never seen to accept. `mixed`: it worked and failed from this very state.
   */
  readonly rule: 'repeat' | 'class' | 'named' | 'schema' | 'mixed'
  /** The evidence meets the bar for a refusal. */
  readonly refuses: boolean
  readonly failureClass: string
  /** Failures behind it, and successes of the tool. */
  readonly failures: number
  readonly successes: number
  /** The resource's role and state that it failed from, where it was observed from exactly there. */
  readonly from:
    | {
        readonly role: string
        readonly resourceClass: string
        readonly state: StateKey
        readonly observations: number
      }
    | undefined
  /** Conditions that always held when it failed and never when it worked, and that hold now. */
  readonly explanations: readonly Explanation[]
}

/** All that the evidence has against a call, strongest first. */
export function findingsOf(model: Model, call: Call): Finding[] {
  const tool = model.tools.get(call.tool)
  if (tool === undefined) return schemaFinding(undefined, call)
  const said = sayable(call.atoms, call.quantities)
  const findings = [
    ...repeatOf(model, tool, call, said),
    ...[...tool.classes.values()].flatMap(each => classFinding(tool, each, call, said)),
    ...schemaFinding(tool, call),
    ...mixedHere(tool, call),
  ]
  return findings.sort((a, b) => rank(a) - rank(b) || b.failures - a.failures)
}

function repeatOf(model: Model, tool: ToolModel, call: Call, said: Sayable): Finding[] {
  const repeat = model.repeats.get(call.callDigest)
  if (repeat === undefined) return []
  const failures = tool.classes.get(repeat.failureClass)
  const observed = call.roles.length > 0 && call.roles.every(({ before }) => before !== null)
  const refuses = observed && !isStale(tool, repeat, call.schema) && isRecent(repeat, call.at)
  return [
    {
      ...findingOf('repeat', refuses, tool, repeat.failureClass, failures, call, said),
      failures: repeat.count,
    },
  ]
}

/** How long one failure is held against exactly the same call, in milliseconds; each further one quadruples it. */
const firstTerm = 10 * 60 * 1000

/** Something that no reading shows may have changed: the more often a call failed, the longer nobody need try again. */
function isRecent({ count, at }: Repeat, now: number): boolean {
  return now - at < firstTerm * 4 ** Math.min(count - 1, 8)
}

function classFinding(tool: ToolModel, failures: FailureClass, call: Call, said: Sayable): Finding[] {
  const left = explanationsOf(tool, failures)
  const named = left.filter(each => isNamed(failures, each))
  const finding = (rule: 'class' | 'named', refuses: boolean) => [
    findingOf(rule, refuses, tool, failures.key, failures, call, said),
  ]
  if (allHold(left, said) && meetsBar(tool, failures)) {
    const refuses =
      !isStale(tool, failures, call.schema) &&
      isGrounded(failures, left) &&
      !reachesBeyond(tool, failures, said)
    return finding('class', refuses)
  }
  if (allHold(named, said)) return finding('named', false)
  const isContrasted = tool.ok >= bar.successes
  return isContrasted && left.some(each => holds(each, said)) ? finding('class', false) : []
}

/**
 * A state is to blame only where more than one resource failed in it: three wrong arguments on one resource are three
 * different failures, and the arguments may be what is wrong. An explanation that the error itself names, or one about
 * the arguments, needs no second resource.
 */
function isGrounded(failures: FailureClass, left: readonly Explanation[]): boolean {
  const needsSecond = left.every(each => subjectOf(each) !== 'args' && !isNamed(failures, each))
  return !needsSecond || failures.resources.size > 1
}

/**
 * Would a refusal reach beyond what was seen? All failures had one value of some feature of a resource, the call has
 * another, and with that one the tool has worked: the condition may need both.
 */
function reachesBeyond(tool: ToolModel, failures: FailureClass, said: Sayable): boolean {
  return [...failures.valuesSeen].some(([aspect, seen]) => {
    const value = said.values.get(aspect)
    if (seen === null || seen.size !== 1 || value === undefined || seen.has(value)) return false
    return roleOf(aspect) !== 'args' && tool.okAtoms.has(`${aspect} is ${value}`)
  })
}

/** Servers accept what their schemas forbid, so a violation only warns, until the server has rejected just that. */
function schemaFinding(tool: ToolModel | undefined, call: Call): Finding[] {
  const broken = unacceptedIn(tool, call.atoms)
  if (broken.length === 0) return []
  const rejected = rejectedBefore(tool, broken)
  const holding = rejected.filter(each => tool !== undefined && !isStale(tool, each, call.schema))
  return [
    {
      rule: 'schema',
      refuses: holding.length > 0,
      failureClass: broken.map(violationInWords).join('; '),
      failures: rejected.reduce((sum, { count }) => sum + count, 0),
      successes: tool?.ok ?? 0,
      from: undefined,
      explanations: [],
    },
  ]
}

function mixedHere(tool: ToolModel, call: Call): Finding[] {
  return call.roles.flatMap(({ role, before }) => {
    if (before === null) return []
    const { expects, classes } = expectationOf(tool, role, before)
    const [first] = classes
    if (expects !== 'either' || first === undefined) return []
    return [findingOf('mixed', false, tool, first.key, first, call, sayable([], []))]
  })
}

function findingOf(
  rule: Finding['rule'],
  refuses: boolean,
  tool: ToolModel,
  key: string,
  failures: FailureClass | undefined,
  call: Call,
  said: Sayable,
): Finding {
  const left = failures === undefined ? [] : explanationsOf(tool, failures).filter(each => holds(each, said))
  return {
    rule,
    refuses,
    failureClass: key,
    failures: failures?.count ?? 1,
    successes: tool.ok,
    from: placeOf(tool, key, call),
    explanations:
      rule === 'named' && failures !== undefined ? left.filter(each => isNamed(failures, each)) : left,
  }
}

/** The role and state of this call from which this class of failure was observed most often. */
function placeOf(tool: ToolModel, key: string, call: Call): Finding['from'] {
  const places = call.roles.flatMap(({ role, resourceClass, before }) => {
    const edge = before === null ? undefined : tool.edges.get(edgeKey(role, before))
    const observations = edge?.failed.get(key)?.count ?? 0
    return edge === undefined || observations === 0
      ? []
      : [{ role, resourceClass, state: edge.state, observations, ok: edge.ok }]
  })
  const [best] = places.sort((a, b) => a.ok - b.ok || b.observations - a.observations)
  if (best === undefined) return undefined
  const { ok: _, ...place } = best
  return place
}

function allHold(explanations: readonly Explanation[], said: Sayable): boolean {
  return explanations.length > 0 && explanations.every(each => holds(each, said))
}

function rank({ rule, refuses }: Finding): number {
  return (refuses ? 0 : 10) + ['class', 'repeat', 'named', 'schema', 'mixed'].indexOf(rule)
}
