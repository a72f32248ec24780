import { Command } from 'commander'
import { type Machine, machineOf } from '../hosts/machine.ts'
import { Problem } from '../problem.ts'
import { acceptFolder } from '../project/accept.ts'
import { type Mode, type Modes, modeNames, modeOf, modesPath } from '../project/modes.ts'
import { type Folder, folderFor, userFolder } from '../project/paths.ts'
import { setModes } from '../project/set-modes.ts'
import { knownServers, knownTools } from './known.ts'
import { exit } from './main.ts'
import { json, print, printable } from './print.ts'
import { shortPath, unknownName } from './scene.ts'
import type { Shell } from './shell.ts'
import { modeWords } from './words.ts'
import { modesThatHold } from './wrapping.ts'

interface Options {
  readonly approve?: readonly string[]
  readonly unapprove?: readonly string[]
  readonly all?: true
  readonly accept?: true
  readonly json?: true
  readonly user?: true
}

/** `mcpgraphy mode`: shows or sets what the proxy may do for a server. A running proxy takes it up at its next call. */
export default function mode(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .argument('[server]', 'the server; with --all, leave it out')
    .argument('[mode]', modeNames.join(', '))
    .option('--approve <tools...>', 'let these tools through although they destroy or are gated')
    .option('--unapprove <tools...>', 'hold these tools again')
    .option('--all', 'set the mode for every server')
    .option('--accept', 'accept the modes and adapters that came with the project, as they stand')
    .option('--user', "the modes of the user's own folder, not of the project")
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async (server: string | undefined, name: string | undefined, options: Options) =>
      done(await runMode(shell, server, name, options)),
    )
}

const help = `
Examples:
  mcpgraphy mode                                        show every server
  mcpgraphy mode orders block --approve refund_order    refuse what is known to fail, but let this tool through
  mcpgraphy mode --all observe                          watch, and say nothing`

async function runMode(
  shell: Shell,
  server: string | undefined,
  name: string | undefined,
  options: Options,
): Promise<number> {
  const machine = machineOf(shell)
  const user = userFolder(machine)
  const folder = options.user ? user : folderFor(machine)
  if (options.accept) await acceptAll(shell, machine, folder, user)
  const change = changeFrom(server, name, options)
  const known = await knownServers(shell, folder, user)
  await check(shell, change, known, folder, modesThatHold(folder, user))
  const isChange = change.mode !== undefined || change.approve.length + change.unapprove.length > 0
  const modes = isChange ? await setModes(folder, user, [change]) : modesThatHold(folder, user)
  const names = change.server === undefined ? known : [change.server]
  await print(
    shell,
    options.json ? json(asJson(folder, modes, names)) : inWords(machine, folder, modes, names),
  )
  if (isChange)
    shell.stderr.write('A running proxy takes this up at its next call; nothing needs to be restarted.\n')
  return exit.done
}

async function acceptAll(shell: Shell, machine: Machine, folder: Folder, user: Folder): Promise<void> {
  const files = await acceptFolder(folder, user)
  for (const file of files) shell.stderr.write(`Accepted: ${shortPath(machine, file)}\n`)
  if (files.length === 0) shell.stderr.write('There was nothing left to accept.\n')
}

interface Change {
  readonly server: string | undefined
  readonly mode: Mode | undefined
  readonly approve: readonly string[]
  readonly unapprove: readonly string[]
}

/** With `--all` the only word is the mode. An approval is for one server: it never spreads. */
function changeFrom(server: string | undefined, name: string | undefined, options: Options): Change {
  const word = options.all ? (name ?? server) : name
  const target = options.all ? undefined : server
  const { approve = [], unapprove = [] } = options
  if (options.all && server !== undefined && name !== undefined)
    throw wrong('--all and a server were both given', 'Leave one of them out.')
  if (options.all && word === undefined)
    throw wrong('--all was given without a mode', 'For example: mcpgraphy mode --all warn')
  if (target === undefined && approve.length + unapprove.length > 0) {
    throw wrong(
      'An approval is for one server, and none was named',
      'For example: mcpgraphy mode orders --approve refund_order',
    )
  }
  return { server: target, mode: word === undefined ? undefined : modeFrom(word), approve, unapprove }
}

function modeFrom(word: string): Mode {
  const found = modeNames.find(each => each === word)
  if (found === undefined) throw unknownName('mode', word, modeNames)
  return found
}

/** Names that nobody knows are refused, so that a slip never widens or loses what was meant. */
async function check(
  shell: Shell,
  { server, approve, unapprove }: Change,
  known: readonly string[],
  folder: Folder,
  modes: Modes,
): Promise<void> {
  if (server === undefined) return
  if (!known.includes(server)) throw unknownName('server', server, known)
  const tools = approve.length === 0 ? undefined : await knownTools(folder, server)
  const strange = approve.find(tool => tools !== undefined && !tools.includes(tool))
  if (strange !== undefined) throw unknownName(`tool of ${server}`, strange, tools ?? [])
  if (approve.length > 0 && tools === undefined) {
    const name = printable(server)
    shell.stderr.write(
      `Nobody has seen the tools of ${name} yet, so these names were not checked: mcpgraphy tools ${name} --start\n`,
    )
  }
  const approved = modeOf(modes, server).approve
  const missing = unapprove.find(tool => !approved.includes(tool))
  if (missing !== undefined) throw unknownName(`approved tool of ${server}`, missing, approved)
}

function wrong(what: string, now: string): Problem {
  return new Problem('usage', { what, now })
}

function inWords(machine: Machine, folder: Folder, modes: Modes, names: readonly string[]): string {
  const lines = names.map(name => {
    const { mode, approve } = modeOf(modes, name)
    const approved =
      approve.length === 0 ? '' : `; approved: ${approve.map(tool => printable(tool)).join(', ')}`
    return `${printable(name)}: ${mode} (${modeWords[mode]}${approved})`
  })
  const rest = `every other server: ${modes.default} (${modeWords[modes.default]})`
  return `${[shortPath(machine, modesPath(folder)), ...[...lines, rest].map(line => `  ${line}`)].join('\n')}\n`
}

function asJson(folder: Folder, modes: Modes, names: readonly string[]) {
  return {
    file: modesPath(folder),
    default: modes.default,
    servers: names.map(server => ({ server, ...modeOf(modes, server) })),
  }
}
