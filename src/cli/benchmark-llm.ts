import { Command, Option } from 'commander'
import type { Shell } from './shell.ts'

export interface LlmOptions {
  readonly model: string
  readonly suite: string
  readonly seed: string
  readonly tasks?: string
  readonly side: 'raw' | 'proxy' | 'both'
  readonly prices?: string
  readonly budget?: string
  readonly budgetTokens: string
  readonly maxTurns: string
  readonly answerTokens: string
  readonly out?: string
  readonly dryRun?: true
  readonly json?: true
}

/** `mcpgraphy benchmark llm`: a real model does the benchmark's jobs, raw and behind the proxy. */
export default function benchmarkLlm(shell: Shell, done: (code: number) => void): Command {
  return new Command('llm')
    .description('let a real model do the jobs, raw and behind the proxy (costs money)')
    .requiredOption('--model <name>', 'as the endpoint calls it')
    .option('--suite <name>', 'the suite of jobs', 'stateful-v1')
    .option('--seed <number>', 'decides the jobs', '42')
    .option('--tasks <number>', 'only the first so many jobs')
    .addOption(
      new Option('--side <side>', 'with the server alone, behind the proxy, or both')
        .choices(['raw', 'proxy', 'both'])
        .default('both'),
    )
    .option('--prices <file>', 'a price table: {"MODEL": {"input": 1, "cached_input": 0.1, "output": 4}}')
    .option('--budget <dollars>', 'stop before the run costs more (needs --prices)')
    .option('--budget-tokens <number>', 'stop before the run takes more tokens', '2000000')
    .option('--max-turns <number>', 'most turns of the model in one job', '20')
    .option('--answer-tokens <number>', 'most tokens of one answer', '1024')
    .option('--out <folder>', 'where the run is kept; benchmark-llm-MODEL if not given')
    .option('--dry-run', 'say what would be sent, and send nothing')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      [
        '',
        'The endpoint is OPENAI_BASE_URL (https://api.openai.com/v1 if not set), the key OPENAI_API_KEY.',
        'A run that was stopped goes on when the same command is run again.',
        '',
        'Example:',
        '  mcpgraphy benchmark llm --model gpt-5.4-mini --tasks 10 --dry-run',
      ].join('\n'),
    )
    .action(async (options: LlmOptions) => {
      const { runLlm } = await import('./run-benchmark-llm.ts')
      done(await runLlm(options, shell))
    })
}
