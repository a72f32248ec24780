import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { backtest } from '../lab/backtest.ts'
import { exactRule, type Lived, shippedRule } from '../lab/replay.ts'
import { readTrace } from '../lab/trace-file.ts'
import type { Store } from '../store/store.ts'
import { backtestInWords, progressBar } from './backtest-words.ts'
import { type LearnedOptions, withLearned } from './learned.ts'
import { exit } from './main.ts'
import { json, print } from './print.ts'
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
  await print(shell, options.json ? json(tested) : backtestInWords(tested, options.rule))
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

/** A bar that shows how far it is, on a terminal only. */
function progressOn(shell: Shell, total: number): (done: number) => void {
  if (shell.stderr.isTTY !== true || total < 2000) return () => undefined
  return done => shell.stderr.write(`\r${progressBar(done, total)}${done + 1000 > total ? '\n' : ''}`)
}
