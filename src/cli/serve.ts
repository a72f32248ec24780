import { Command, Option } from 'commander'
import type { ServerOptions } from './adapter-server.ts'
import { commandLineOf } from './adapter-words.ts'
import { collect } from './options.ts'
import type { Shell } from './shell.ts'

export interface ServeOptions extends ServerOptions {
  readonly transport: 'stdio' | 'http'
  readonly server?: string
  readonly db?: string
  readonly fixtureSeed: string
  readonly fixtures: string
  readonly adapter?: string
  readonly policy?: string
  readonly listen: string
}

/** `mcpgraphy serve`: the offers server. */
export default function serve(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .usage('[options] [-- command of the server]')
    .addOption(
      new Option('--transport <kind>', 'how a host speaks to it').choices(['stdio', 'http']).default('stdio'),
    )
    .option('--server <name>', 'a simulator, or a server in the configs of your hosts; a name for a command')
    .option('--db <file>', "this database instead of the project's")
    .option('--fixture-seed <number>', 'of a simulator: decides its resources', '0')
    .option('--fixtures <number>', 'of a simulator: how many resources it begins with', '20')
    .option('--adapter <file>', 'how the resources of the server are read')
    .option('--policy <file>', 'what may be carried out; without it nothing is')
    .option(
      '--listen <127.0.0.1:port>',
      'where, with --transport http; port 0 is any that is free',
      '127.0.0.1:0',
    )
    .option('--url <address>', 'a server that is reached by its address')
    .option('--header <name: value>', 'a header for it (may be given several times)', collect)
    .option('--config <file>', 'this config only (may be given several times)', collect)
    .argument('[words...]')
    .addHelpText(
      'after',
      '\nExample:\n  mcpgraphy serve --transport stdio --server release_sim --fixture-seed 0 --db demo.sqlite',
    )
    .action(async (_words: readonly string[], options: ServeOptions, command: Command) => {
      const line = commandLineOf(command)
      const { runServe } = await import('./run-serve.ts')
      done(await runServe({ ...line, name: options.server ?? line.name }, options, shell))
    })
}
