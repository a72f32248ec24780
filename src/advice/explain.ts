import { chanceOf } from '../graph/chance.ts'
import { type Interval, intervalOf } from '../graph/confidence.ts'
import { type Effect, effectInWords, effectsFrom, effectsOf } from '../graph/effects.ts'
import type { StateKey } from '../graph/evidence.ts'
import { type EdgeStatus, expectationOf, guardOf, needsOf, sayableOf } from '../graph/expectation.ts'
import { type Explanation, explanationsOf, holds, inWords } from '../graph/explanation.ts'
import type { FailureClass, Foreseen, Model, ToolModel } from '../graph/model.ts'
import { bar, meetsBar } from '../graph/rule.ts'
import { inBrackets } from '../graph/state.ts'

/** Why an offer is what it is: the guard, what was observed for and against, and what was never tried. */
export interface Explained {
  readonly tool: string
  readonly role: string
  readonly state: StateKey | null
  readonly status: EdgeStatus
  readonly expects: 'ok' | 'failure' | 'either' | 'nothing'
  /** Atoms that every success had, of this role; and those among them that a failure lacked. */
  readonly guard: readonly string[]
  readonly needs: readonly string[]
  readonly effects: readonly Effect[]
  /** `unchanged`: successes after which nothing was different that can be read. */
  readonly here: { readonly ok: number; readonly unchanged: number; readonly failed: number }
  readonly everywhere: {
    readonly ok: number
    readonly unchanged: number
    readonly failed: number
    readonly other: Readonly<Record<string, number>>
  }
  readonly failures: readonly ExplainedClass[]
  /** States from which it worked, and from which it failed: each is a counterexample to the other. */
  readonly workedFrom: readonly { readonly state: StateKey; readonly times: number }[]
  readonly failedFrom: readonly { readonly state: StateKey; readonly times: number; readonly what: string }[]
  /** States of this resource class that were seen and from which it was never tried. */
  readonly neverTriedFrom: readonly StateKey[]
  readonly measured: Measured
  readonly retest: boolean
}

export interface ExplainedClass {
  readonly what: string
  readonly times: number
  /** Calls among them that differ in resource or arguments. */
  readonly distinct: number
  /** What always held when it failed and never when it worked. Empty: nothing visible explains it. */
  readonly explanations: readonly string[]
  readonly holdsHere: boolean
  /** It has enough behind it to refuse. */
  readonly mayRefuse: boolean
  /** How likely chance alone would have left the explanations alive. */
  readonly chance: number
  /** Calls that were made although all of it held: how many failed and how many worked. */
  readonly foreseen: Foreseen
  /** What would settle it. */
  readonly toSettle: string
}

/** How often a refusal would have been wrong, over all rules of the server, as far as such calls were made. */
export interface Measured extends Foreseen {
  /** The rate of wrong refusals lies in here, with 95 % confidence, however long one goes on looking. */
  readonly wrong: Interval
}

/** Most states listed in each list. */
const mostStates = 12

/** Explains what a tool is expected to do from a state; of a tool that was never called too. */
export function explain(model: Model, label: string, role: string, state: StateKey | null): Explained {
  const tool = model.tools.get(label)
  const { status, expects, edge, retest } = expectationOf(tool, role, state ?? '')
  return {
    tool: label,
    role,
    state,
    status,
    expects,
    guard: tool === undefined ? [] : guardOf(tool, role),
    needs: tool === undefined ? [] : needsOf(tool, role),
    effects: tool === undefined ? [] : effectsAt(tool, role, state),
    here: { ok: edge?.ok ?? 0, unchanged: edge?.unchanged ?? 0, failed: failedTimes(edge?.failed) },
    everywhere: {
      ok: tool?.ok ?? 0,
      unchanged: tool?.unchanged ?? 0,
      failed: tool?.failed ?? 0,
      other: Object.fromEntries(tool?.other ?? []),
    },
    failures:
      tool === undefined ? [] : [...tool.classes.values()].map(each => explainClass(tool, each, role, state)),
    ...placesOf(tool, role),
    neverTriedFrom: neverTried(model, tool, role),
    measured: measuredIn(model),
    retest,
  }
}

function measuredIn({ foreseen: { failed, worked } }: Model): Measured {
  return { failed, worked, wrong: intervalOf(worked, failed + worked) }
}

