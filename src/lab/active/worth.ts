import type { Call } from '../../advice/call.ts'
import { explanationsOf, holds, type Sayable, sayable } from '../../graph/explanation.ts'
import { edgeKey, type FailureClass, type Model, type ToolModel } from '../../graph/model.ts'
import { bar } from '../../graph/rule.ts'

/** What an experiment would settle. */
export type Question =
  | 'what the tool does at all'
  | 'which explanation dies'
  | 'whether the tool works from this state'
  | 'whether a shared condition is needed'
  | 'whether the explanation holds elsewhere'
  | 'whether something hidden decides'

export interface Worth {
  readonly worth: number
  readonly question: Question
}

/**
 * How much an experiment is worth, by what its outcome would settle, whichever way it goes: a tool that was never
 * called first, then whatever leaves fewer explanations alive.
 */
export function worthOf(model: Model, call: Call): Worth {
  const tool = model.tools.get(call.tool)
  if (tool === undefined) return { worth: 10, question: 'what the tool does at all' }
  // exactly this failed before, and nothing has changed since: it would fail again
  if (model.repeats.has(call.callDigest)) return { worth: 0, question: 'whether something hidden decides' }
  const said = sayable(call.atoms, call.quantities)
  const rarer = 1 / (1 + timesFrom(tool, call))
  const all: Worth[] = [
    { worth: 4 * splitOf(tool, said) * rarer, question: 'which explanation dies' },
    { worth: newState(tool, call), question: 'whether the tool works from this state' },
    { worth: lacking(tool, call) * rarer, question: 'whether a shared condition is needed' },
    { worth: confirmed(tool, call, said), question: 'whether the explanation holds elsewhere' },
    { worth: again(tool, call), question: 'whether something hidden decides' },
  ]
  return all.reduce((best, each) => (each.worth > best.worth ? each : best))
}

/**
 * The greatest part of the explanations of a failure class that is sure to die: if the call works, those that hold for
 * it; if it fails so, those that do not.
 */
function splitOf(tool: ToolModel, said: Sayable): number {
  // known to fail for one reason, it says nothing of the others
  if ([...tool.classes.values()].some(each => allHold(tool, each, said))) return 0
  return Math.max(0, ...[...tool.classes.values()].map(each => sureToDie(tool, each, said)))
}

function sureToDie(tool: ToolModel, failures: FailureClass, said: Sayable): number {
  const left = explanationsOf(tool, failures)
  const holding = left.filter(each => holds(each, said)).length
  return left.length === 0 ? 0 : Math.min(holding, left.length - holding) / left.length
}

/** A state from which the tool was never tried; more where it has never worked, and no explanation speaks against it. */
function newState(tool: ToolModel, { roles }: Call): number {
  const isNew = roles.some(({ role, before }) => before !== null && !tool.edges.has(edgeKey(role, before)))
  if (!isNew) return 0
  return tool.ok === 0 ? 3 : 1.5
}

/** One thing that all successes shared is missing here: if it works all the same, that thing was never needed. */
function lacking(tool: ToolModel, { atoms }: Call): number {
  const has = new Set(atoms)
  const missing = [...(tool.okCore ?? [])].filter(atom => !has.has(atom))
  return missing.length === 1 ? 1.2 : 0
}

/** Every explanation holds, and the class has not yet enough behind it to be relied on. */
function confirmed(tool: ToolModel, call: Call, said: Sayable): number {
  const weak = [...tool.classes.values()].filter(each => each.distinct.size < bar.failures)
  const holding = weak.some(each => allHold(tool, each, said))
  return holding && call.roles.length > 0 ? 1 : 0
}

/** The same from the same state, once more: only that can show that something which cannot be seen decides. */
function again(tool: ToolModel, { roles }: Call): number {
  const seen = roles.map(({ role, before }) =>
    before === null ? undefined : tool.edges.get(edgeKey(role, before)),
  )
  const ok = Math.min(...seen.map(each => each?.ok ?? 0))
  return ok > 0 && ok < mostAgain ? 0.5 / ok : 0
}

const mostAgain = 5

function allHold(tool: ToolModel, failures: FailureClass, said: Sayable): boolean {
  const left = explanationsOf(tool, failures)
  return left.length > 0 && left.every(each => holds(each, said))
}

/** How often the tool was tried from such a state. */
function timesFrom(tool: ToolModel, { roles }: Call): number {
  const times = roles.map(({ role, before }) => {
    const edge = before === null ? undefined : tool.edges.get(edgeKey(role, before))
    return (edge?.ok ?? 0) + [...(edge?.failed.values() ?? [])].reduce((sum, { count }) => sum + count, 0)
  })
  return Math.min(...times, mostTimes)
}

/** More often than this is as good as this. */
const mostTimes = 50
