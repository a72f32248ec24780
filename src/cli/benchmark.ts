import { Command } from 'commander'
import { suites } from '../lab/benchmark/suites.ts'
import benchmarkLlm from './benchmark-llm.ts'
import { type ReportOptions, runReport } from './benchmark-report.ts'
import { type RunOptions, runRun } from './benchmark-run.ts'
import type { Shell } from './shell.ts'

/** `mcpgraphy benchmark`: what guidance is worth, measured on simulated servers. */
export default function benchmark(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .addCommand(run(shell, done))
    .addCommand(report(shell, done))
    .addCommand(benchmarkLlm(shell, done))
    .addHelpText(
      'after',
      '\nExample:\n  mcpgraphy benchmark run --suite stateful-v1 --seed 42\n\nMethod and tables: docs/BENCHMARK.md',
    )
}

function run(shell: Shell, done: (code: number) => void): Command {
  const names = suites.map(({ name }) => name).join(', ')
  return new Command('run')
    .description('let one scripted agent work on every task, with each source of guidance')
    .option('--suite <name>', `the tasks: ${names}`, 'stateful-v1')
    .option('--seed <number>', 'decides tasks, draws and chance: the same seed gives the same bytes', '42')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  mcpgraphy benchmark run --suite stateful-v1 --seed 42')
    .action(async (options: RunOptions) => done(await runRun(options, shell)))
}

function report(shell: Shell, done: (code: number) => void): Command {
  return new Command('report')
    .description('the tables of a run, and its plots')
    .option('--run <run>', 'latest, or the file of a run', 'latest')
    .option('--html <file>', 'write tables and plots as one page')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  mcpgraphy benchmark report --run latest --html report.html')
    .action(async (options: ReportOptions) => done(await runReport(options, shell)))
}
