import { classKey } from '../graph/model.ts'
import type { Foresight, Lived, Rule } from './replay.ts'

/** What a rule would have done with the calls of the past. */
export interface Backtest {
  readonly calls: number
  readonly failing: number
  readonly valid: number
  /** Failing calls that would have been stopped; valid calls that would have been refused. */
  readonly caught: number
  readonly wrongly_refused: number
  readonly warned_failing: number
  readonly warned_valid: number
  readonly by_rule: Readonly<Record<string, Tally>>
  readonly by_tool: Readonly<Record<string, ToolTally>>
  /** By tool and failure: how many there were, and how many would have been stopped or warned of. */
  readonly by_class: Readonly<Record<string, ClassTally>>
  /** The shares stopped and warned of, each failure class counting the same: one that is frequent does not flatter. */
  readonly class_average: { readonly classes: number; readonly caught: number; readonly warned: number }
  /** The same counts without the tool that failed most often. */
  readonly without_most_frequent: ({ readonly tool: string } & Omit<ToolTally, 'calls'>) | null
  /** Every valid call that would have been refused. */
  readonly wrong: readonly Wrong[]
  /** Microseconds for one decision, at the median and at the 99th percentile. */
  readonly decision_us: { readonly p50: number; readonly p99: number }
}

interface Tally {
  caught: number
  wrongly_refused: number
}

export interface ToolTally extends Tally {
  calls: number
  failing: number
  warned_failing: number
  warned_valid: number
}

export interface ClassTally {
  failing: number
  caught: number
  warned: number
}

export interface Wrong {
  readonly call: number
  readonly tool: string
  readonly resources: readonly string[]
  readonly rule: string
  readonly because: string
}

export interface BacktestOptions {
  /** Makes the rule anew: for the whole, or for each stream. */
  readonly rule: () => Rule
  readonly freshPerStream?: boolean
  /** A clock in milliseconds, for the time that decisions take. */
  readonly clock: () => number
  readonly progress?: (done: number) => void
}

/**
 * Replays calls in their order, foreseeing each before it is learned. Calls that overlapped, that were done in part or
 * never sent, and calls whose effect nobody knows, are learned as they were and not counted: nobody could say whether stopping them had been right.
 */
export function backtest(
  calls: Iterable<Lived>,
  { rule, freshPerStream, clock, progress }: BacktestOptions,
): Backtest {
  const rules = new Map<string, Rule>()
  const sum = emptySum()
  let number = 0
  for (const lived of calls) {
    const stream = freshPerStream ? lived.stream : ''
    const own = rules.get(stream) ?? rule()
    rules.set(stream, own)
    number++
    if (counts(lived)) {
      const before = clock()
      const foresight = own.foresee(lived)
      sum.times.push((clock() - before) * 1000)
      tally(sum, lived, foresight, number)
    }
    own.learn(lived)
    if (number % 1000 === 0) progress?.(number)
  }
  return result(sum)
}

function counts({ evidence }: Lived): boolean {
  return !evidence.overlapped && (evidence.outcome.kind === 'ok' || evidence.outcome.kind === 'failure')
}

interface Sum {
  readonly total: ToolTally
  readonly byTool: Map<string, ToolTally>
  readonly byRule: Map<string, Tally>
  readonly byClass: Map<string, ClassTally>
  readonly wrong: Wrong[]
  readonly times: number[]
}

function emptySum(): Sum {
  return {
    total: emptyTally(),
    byTool: new Map(),
    byRule: new Map(),
    byClass: new Map(),
    wrong: [],
    times: [],
  }
}

function emptyTally(): ToolTally {
  return { calls: 0, failing: 0, caught: 0, wrongly_refused: 0, warned_failing: 0, warned_valid: 0 }
}

function tally(sum: Sum, { evidence }: Lived, foresight: Foresight, number: number): void {
  const fails = evidence.outcome.kind === 'failure'
  for (const each of [sum.total, ofTool(sum, evidence.tool)]) {
    each.calls++
    if (fails) each.failing++
    if (foresight?.verdict === 'refuse') each[fails ? 'caught' : 'wrongly_refused']++
    if (foresight?.verdict === 'warn') each[fails ? 'warned_failing' : 'warned_valid']++
  }
  if (evidence.outcome.kind === 'failure') tallyClass(sum, evidence.tool, evidence.outcome, foresight)
  if (foresight?.verdict !== 'refuse') return
  ofRule(sum, foresight.rule)[fails ? 'caught' : 'wrongly_refused']++
  const resources = evidence.roles.map(({ resource }) => resource)
  if (!fails)
    sum.wrong.push({
      call: number,
      tool: evidence.tool,
      resources,
      rule: foresight.rule,
      because: foresight.because,
    })
}

function tallyClass(
  { byClass }: Sum,
  tool: string,
  { code, fingerprint }: { readonly code: string; readonly fingerprint: string },
  foresight: Foresight,
): void {
  const key = `${tool}: ${classKey(code, fingerprint)}`
  const known = byClass.get(key) ?? { failing: 0, caught: 0, warned: 0 }
  byClass.set(key, known)
  known.failing++
  if (foresight?.verdict === 'refuse') known.caught++
  if (foresight?.verdict === 'warn') known.warned++
}

function ofTool({ byTool }: Sum, tool: string): ToolTally {
  const known = byTool.get(tool) ?? emptyTally()
  byTool.set(tool, known)
  return known
}

function ofRule({ byRule }: Sum, rule: string): Tally {
  const known = byRule.get(rule) ?? { caught: 0, wrongly_refused: 0 }
  byRule.set(rule, known)
  return known
}

function result({ total, byTool, byRule, byClass, wrong, times }: Sum): Backtest {
  times.sort((a, b) => a - b)
  const { calls, failing, ...counted } = total
  return {
    calls,
    failing,
    valid: calls - failing,
    ...counted,
    by_rule: sorted(byRule),
    by_tool: sorted(byTool),
    by_class: sorted(byClass),
    class_average: averageOf([...byClass.values()]),
    without_most_frequent: withoutMostFrequent(total, byTool),
    wrong,
    decision_us: { p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
  }
}

function averageOf(classes: readonly ClassTally[]): Backtest['class_average'] {
  const mean = (share: (each: ClassTally) => number) =>
    classes.length === 0
      ? 0
      : Math.round((1000 * classes.reduce((sum, each) => sum + share(each), 0)) / classes.length) / 1000
  return {
    classes: classes.length,
    caught: mean(({ caught, failing }) => caught / failing),
    warned: mean(({ warned, failing }) => warned / failing),
  }
}

function withoutMostFrequent(
  total: ToolTally,
  byTool: ReadonlyMap<string, ToolTally>,
): Backtest['without_most_frequent'] {
  const [most] = [...byTool].sort(
    ([a, x], [b, y]) => y.failing - x.failing || y.calls - x.calls || (a < b ? -1 : 1),
  )
  if (most === undefined || byTool.size < 2) return null
  const [tool, own] = most
  return {
    tool,
    failing: total.failing - own.failing,
    caught: total.caught - own.caught,
    wrongly_refused: total.wrongly_refused - own.wrongly_refused,
    warned_failing: total.warned_failing - own.warned_failing,
    warned_valid: total.warned_valid - own.warned_valid,
  }
}

function sorted<Value>(map: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function quantile(sortedTimes: readonly number[], part: number): number {
  const time = sortedTimes[Math.min(sortedTimes.length - 1, Math.floor(sortedTimes.length * part))] ?? 0
  return Math.round(time * 10) / 10
}
