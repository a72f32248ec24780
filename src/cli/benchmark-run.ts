import { runBenchmark } from '../lab/benchmark/benchmark.ts'
import { suiteNamed, suites } from '../lab/benchmark/suites.ts'
import { keepRun } from './benchmark-runs.ts'
import { resultInWords } from './benchmark-words.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import { progressBar } from './progress.ts'
import type { Shell } from './shell.ts'
import { seedIn } from './sim-options.ts'
import { wrong } from './wrong-usage.ts'

export interface RunOptions {
  readonly suite: string
  readonly seed: string
  readonly json?: true
}

/** `mcpgraphy benchmark run`: runs a suite, keeps what was found for `report`, and prints it. */
export async function runRun(options: RunOptions, shell: Shell): Promise<number> {
  const suite = suiteNamed(options.suite)
  if (suite === undefined) {
    const known = suites.map(({ name }) => name).join(', ')
    throw wrong(`There is no suite “${printable(options.suite, 60)}”`, `Take one of: ${known}`)
  }
  const bar = progressBar(shell)
  const result = await runBenchmark(suite, seedIn(options.seed), bar.show).finally(bar.clear)
  const file = await keepRun(shell, result)
  await print(shell, options.json ? json(result) : resultInWords(result))
  shell.stderr.write(`Kept in ${file}; plots: mcpgraphy benchmark report --html FILE\n`)
  return exit.done
}
