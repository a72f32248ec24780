import type { Command } from 'commander'
import { Problem } from '../problem.ts'

/** What stands on a command line: a name of ours at most, and the server's command behind the two dashes. */
export interface CommandLine {
  readonly name: string | undefined
  /** Empty where there are no dashes. */
  readonly serverCommand: readonly string[]
}

/**
 * Parts the words of a command from those behind `--`, which commander hands over as one list.
 * Throws `usage` for a word too many, and `no-command` where nothing stands behind the dashes.
 */
export function commandLineOf(command: Command): CommandLine {
  const raw = rootOf(command).rawArgs
  const dashes = raw.indexOf('--')
  const serverCommand = dashes === -1 ? [] : raw.slice(dashes + 1)
  if (dashes !== -1 && serverCommand.length === 0) throw new Problem('no-command')
  const own = command.args.slice(0, command.args.length - serverCommand.length)
  const [name, extra] = own
  if (extra !== undefined) {
    const now = 'Put the command of a server behind two dashes: mcpgraphy adapter init NAME -- CMD'
    throw new Problem('usage', { what: `“${extra}” is a word too many`, now })
  }
  return { name, serverCommand }
}

function rootOf(command: Command): Command & { readonly rawArgs: readonly string[] } {
  let root = command
  while (root.parent !== null) root = root.parent
  return root as Command & { readonly rawArgs: readonly string[] }
}
