import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { machineOf } from '../hosts/machine.ts'
import { userFolder } from '../project/paths.ts'
import { looking, placeFor, placeOf } from './database.ts'
import { exit } from './main.ts'
import { json, print } from './print.ts'
import type { Shell } from './shell.ts'
import { readKnown, statusFacts } from './status-facts.ts'
import { statusInWords } from './status-words.ts'

interface StatusOptions {
  readonly json?: true
  readonly db?: string
  readonly user?: true
}

export default function status(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .option('--json', 'print one JSON document')
    .option('--user', "the user's own folder: servers wrapped in files of the user")
    .option('--db <file>', "this database instead of the project's")
    .addHelpText('after', '\nExample:\n  mcpgraphy status --json')
    .action(async (options: StatusOptions) => done(await runStatus(options, shell)))
}

async function runStatus(options: StatusOptions, shell: Shell): Promise<number> {
  const user = placeOf(userFolder(machineOf(shell)))
  const place = options.user ? user : placeFor(shell, options.db)
  const known = await looking(place, readKnown, [])
  const facts = statusFacts(place, shell, known)
  await print(shell, options.json ? json(facts) : statusInWords(facts))
  if (options.db === undefined && place.folder.path !== user.folder.path && existsSync(user.database))
    shell.stderr.write('Servers that are wrapped in your own files: mcpgraphy status --user\n')
  return exit.done
}
