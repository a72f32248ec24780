import { isNamed } from '../graph/chance.ts'
import { isStale } from '../graph/drift.ts'
import type { StateKey } from '../graph/evidence.ts'
import { contradictionsAt } from '../graph/expectation.ts'
import {
  type Explanation,
  explanationsOf,
  holds,
  lacksOf,
  type Sayable,
  sayable,
} from '../graph/explanation.ts'
import { edgeKey, type FailureClass, type Model, type Repeat, type ToolModel } from '../graph/model.ts'
import { allHold, bar, meetsBar, refuses } from '../graph/rule.ts'
import { rejectedBefore, unacceptedIn, violationInWords } from '../graph/violations.ts'
import type { Call } from './call.ts'
import { transferredTo } from './transfer.ts'

/** Something that the evidence has against a call. */
export interface Finding {
  /**
   * `repeat`: exactly this call failed here before. `class`: calls failed whenever this held. `named`: one failure,
   * whose own words name what is so now. `schema`: the arguments break the tool's schema, in a way that the server was
   * never seen to accept. `transfer`: other tools failed so under what holds now, and this one is hardly known. `mixed`:
   * it worked and failed from this very state.
   */
  readonly rule: 'repeat' | 'class' | 'named' | 'schema' | 'transfer' | 'mixed'
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
  const said = sayable(call.atoms, call.quantities)
  const own = tool === undefined ? [] : ownFindings(model, tool, call, said)
  const findings = [
    ...(own.length > 0 ? own : transferred(model, tool, call, said)),
    ...schemaFinding(tool, call),
  ]
  return findings.sort((a, b) => rank(a) - rank(b) || b.failures - a.failures)
}

/** What the tool's own past has against a call. */
function ownFindings(model: Model, tool: ToolModel, call: Call, said: Sayable): Finding[] {
  return [
    ...repeatOf(model, tool, call, said),
    ...[...tool.classes.values()].flatMap(each => classFinding(tool, each, call, said)),
    ...mixedHere(tool, call),
  ]
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
  const holding = left.filter(each => holds(each, said))
  if (holding.length === 0 && failures.wanted.size === 0) return []
  const finding = (rule: 'class' | 'named', refuses: boolean) => [
    findingOf(rule, refuses, tool, failures.key, failures, call, said),
  ]
  if (left.length > 0 && holding.length === left.length && meetsBar(tool, failures))
    return finding('class', refuses(tool, failures, said, call.schema))
  if (allHold(namedOf(tool, failures), said)) return finding('named', false)
  return tool.ok >= bar.successes && isMost(holding, left) ? finding('class', false) : []
}

/** At least half of what is left holds: of many things that may be to blame some always do. */
function isMost(holding: readonly Explanation[], left: readonly Explanation[]): boolean {
  const single = (some: readonly Explanation[]) => some.filter(each => each.kind !== 'pair').length
  return single(holding) > 0 && single(holding) * 2 >= single(left)
}

/** What the error's own words name: an atom that is left as an explanation, or a value that the call has not. */
function namedOf(tool: ToolModel, failures: FailureClass): Explanation[] {
  const named = explanationsOf(tool, failures).filter(each => isNamed(failures, each))
  return named.length > 0 ? named : lacksOf(tool, failures)
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
    const [first] = contradictionsAt(tool, role, before)
    if (first === undefined) return []
    return [findingOf('mixed', false, tool, first.key, first, call, sayable([], []))]
  })
}

/** What other tools failed of, where this one is hardly known: it never refuses, and says nothing of a reading tool. */
function transferred(model: Model, tool: ToolModel | undefined, call: Call, said: Sayable): Finding[] {
  if (call.effect === 'READ_ONLY') return []
  const [best] = transferredTo(model, call.tool, tool, said)
  if (best === undefined) return []
  return [
    {
      rule: 'transfer',
      refuses: false,
      failureClass: best.failureClass,
      failures: best.failures,
      successes: tool?.ok ?? 0,
      from: undefined,
      explanations: best.explanations,
    },
  ]
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
    explanations: rule === 'named' && failures !== undefined ? namedOf(tool, failures) : left,
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

function rank({ rule, refuses }: Finding): number {
  return (refuses ? 0 : 10) + ['class', 'repeat', 'named', 'schema', 'transfer', 'mixed'].indexOf(rule)
}