function effectsAt(tool: ToolModel, role: string, state: StateKey | null): readonly Effect[] {
  const here = state === null ? [] : effectsFrom(tool, role, state)
  return here.length > 0 ? here : effectsOf(tool, role)
}

function explainClass(
  tool: ToolModel,
  failures: FailureClass,
  role: string,
  state: StateKey | null,
): ExplainedClass {
  const left = explanationsOf(tool, failures)
  return {
    what: failures.key,
    times: failures.count,
    distinct: failures.distinct.size,
    explanations: left.map(inWords),
    holdsHere: state !== null && holdHere(left, role, state),
    mayRefuse: left.length > 0 && meetsBar(tool, failures),
    chance: chanceOf(tool, failures),
    foreseen: { ...failures.foreseen },
    toSettle: toSettle(tool, failures, left),
  }
}

/** What is still missing before the evidence says enough, and the call that would say the most. */
function toSettle(tool: ToolModel, failures: FailureClass, left: readonly Explanation[]): string {
  if (left.length === 0) return 'A field that shows what decides: no reading shows it.'
  const [one, other] = left.filter(each => each.kind !== 'pair').map(inWords)
  const more = bar.failures - failures.distinct.size
  if (tool.ok < bar.successes)
    return 'One call that works: until then everything that was so may be to blame.'
  if (one !== undefined && other !== undefined) return `One call while ${one} but not ${other}.`
  if (more > 0)
    return `${more === 1 ? 'One more failure' : `${more} more failures`} of another resource or request, or one success while it holds.`
  return 'One success while it holds: it would end the rule.'
}

function holdHere(left: readonly Explanation[], role: string, state: StateKey): boolean {
  const call = sayableOf(role, state)
  return left.length > 0 && left.every(each => holds(each, call))
}

function placesOf(tool: ToolModel | undefined, role: string): Pick<Explained, 'workedFrom' | 'failedFrom'> {
  const edges = [...(tool?.edges.values() ?? [])].filter(each => each.role === role)
  const worked = edges.filter(({ ok }) => ok > 0).map(({ state, ok }) => ({ state, times: ok }))
  const failed = edges.flatMap(({ state, failed: classes }) =>
    [...classes].map(([what, { count }]) => ({ state, times: count, what })),
  )
  return { workedFrom: mostFirst(worked), failedFrom: mostFirst(failed) }
}

/** States of the same class that any tool was seen at and from which this one was never tried. */
function neverTried(model: Model, tool: ToolModel | undefined, role: string): StateKey[] {
  const own = [...(tool?.edges.values() ?? [])].filter(each => each.role === role)
  const classes = new Set(own.map(each => each.resourceClass))
  const tried = new Set(own.map(each => each.state))
  const all = [...model.tools.values()].flatMap(each => [...each.edges.values()])
  const untried = all.filter(
    each => (classes.size === 0 || classes.has(each.resourceClass)) && !tried.has(each.state),
  )
  return [...new Set(untried.map(each => each.state))].sort().slice(0, mostStates)
}

function mostFirst<T extends { times: number; state: string }>(places: T[]): T[] {
  return places.sort((a, b) => b.times - a.times || (a.state < b.state ? -1 : 1)).slice(0, mostStates)
}

function failedTimes(failed: ReadonlyMap<string, { count: number }> | undefined): number {
  return [...(failed?.values() ?? [])].reduce((sum, { count }) => sum + count, 0)
}

/** An explanation in sentences, one a line: verdict, guard, effects, for, against, never tried. */
export function explainedInWords(each: Explained): string[] {
  return [
    `${each.tool} from ${inBrackets(each.state)}: ${verdict(each)}`,
    ...(each.needs.length > 0
      ? [`It needs: ${each.needs.join(', ')} (all ${each.everywhere.ok} successes had it).`]
      : []),
    ...each.effects
      .slice(0, 6)
      .map(effect => `It changes: ${effectInWords(effect)} (${effect.support} of ${effect.of} successes).`),
    ...unchangedInWords(each),
    ...each.failures.flatMap(classInWords),
    ...measuredInWords(each),
    ...each.workedFrom.map(({ state, times }) => `Worked from ${inBrackets(state)}: ${times}.`),
    ...each.failedFrom.map(
      ({ state, times, what }) => `Failed from ${inBrackets(state)}: ${times} (${what}).`,
    ),
    ...othersInWords(each.everywhere.other),
    ...(each.neverTriedFrom.length > 0
      ? [`Never tried from: ${each.neverTriedFrom.map(inBrackets).join(' ')}.`]
      : []),
    ...(each.retest ? ['The tool’s schema changed since: the next call retests this.'] : []),
  ]
}

