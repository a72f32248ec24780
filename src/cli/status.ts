import { Command } from 'commander'
import { looking, placeFor } from './database.ts'
import { exit } from './main.ts'
import { json, print } from './print.ts'
import type { Shell } from './shell.ts'
import { readKnown, statusFacts } from './status-facts.ts'
import { statusInWords } from './status-words.ts'

interface StatusOptions {
  readonly json?: true
  readonly db?: string
}

export default function status(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .option('--json', 'print one JSON document')
    .option('--db <file>', "this database instead of the project's")
    .addHelpText('after', '\nExample:\n  mcpgraphy status --json')
    .action(async (options: StatusOptions) => done(await runStatus(options, shell)))
}

async function runStatus(options: StatusOptions, shell: Shell): Promise<number> {
  const place = placeFor(shell, options.db)
  const known = await looking(place, readKnown, [])
  const facts = statusFacts(place, shell, known)
  await print(shell, options.json ? json(facts) : statusInWords(facts))
  return exit.done
}
