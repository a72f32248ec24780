import { Command } from 'commander'
import type { ServerOptions } from './adapter-server.ts'
import { commandLineOf } from './adapter-words.ts'
import { collect } from './options.ts'
import { runLearn } from './run-learn.ts'
import type { Shell } from './shell.ts'

export interface LearnOptions extends ServerOptions {
  readonly server?: string
  readonly fixtures: string
  readonly budget: string
  readonly seed: string
  readonly adapter?: string
  readonly sandbox?: true
  readonly db?: string
  readonly json?: true
}

/** `mcpgraphy learn`: learns a server by experiments, where nothing in it matters. */
export default function learn(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .usage('[options] [-- command of the server]')
    .option('--server <name>', 'a simulator; or a server of your own, with --adapter and --sandbox')
    .option('--budget <calls>', 'calls that the server may get, reading ones and resets included', '150')
    .option('--fixtures <number>', 'of a simulator: how many resources it begins with', '20')
    .option('--seed <number>', 'decides fixtures, and which of several experiments comes first', '0')
    .option('--adapter <file>', 'of your own server: its adapter, which says how it is set back')
    .option('--sandbox', 'of your own server: nothing in it matters, and its tools may be tried')
    .option(
      '--config <file>',
      'look for the server in this config only (may be given several times)',
      collect,
    )
    .option('--db <file>', "this database instead of the project's")
    .option('--json', 'print one JSON document')
    .argument('[words...]')
    .addHelpText(
      'after',
      '\nExample:\n  mcpgraphy learn --server release_sim --fixtures 20 --budget 150 --db demo.sqlite',
    )
    .action(async (_words: readonly string[], options: LearnOptions, command: Command) =>
      done(await runLearn(commandLineOf(command), options, shell)),
    )
}
