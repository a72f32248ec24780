import { Command, InvalidArgumentError, Option } from 'commander'
import { looking, placeFor } from './database.ts'
import { follow } from './log-follow.ts'
import { runVerify } from './log-verify.ts'
import { entryFact, entryLine } from './log-words.ts'
import { exit } from './main.ts'
import { json, print } from './print.ts'
import { knownServer } from './server.ts'
import type { Shell } from './shell.ts'

/** What `mcpgraphy log` was asked for. */
export interface LogOptions {
  readonly server?: string
  readonly resource?: string
  /** How many of the last entries; Infinity for all. */
  readonly tail: number
  readonly follow?: true
  readonly verify?: true
  readonly json?: true
  readonly db?: string
}

export default function log(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .option('--server <name>', 'only entries of this server')
    .option('--resource <class:id>', 'only entries that name this resource')
    .addOption(
      new Option('--tail <n>', 'the last so many entries, or "all"').argParser(tailOf).default(100, '100'),
    )
    .option('--follow', 'stay, and print each entry as it is written')
    .addOption(
      new Option('--verify', 'check that no entry was changed, removed or added').conflicts([
        'resource',
        'tail',
        'follow',
      ]),
    )
    .option('--json', 'print one JSON document; with --follow one a line')
    .option('--db <file>', "this database instead of the project's")
    .addHelpText('after', examples)
    .action(async (options: LogOptions) => done(await runLog(options, shell)))
}

const examples = `
Examples:
  mcpgraphy log --server orders --tail 20
  mcpgraphy log --resource order:7 --tail all --json
  mcpgraphy log --follow
  mcpgraphy log --verify        exits 1 where a chain is broken`

function tailOf(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or "all".')
  return Number(text)
}

async function runLog(options: LogOptions, shell: Shell): Promise<number> {
  if (options.verify) return await runVerify(options, shell)
  if (options.follow) return await follow(options, shell)
  const { database, entries, earlier } = await read(options, shell)
  if (options.json) await print(shell, json({ database, earlier, entries: entries.map(entryFact) }))
  else await print(shell, entries.map(each => entryLine(each, shell.colour)).join(''))
  if (entries.length === 0) shell.stderr.write('The log has no such entry yet.\n')
  else if (earlier)
    shell.stderr.write(`These are the last ${entries.length}; --tail all shows every entry.\n`)
  return exit.done
}

async function read(options: LogOptions, shell: Shell) {
  const place = placeFor(shell, options.db)
  const { resource, tail } = options
  // One more than asked for tells whether there are earlier ones.
  const filter = {
    ...(resource !== undefined && { resource }),
    ...(tail !== undefined && { tail: tail + 1 }),
  }
  const found = await looking(
    place,
    async store => await store.entries(await knownServer(store, options.server), filter),
    [],
  )
  const earlier = found.length > tail
  return { database: place.database, entries: earlier ? found.slice(1) : found, earlier }
}
