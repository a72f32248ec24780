import type { Command } from 'commander'
import { Problem, type ProblemCode, reasonOf } from '../problem.ts'
import { type CommandRow, commands } from './commands.ts'
import type { Shell } from './shell.ts'

/** Exit codes: done, failed or found a problem, wrong usage. */
export const exit = { done: 0, failed: 1, usage: 2 } as const

/**
 * Runs one command line and gives the exit code. Prints problems in words on standard error.
 * The proxy is started without loading the command-line parser: a host waits for it.
 */
export async function main(argv: readonly string[], shell: Shell): Promise<number> {
  try {
    if (runsProxy(argv)) return await (await import('./run-proxy.ts')).runProxy(argv.slice(1), shell)
    return await runCommand(argv, shell)
  } catch (error) {
    return tell(error, shell)
  }
}

/** `proxy …`, and `wrap … -- CMD` or `wrap … --url URL`, which say the same. */
function runsProxy(argv: readonly string[]): boolean {
  if (argv[0] !== 'proxy' && argv[0] !== 'wrap') return false
  const ours = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  if (ours.includes('--help') || ours.includes('-h')) return false
  return (
    argv[0] === 'proxy' ||
    argv.includes('--') ||
    ours.some(each => each === '--url' || each.startsWith('--url='))
  )
}

async function runCommand(argv: readonly string[], shell: Shell): Promise<number> {
  const { Command, CommanderError } = await import('commander')
  const { version } = await import('./version.ts')
  const row = commands.find(each => each.name === argv[0])
  let code: number = exit.done
  const program = new Command('mcpgraphy')
    .description('Learns which MCP tool works in which state, and says so before the next bad call.')
    .version(version(), '-v, --version')
    .exitOverride()
    .configureOutput({
      writeOut: text => shell.stdout.write(text),
      writeErr: text => shell.stderr.write(text),
      outputError: (text, write) => write(inOurVoice(text, row)),
    })
    .addHelpText('after', '\nBegin with: mcpgraphy init')
  for (const each of commands)
    program.addCommand(
      inherit(await commandOf(each, each === row, shell, result => (code = result)), program),
    )
  try {
    if (argv.length === 0) program.outputHelp()
    else await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exit.done : exit.usage
  }
}

/** A complaint of the parser as everything else that is wrong is said: what it is, and what to do now. */
function inOurVoice(text: string, command: CommandRow | undefined): string {
  const [first = '', second = ''] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n')
  const what = first.charAt(0).toUpperCase() + first.slice(1).replace(/\.$/, '')
  const meant = /^\((.*)\)$/.exec(second)?.[1]
  return `${what}.\n${meant ?? `See mcpgraphy ${command === undefined ? '' : `${command.name} `}--help.`}\n`
}

/** The command itself where it was called, else only its name and line for the help. */
async function commandOf(row: CommandRow, called: boolean, shell: Shell, done: (code: number) => void) {
  const { Command } = await import('commander')
  const command = called ? (await row.load()).default(shell, done) : new Command()
  return command.name(row.name).description(row.about)
}

/** Output and error handling of the program, for a command and its subcommands: commander copies none by itself. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  for (const each of command.commands) inherit(each, command)
  return command
}

const wrongUsage: ReadonlySet<ProblemCode> = new Set([
  'usage',
  'no-command',
  'url-invalid',
  'header-invalid',
  'listen-address',
  'not-loopback',
])

function tell(error: unknown, shell: Shell): number {
  if (error instanceof Problem) {
    shell.stderr.write(`${error.message}\n${error.now}\n`)
    return wrongUsage.has(error.code) ? exit.usage : exit.failed
  }
  if (error instanceof Error && error.name === 'ExitPromptError') {
    shell.stderr.write('Stopped. Nothing was changed.\n')
    return exit.failed
  }
  shell.stderr.write(`mcpgraphy failed in a way that it should not: ${reasonOf(error)}\n`)
  if (error instanceof Error && shell.env.DEBUG) shell.stderr.write(`${error.stack}\n`)
  else shell.stderr.write('Run it again with DEBUG=1 to see where, and tell us.\n')
  return exit.failed
}
