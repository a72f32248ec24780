import { Argument, Command, Option } from 'commander'
import { graphAsJson, graphAsMermaid } from '../graph/export.ts'
import { type LearnedOptions, withLearned } from './learned.ts'
import { exit } from './main.ts'
import { json, print } from './print.ts'
import type { Shell } from './shell.ts'

interface GraphOptions extends LearnedOptions {
  readonly format: 'json' | 'mermaid'
  readonly json?: true
}

export default function graph(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .addArgument(new Argument('[what]', 'what to do with it').choices(['export']).default('export'))
    .option('--server <name>', 'the server; needed where there are several')
    .addOption(
      new Option('--format <format>', 'json is authoritative').choices(['json', 'mermaid']).default('json'),
    )
    .option('--json', 'the same as --format json')
    .option('--db <file>', "this database instead of the project's")
    .addHelpText('after', '\nExample:\n  mcpgraphy graph export --server files --format mermaid')
    .action(async (_what: string, options: GraphOptions) =>
      done(
        await withLearned(shell, options, async ({ model }) => {
          const mermaid = options.format === 'mermaid' && options.json !== true
          await print(shell, mermaid ? graphAsMermaid(model) : json(graphAsJson(model)))
          return exit.done
        }),
      ),
    )
}
