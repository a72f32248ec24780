import { Command } from 'commander'
import { toolOverview } from '../adapter/overview.ts'
import { commandLineOf } from './adapter-words.ts'
import { exit } from './main.ts'
import { collect } from './options.ts'
import { json, print } from './print.ts'
import type { Shell } from './shell.ts'
import { type ToolsOptions, toolsFor } from './tools-source.ts'
import { type ServerOverview, toolsAsJson, toolsInWords } from './tools-words.ts'

/** `mcpgraphy tools`: what each tool does, and why we think so. No tool is called. */
export default function tools(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .argument('[server]', 'a server (every one that was started through mcpgraphy, if left out)')
    .argument('[command...]', 'after --: the command that starts the server')
    .option('--start', 'start the server and ask it, without asking you; else its last list is taken')
    .option('--tools <file>', 'a tools/list result in a file, instead of a server')
    .option('--config <file>', 'look for the server in this config (may be repeated)', collect)
    .option('--db <file>', "this database instead of the project's")
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async (_server, _command, options: ToolsOptions & { json?: true }, command: Command) => {
      const found = await toolsFor(commandLineOf(command), options, shell)
      const servers = found.map(
        ({ server, from, tools, adapter }): ServerOverview => ({
          server,
          from,
          tools: tools.map(tool => toolOverview(tool, adapter)),
        }),
      )
      await print(shell, options.json ? json(toolsAsJson(servers)) : toolsInWords(shell, servers))
      done(exit.done)
    })
}

const help = `
A tool is judged by its name first and by the server's own hints second; where they
disagree it is unknown. An adapter of yours has the last word.

Examples:
  mcpgraphy tools orders
  mcpgraphy tools orders --start --json
  mcpgraphy tools files -- npx -y @modelcontextprotocol/server-filesystem .`
