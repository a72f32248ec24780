import { Command } from 'commander'
import { type CheckOptions, runCheck } from './adapter-check.ts'
import { type FeatureOptions, runFeature } from './adapter-feature.ts'
import { type InitOptions, runInit } from './adapter-init.ts'
import { runList, runSchema, runShow } from './adapter-list.ts'
import { runMigrate } from './adapter-migrate.ts'
import { commandLineOf } from './adapter-words.ts'
import { collect } from './options.ts'
import type { Shell } from './shell.ts'

const headerHelp = `for --url: a header of every request, "Name: \${VARIABLE}"`

export default function adapter(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .addCommand(init(shell, done))
    .addCommand(check(shell, done))
    .addCommand(feature(shell, done))
    .addCommand(list(shell, done))
    .addCommand(show(shell, done))
    .addCommand(schema(shell, done))
    .addCommand(migrate(shell, done))
    .addHelpText(
      'after',
      '\nExample:\n  mcpgraphy adapter init orders --write\n\nAll fields of the format: docs/adapters.md',
    )
}

function init(shell: Shell, done: (code: number) => void): Command {
  const command = new Command('init')
    .description("draft an adapter from a live server's tools, with the reason of each decision")
    .argument('[server]', "a server of your hosts' configs, or the name for a command behind --")
    .argument('[command...]', 'after --: the command that starts the server')
    .option('--write', "write it to the project's .mcpgraphy/adapters instead of printing it")
    .option('--force', 'with --write: replace an adapter that is there, what you changed in it too')
    .option(
      '--sample <id>',
      'look at real answers: read this resource (id or class:id; may be repeated)',
      collect,
    )
    .option('--draft', 'draft one even where an adapter that comes with mcpgraphy fits')
  return withToolsOptions(command)
    .addHelpText('after', initExamples)
    .action(async (_server, _command, options: InitOptions, command: Command) => {
      done(await runInit(commandLineOf(command), options, shell))
    })
}

const initExamples = `
The server is started, asked for its tools and stopped. No tool is called but, with --sample, those that would read.
What the proxy saw of the server while it had no adapter is looked at too.

Examples:
  mcpgraphy adapter init orders            prints the draft; the reasons on standard error
  mcpgraphy adapter init orders --sample 7 --write
  mcpgraphy adapter init files -- npx -y @modelcontextprotocol/server-filesystem .`

function check(shell: Shell, done: (code: number) => void): Command {
  const command = new Command('check')
    .description('validate an adapter, and hold it against the tools of its server')
    .argument('[file-or-server]', 'an adapter file, or a server; every adapter of the project if left out')
    .argument('[command...]', 'after --: the command that starts the server')
    .option('--live', "start the server as your host's config says, and look at its tools")
    .option(
      '--resource <id>',
      'with a live server: read this resource, and one that does not exist, and show their states',
    )
    .option('--slow <ms>', 'with --resource: warn of readings that take longer (default 1000)')
  return withToolsOptions(command)
    .addHelpText('after', checkExamples)
    .action(async (_target, _command, options: CheckOptions, command: Command) => {
      done(await runCheck(commandLineOf(command), options, shell))
    })
}

const checkExamples = `
Exits 1 where an error is found.

Examples:
  mcpgraphy adapter check my-adapter.json
  mcpgraphy adapter check orders --live --resource 7
  mcpgraphy adapter check filesystem --resource ./notes.txt -- npx -y @modelcontextprotocol/server-filesystem .`

/** A command with the ways to say where a server's tools come from, and in which form the answer goes. */
function withToolsOptions(command: Command): Command {
  return command
    .option('--tools <file>', 'a tools/list result in a file, instead of starting a server')
    .option('--config <file>', 'look for the server in this config (may be repeated)', collect)
    .option('--url <url>', 'the address of a server that is reached by one')
    .option('--header <header>', headerHelp, collect)
    .option('--json', 'print one JSON document')
}

function feature(shell: Shell, done: (code: number) => void): Command {
  return new Command('feature')
    .description("add a field to the features of a project's adapter, as status proposes it")
    .argument('<server>', 'the server')
    .argument('<field>', 'the name or the dotted path of the field')
    .option('--class <name>', 'the resource class; needed where several name their features')
    .option('--write', 'write it; else it is only shown')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  mcpgraphy adapter feature orders locked --write')
    .action(async (server: string, field: string, options: FeatureOptions) =>
      done(await runFeature(server, field, options, shell)),
    )
}

function list(shell: Shell, done: (code: number) => void): Command {
  return new Command('list')
    .description('the adapters of the project, and those that come with mcpgraphy')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  mcpgraphy adapter list')
    .action(async (options: { json?: true }) => done(await runList(options, shell)))
}

function show(shell: Shell, done: (code: number) => void): Command {
  return new Command('show')
    .description('print an adapter as it stands in its file')
    .argument('<name>', 'a name from mcpgraphy adapter list')
    .option('--json', 'print one JSON document: where it stands and what it says')
    .addHelpText('after', '\nExample:\n  mcpgraphy adapter show filesystem > my-adapter.json')
    .action(async (name: string, options: { json?: true }) => done(await runShow(name, options, shell)))
}

function schema(shell: Shell, done: (code: number) => void): Command {
  return new Command('schema')
    .description('print the JSON Schema of the format, for editors that complete and check')
    .addHelpText('after', '\nExample:\n  mcpgraphy adapter schema > adapter.schema.json')
    .action(async () => done(await runSchema(shell)))
}

function migrate(shell: Shell, done: (code: number) => void): Command {
  return new Command('migrate')
    .description('print an adapter in the newest version of the format')
    .argument('<file-or-server>', 'an adapter file, or a name from mcpgraphy adapter list')
    .addHelpText('after', '\nExample:\n  mcpgraphy adapter migrate old.json > new.json')
    .action(async (name: string) => done(await runMigrate(name, shell)))
}
