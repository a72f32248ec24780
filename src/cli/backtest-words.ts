import type { Backtest, ToolTally } from '../lab/backtest.ts'
import { printable, table } from './print.ts'

/** The report by which a person decides on `block`: the answer first, then the tools, the failures, what would be wrong. */
export function backtestInWords(tested: Backtest, rule: 'default' | 'exact'): string {
  const { calls, failing, valid, caught, wrongly_refused: wrong } = tested
  const parts = [
    verdict(tested),
    '',
    `${calls} calls were replayed in their order${rule === 'exact' ? ' under the exact-state rule' : ''}: ${failing} failed, ${valid} worked.`,
    `block would have stopped ${caught} of the ${failing} that failed, and refused ${wrong} of the ${valid} that worked.`,
    `It would have warned of ${tested.warned_failing} more that failed, and of ${tested.warned_valid} that worked.`,
    ...byRule(tested),
    ...fairly(tested),
    '',
    ...tools(tested),
    ...failures(tested),
    ...wrongs(tested),
  ]
  return `${parts.join('\n').trimEnd()}\n`
}

/** How far a replay is: `[########            ] 40 % of 12,000 calls`. */
export function progressBar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(share * barWidth)
  const bar = `${'#'.repeat(filled)}${' '.repeat(barWidth - filled)}`
  return `[${bar}] ${String(Math.round(share * 100)).padStart(3)} % of ${total.toLocaleString('en')} calls`
}

const barWidth = 20

/** Most rows of each table; --json has all. */
const mostRows = 20

function verdict({ calls, failing, caught, wrongly_refused: wrong }: Backtest): string {
  if (calls === 0) return 'There is nothing to judge by yet.'
  if (wrong > 0) return 'Look at the calls that would have been refused wrongly before you switch to block.'
  if (failing === 0) return 'No call failed so far: block would have changed nothing.'
  return caught === 0
    ? 'block would have changed nothing so far.'
    : 'By these calls block would have been right every time.'
}

const rules: Readonly<Record<string, string>> = {
  repeat: 'exactly this call had failed before',
  class: 'calls had always failed under this condition',
  exact: 'a call had failed from exactly this state',
}

function byRule({ by_rule }: Backtest): string[] {
  return Object.entries(by_rule).map(
    ([rule, { caught, wrongly_refused: wrong }]) =>
      `  because ${rules[rule] ?? printable(rule)}: ${caught} that failed, ${wrong} that worked`,
  )
}

/** One chatty tool, or one frequent failure, flatters. */
function fairly({ class_average: average, without_most_frequent: rest, failing }: Backtest): string[] {
  if (failing === 0) return []
  const each = `Each of the ${average.classes} kinds of failure counted the same: ${percent(average.caught)} stopped, ${percent(average.warned)} warned of.`
  if (rest === null) return [each]
  return [
    each,
    `Without ${printable(rest.tool, 50)}, which failed most often: ${rest.caught} of ${rest.failing} stopped, ${rest.wrongly_refused} wrongly refused.`,
  ]
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function tools({ by_tool }: Backtest): string[] {
  const told = Object.entries(by_tool).filter(([, each]) => each.failing + each.wrongly_refused > 0)
  if (told.length === 0) return []
  const rows = told
    .sort(([, a], [, b]) => b.failing - a.failing)
    .slice(0, mostRows)
    .map(toolRow)
  const heading = ['tool', 'calls', 'failed', 'stopped', 'warned', 'wrongly refused', 'wrongly warned']
  return [table(heading, rows)]
}

function toolRow([tool, each]: readonly [string, ToolTally]): (string | number)[] {
  const name = printable(tool, 50)
  return [
    name,
    each.calls,
    each.failing,
    each.caught,
    each.warned_failing,
    each.wrongly_refused,
    each.warned_valid,
  ]
}

function failures({ by_class }: Backtest): string[] {
  const told = Object.entries(by_class).sort(([, a], [, b]) => b.failing - a.failing)
  if (told.length === 0) return []
  const rows = told
    .slice(0, mostRows)
    .map(([what, { failing, caught, warned }]) => [printable(what, 90), failing, caught, warned])
  const more = told.length > mostRows ? [`… and ${told.length - mostRows} more; --json lists all.`, ''] : []
  return [table(['failure', 'times', 'stopped', 'warned'], rows), ...more]
}

function wrongs({ wrong }: Backtest): string[] {
  const told = wrong
    .slice(0, mostRows)
    .map(
      ({ call, tool, resources, rule, because }) =>
        `wrongly refused: call ${call}, ${printable(tool)} ${resources.map(each => printable(each, 80)).join(' ')} (${rule}: ${printable(because)})`,
    )
  return wrong.length > mostRows
    ? [...told, `… and ${wrong.length - mostRows} more; --json lists all.`]
    : told
}