/** Told as successes, and yet nothing came of them. */
function unchangedInWords({ here, everywhere }: Explained): string[] {
  const count = (part: number, whole: number) =>
    `${part} of ${whole} ${whole === 1 ? 'success' : 'successes'}`
  if (here.unchanged > 0)
    return [`Nothing that can be read changed in ${count(here.unchanged, here.ok)} from here.`]
  return everywhere.unchanged > 0
    ? [`Nothing that can be read changed in ${count(everywhere.unchanged, everywhere.ok)} elsewhere.`]
    : []
}

function verdict({ status, expects, here }: Explained): string {
  const seen = `${here.ok} worked and ${here.failed} failed here`
  const words = {
    ok:
      status === 'OBSERVED_SUPPORTED'
        ? `it works (${seen})`
        : 'its guard says that it works; not observed here',
    failure:
      here.failed > 0 ? `it fails (${seen})` : 'what explains its failures holds here; not observed here',
    either: `it did both (${seen}): something that cannot be seen decides`,
    nothing:
      here.failed > 0
        ? `unknown (${seen}, and the evidence does not yet say why)`
        : 'unknown: never tried here',
  }
  return `${words[expects]} [${status}].`
}

function classInWords(failures: ExplainedClass): string[] {
  const { what, times, distinct, explanations, mayRefuse, chance: by } = failures
  const seen = `${times} ${times === 1 ? 'failure' : 'failures'} “${what}”, ${distinct} of them different calls`
  if (explanations.length === 0)
    return [`${seen}: nothing visible explains it, so it is never held against a call.`, settle(failures)]
  const likely =
    by < 1 ? ` By chance alone this would survive with a probability of at most ${by.toPrecision(2)}.` : ''
  const weight = mayRefuse ? 'enough to refuse' : 'enough to warn at most'
  const told = listed(explanations)
  return [`${seen}: always while ${told}, never in a success; ${weight}.${likely}`, settle(failures)]
}

function settle({ toSettle: what }: ExplainedClass): string {
  return `What would settle it: ${what}`
}

/** Most conditions that are told of one class. */
const mostTold = 6

function listed(explanations: readonly string[]): string {
  const rest = explanations.length > mostTold ? ` and ${explanations.length - mostTold} more` : ''
  return `${explanations.slice(0, mostTold).join(' and ')}${rest}`
}

/** The two sentences of how sure a refusal is: one by logic, one by measure. */
function measuredInWords({ failures, measured: { failed, worked, wrong } }: Explained): string[] {
  if (!failures.some(each => each.mayRefuse)) return []
  const made = failed + worked
  const rate =
    made === 0
      ? 'No call that this server’s rules would refuse was made all the same, so nothing is measured yet.'
      : `Of ${made} ${made === 1 ? 'call' : 'calls'} that this server’s rules would have refused and that were made all the same, ${failed} failed and ${worked} worked: refusals are wrong in ${percent(wrong.low)} to ${percent(wrong.high)} of cases, with 95 % confidence however long one looks.`
  return [
    'By logic: if what decides is visible and is one condition of the kinds that are looked for, a call for which all of the above holds fails, for all that is left are such conditions.',
    `By measure: ${rate}`,
  ]
}

function percent(share: number): string {
  return `${(share * 100).toPrecision(2)} %`
}

const otherWords: Readonly<Record<string, string>> = {
  partial: 'done in part',
  unsent: 'never sent',
  'server-gone': 'of unknown effect (the server ended)',
  cancelled: 'of unknown effect (given up)',
  timeout: 'of unknown effect (no answer in time)',
  'too-long': 'whose answer was too long to look into',
}

function othersInWords(other: Readonly<Record<string, number>>): string[] {
  const counted = Object.entries(other).map(([kind, times]) => `${times} ${otherWords[kind] ?? kind}`)
  return counted.length > 0 ? [`Not counted against any state: ${counted.join(', ')}.`] : []
}
