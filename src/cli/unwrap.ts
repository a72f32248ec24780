import { existsSync } from 'node:fs'
import { Command, Option } from 'commander'
import { apply, isChange, stands } from '../hosts/apply.ts'
import { planUnwrap, type UndoPlan, type UnwrapWish } from '../hosts/unplan.ts'
import { Problem } from '../problem.ts'
import { dropCopies, findCopy, readCopies } from '../project/wrapped.ts'
import { askOne } from './ask.ts'
import { exit } from './main.ts'
import { collect, scopeOption } from './options.ts'
import { json, print } from './print.ts'
import { folderOfConfig, lookAround, type Scene, shortPath, wantedNames } from './scene.ts'
import type { Shell } from './shell.ts'
import { type Undo, undoAsJson, undoInWords } from './undo-words.ts'
import { putBack, sayQuitFirst } from './writing.ts'

interface Options {
  readonly write?: true
  readonly yes?: true
  readonly json?: true
  readonly config?: readonly string[]
  readonly host?: readonly string[]
  readonly scope: 'project' | 'user' | 'all'
  readonly edited?: 'original' | 'current'
}

/** `mcpgraphy unwrap`: shows what would be taken off, and with `--write` takes it off, byte for byte. */
export default function unwrap(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .argument('[server...]', 'only these servers')
    .option('--write', 'take it off; without it, only show it')
    .option('--yes', 'do not ask')
    .addOption(
      new Option(
        '--edited <which>',
        'where the command was changed since: put back the original, or keep the current',
      ).choices(['original', 'current']),
    )
    .option('--config <file>', 'only this file; may be given several times', collect)
    .option('--host <id>', 'only this host: claude-code, cursor, vscode, codex …', collect)
    .addOption(scopeOption('all'))
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async (servers: string[], options: Options) => done(await runUnwrap(shell, servers, options)))
}

const help = `
Examples:
  mcpgraphy unwrap                 show what would be taken off
  mcpgraphy unwrap --write         take it off everywhere: every file is as it was before
  mcpgraphy unwrap orders --write  only from the server "orders"`

async function runUnwrap(shell: Shell, servers: readonly string[], options: Options): Promise<number> {
  const scene = await lookAround(shell, options)
  const wanted = wantedNames(scene, servers)
  const plans = scene.configs.map(config =>
    planUnwrap(config, wishFor(scene, config, wanted, options.edited ?? 'leave')),
  )
  const chosen =
    options.write && !options.json ? await chooseEdited(shell, scene, plans, wanted, options) : plans
  if (!options.json) await print(shell, undoInWords(shell, scene, chosen))
  const isWritten = options.write === true && chosen.some(isChange) && (await writeAll(shell, scene, chosen))
  const isOpen = chosen.some(isChange) && !isWritten
  if (options.json) await print(shell, json(undoAsJson(scene, chosen, isWritten)))
  else if (!options.write && isOpen) shell.stderr.write(nextWords(servers, options))
  const isEdited = chosen.some(plan => plan.servers.some(isQuestion))
  const isRefused = scene.readings.some(each => each.kind === 'refused')
  return isRefused || (options.write && (isEdited || isOpen)) ? exit.failed : exit.done
}

function nextWords(servers: readonly string[], { config = [], host = [], scope }: Options): string {
  const options = [
    ...config.map(each => `--config ${JSON.stringify(each)}`),
    ...host.map(each => `--host ${each}`),
    ...(scope === 'all' ? [] : [`--scope ${scope}`]),
  ]
  const words = ['mcpgraphy unwrap', ...servers.map(each => JSON.stringify(each)), ...options, '--write']
  return `Nothing was written. To write it: ${words.join(' ')}\n`
}

function wishFor(
  scene: Scene,
  config: Undo['config'],
  wanted: (name: string) => boolean,
  whenEdited: UnwrapWish['whenEdited'],
): UnwrapWish {
  const copies = readCopies(folderOfConfig(scene, config))
  return {
    wants: ({ name }) => wanted(name),
    copyOf: ({ at }) => findCopy(copies, config.path, at),
    whenEdited,
  }
}

/** Where a command was changed since, a person says which one is meant; without one it is left, and said. */
async function chooseEdited(
  shell: Shell,
  scene: Scene,
  plans: readonly Undo[],
  wanted: (name: string) => boolean,
  options: Options,
): Promise<Undo[]> {
  const chosen: Undo[] = []
  for (const plan of plans) {
    const edited = plan.servers.filter(isQuestion)
    if (edited.length === 0 || !shell.canAsk || options.yes) {
      chosen.push(plan)
      continue
    }
    await print(shell, undoInWords(shell, scene, [{ ...plan, servers: edited }]))
    const which = await askOne(
      shell,
      'Which one shall stand there?',
      [
        { value: 'original' as const, name: 'what was there before mcpgraphy' },
        { value: 'current' as const, name: 'what stands there now, without mcpgraphy' },
        { value: 'leave' as const, name: 'leave these as they are' },
      ],
      'leave',
    )
    chosen.push(planUnwrap(plan.config, wishFor(scene, plan.config, wanted, which)))
  }
  return chosen
}

/** Somebody must say what is meant. */
function isQuestion({ kind }: UndoPlan): boolean {
  return kind === 'edited' || kind === 'unsure'
}

/** Writes every file that changes; one that fails stops no other. True where all were written. */
async function writeAll(shell: Shell, scene: Scene, plans: readonly Undo[]): Promise<boolean> {
  const changing = plans.filter(isChange)
  sayQuitFirst(
    shell,
    changing.map(plan => ({ plan })),
  )
  const written: Undo[] = []
  for (const plan of changing) {
    if (await writeOne(shell, scene, plan)) written.push(plan)
  }
  for (const host of new Set(written.map(({ config }) => config.host)))
    shell.stderr.write(`Now ${host.restart}.\n`)
  for (const path of new Set(
    written.map(({ config }) => folderOfConfig(scene, config).path).filter(each => existsSync(each)),
  )) {
    shell.stderr.write(
      `What was learned stays in ${shortPath(scene.machine, path)}; remove that folder to forget it.\n`,
    )
  }
  return written.length === changing.length
}

async function writeOne(shell: Shell, scene: Scene, plan: Undo): Promise<boolean> {
  const { config, servers } = plan
  const undone = servers.filter(each => each.kind === 'undo')
  try {
    await apply(plan)
    const isKept = !config.file.quitFirst || (await stands(plan))
    const name = shortPath(scene.machine, config.path)
    shell.stderr.write(isKept ? `Written: ${name}\n` : putBack(config.host.name, name))
    const gone = isKept ? undone.map(({ server }) => ({ file: config.path, at: server.at })) : []
    if (gone.length > 0) await dropCopies(folderOfConfig(scene, config), gone)
    return isKept
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    shell.stderr.write(`${problem.message}\n${problem.now}\n`)
    return false
  }
}
