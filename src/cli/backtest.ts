import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { type Backtest, backtest } from '../lab/backtest.ts'
import { exactRule, type Lived, shippedRule } from '../lab/replay.ts'
import { readTrace } from '../lab/trace-file.ts'
import type { Store } from '../store/store.ts'
import { type LearnedOptions, withLearned } from './learned.ts'
import { exit } from './main.ts'
import { json, print, printable, table } from './print.ts'
import type { Shell } from './shell.ts'

interface BacktestOptions extends LearnedOptions {
  readonly trace?: string
  readonly rule: 'default' | 'exact'
  readonly freshPer?: 'stream'
  readonly json?: true
}

/** `mcpgraphy backtest`: what `block` would have done with the calls of the past. */
export default function backtestCommand(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .option('--server <name>', 'replay what was learned of this server; needed where there are several')
    .option('--trace <file>', 'replay a trace instead: one JSON object a line, perhaps gzipped')
    .addOption(
      new Option('--rule <rule>', 'default, or exact: refuse what failed from this very state')
        .choices(['default', 'exact'])
        .default('default'),
    )
    .addOption(
      new Option('--fresh-per <what>', 'begin with an empty model at each new stream').choices(['stream']),
    )
    .option('--json', 'print one JSON document')
    .option('--db <file>', "this database instead of the project's")
    .addHelpText('after', '\nExample:\n  mcpgraphy backtest --server orders')
    .action(async (options: BacktestOptions) => done(await runBacktest(options, shell)))
}

async function runBacktest(options: BacktestOptions, shell: Shell): Promise<number> {
  const calls = await callsOf(options, shell)
  const rule = options.rule === 'exact' ? exactRule : () => shippedRule('backtest')
  const tested = backtest(calls, {
    rule,
    freshPerStream: options.freshPer === 'stream',
    clock: () => performance.now(),
    progress: progressOn(shell, calls.length),
  })
  await print(shell, options.json ? json(tested) : inWords(tested, options.rule))
  return exit.done
}

async function callsOf(options: BacktestOptions, shell: Shell): Promise<Lived[]> {
  if (options.trace !== undefined) return readTrace(resolve(shell.cwd, options.trace))
  return withLearned(shell, options, async ({ server, store, effectOf }) =>
    (await evidenceOf(store, server)).map(evidence => ({
      evidence,
      effect: effectOf(evidence.tool),
      stream: evidence.session,
    })),
  )
}

async function evidenceOf(store: Store, server: string) {
  const all = []
  for (let after = 0; ; ) {
    const page = await store.evidence(server, after, 5000)
    all.push(...page.map(({ evidence }) => evidence))
    const last = page.at(-1)
    if (last === undefined) return all
    after = last.seq
  }
}

/** A line that shows how far it is, on a terminal only. */
function progressOn(shell: Shell, total: number): (done: number) => void {
  if (shell.stderr.isTTY !== true || total < 5000) return () => undefined
  return done => shell.stderr.write(`\rreplayed ${done} of ${total} calls${done + 1000 > total ? '\n' : ''}`)
}

function inWords(tested: Backtest, rule: string): string {
  const { calls, failing, valid, caught, wrongly_refused: wrong } = tested
  const tools = Object.entries(tested.by_tool).filter(([, each]) => each.failing + each.wrongly_refused > 0)
  const rows = tools.map(([tool, each]) => [
    printable(tool, 50),
    each.calls,
    each.failing,
    each.caught,
    each.warned_failing,
    each.wrongly_refused,
    each.warned_valid,
  ])
  return [
    `${calls} calls were replayed in their order${rule === 'exact' ? ' under the exact-state rule' : ''}: ${failing} failed, ${valid} worked.`,
    `block would have stopped ${caught} of the ${failing} that failed, and refused ${wrong} of the ${valid} that worked.`,
    `It would have warned of ${tested.warned_failing} more that failed, and of ${tested.warned_valid} that worked.`,
    '',
    ...(rows.length === 0
      ? []
      : [table(['tool', 'calls', 'failed', 'stopped', 'warned', 'wrongly refused', 'wrongly warned'], rows)]),
    ...tested.wrong
      .slice(0, 20)
      .map(
        each =>
          `wrongly refused: call ${each.call}, ${printable(each.tool)} ${each.resources.map(r => printable(r, 80)).join(' ')} (${each.rule}: ${printable(each.because)})`,
      ),
    ...(tested.wrong.length > 20 ? [`… and ${tested.wrong.length - 20} more; --json lists all.`] : []),
    verdict(tested),
    '',
  ].join('\n')
}

function verdict({ calls, caught, wrongly_refused: wrong }: Backtest): string {
  if (calls === 0) return 'There is nothing to judge by yet.'
  if (wrong > 0) return 'Look at the calls that would have been refused wrongly before you switch to block.'
  return caught === 0
    ? 'block would have changed nothing so far.'
    : 'By these calls block would have been right every time.'
}
