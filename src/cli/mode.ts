import { dirname } from 'node:path'
import { Command } from 'commander'
import type { Machine } from '../hosts/machine.ts'
import type { Problem } from '../problem.ts'
import { acceptFolder } from '../project/accept.ts'
import { modesThatHold } from '../project/holding.ts'
import { modeNames, modesPath } from '../project/modes.ts'
import { type Folder, homeProblem } from '../project/paths.ts'
import { resetModes, setModes } from '../project/set-modes.ts'
import { knownServers } from './known.ts'
import { exit } from './main.ts'
import { type ChangeOptions, changeFrom, checkChange, isChange } from './mode-change.ts'
import { type ModePlaces, modePlaces } from './mode-places.ts'
import { modesAsJson, modesInWords } from './mode-words.ts'
import { json, print } from './print.ts'
import { lookAround, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'

interface Options extends ChangeOptions {
  readonly accept?: true
  readonly reset?: true
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
    .option('--reset', 'write a modes.json anew that cannot be read, with the modes that hold')
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
  const change = changeFrom(server, name, options)
  const scene = await lookAround(shell, { scope: 'all' })
  const { machine, user } = scene
  const places = modePlaces(scene, change.server)
  const folder = options.user ? user : places.folder
  if (options.accept) await acceptAll(shell, machine, folder, user)
  if (options.reset) await reset(shell, machine, folder, user)
  const before = modesThatHold(folder, user)
  const known = await knownServers(places.namesIn(folder), folder, before.modes)
  await checkChange(shell, change, known, folder, before.modes)
  const modes = isChange(change) ? await setModes(folder, user, [change]) : before.modes
  const shown = { folder, modes, names: change.server === undefined ? known : [change.server] }
  const problems = [homeProblem(machine), isChange(change) ? undefined : before.problem].flatMap(
    each => each ?? [],
  )
  await print(
    shell,
    options.json
      ? json({ ...modesAsJson(shown), remarks: problems.map(asRemark) })
      : modesInWords(machine, shown),
  )
  sayAfter(shell, machine, { places, folder, problems, isChanged: isChange(change) })
  return exit.done
}

async function acceptAll(shell: Shell, machine: Machine, folder: Folder, user: Folder): Promise<void> {
  const files = await acceptFolder(folder, user)
  for (const file of files) shell.stderr.write(`Accepted: ${shortPath(machine, file)}\n`)
  if (files.length === 0) shell.stderr.write('There was nothing left to accept.\n')
}

async function reset(shell: Shell, machine: Machine, folder: Folder, user: Folder): Promise<void> {
  const isNew = (await resetModes(folder, user)) !== undefined
  const file = shortPath(machine, modesPath(folder))
  shell.stderr.write(
    isNew
      ? `Written anew: ${file}. Approvals are to be given again.\n`
      : `${file} can be read, and was left as it is.\n`,
  )
}

function asRemark({ message, now }: Problem) {
  return { what: message, now }
}

interface After {
  readonly places: ModePlaces
  readonly folder: Folder
  readonly problems: readonly Problem[]
  readonly isChanged: boolean
}

function sayAfter(shell: Shell, machine: Machine, { places, folder, problems, isChanged }: After): void {
  for (const { message, now } of problems) shell.stderr.write(`${message}\n${now}\n`)
  if (isChanged)
    shell.stderr.write('A running proxy takes this up at its next call; nothing needs to be restarted.\n')
  for (const other of places.others.filter(({ path }) => path !== folder.path))
    shell.stderr.write(`${places.whoElse} by the modes in ${shortPath(machine, other.path)}${wayTo(other)}\n`)
}

function wayTo({ of, path }: Folder): string {
  return of === 'user' ? ': mcpgraphy mode --user' : `: run the command in ${dirname(path)}`
}
