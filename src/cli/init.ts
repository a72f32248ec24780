import { Command } from 'commander'
import type { ServerPlan } from '../hosts/plan.ts'
import { writeProjectAdapter } from '../project/adapters.ts'
import { type Mode, type modeNames, modesPath } from '../project/modes.ts'
import { askMany, askOne, askYes } from './ask.ts'
import { draftsInWords } from './draft-words.ts'
import type { Drafted } from './drafting.ts'
import { exit } from './main.ts'
import { collect, scopeOption } from './options.ts'
import { previewInWords } from './preview.ts'
import { printable } from './print.ts'
import { lookAround, type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { commandInWords, count, inkOf, modeWords } from './words.ts'
import { sayAfter } from './wrap.ts'
import { changes, planAll, type Wish, type Wrapping, write } from './wrapping.ts'

interface Options {
  readonly config?: readonly string[]
  readonly host?: readonly string[]
  readonly scope: 'project' | 'user' | 'all'
  readonly launcher?: string
}

/** `mcpgraphy init`: the guided set-up. Until the last question is answered nothing is written. */
export default function init(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .option('--config <file>', 'only this file; may be given several times', collect)
    .option('--host <id>', 'only this host: claude-code, cursor, vscode, claude-desktop', collect)
    .addOption(scopeOption('all'))
    .option('--launcher <command>', 'what the host starts, where ours does not suit')
    .addHelpText('after', '\nExample:\n  cd my-project && npx mcpgraphy init')
    .action(async (options: Options) => done(await runInit(shell, options)))
}

async function runInit(shell: Shell, options: Options): Promise<number> {
  const scene = lookAround(shell, options)
  const everything: Wish = { wants: () => true, mode: undefined, launcher: options.launcher }
  const found = planAll(scene, everything)
  shell.stdout.write(`${summary(scene, found)}\n\n${previewInWords(shell, scene, found)}\n`)
  if (!found.some(changes)) return nothingToDo(shell, scene, found)
  if (!shell.canAsk) return withoutTerminal(shell, found)

  const chosen = await chooseServers(shell, scene, found)
  if (chosen.length === 0) return stopped(shell)
  const mode = await chooseMode(shell)
  const drafts = await offerDrafts(shell, chosen)
  const wrappings = planAll(scene, {
    ...everything,
    mode,
    wants: (server, config) =>
      chosen.some(each => each.plan.server.offset === server.offset && each.of.plan.config === config),
  }).filter(changes)
  if (!(await confirmed(shell, scene, wrappings))) return stopped(shell)
  for (const wrapping of wrappings) await write(scene, wrapping, mode)
  await writeDrafts(shell, scene, wrappings, drafts)
  await sayAfter(shell, scene, wrappings)
  shell.stdout.write(next(scene, wrappings, chosen))
  return exit.done
}

/** A server that can be wrapped, with the file it stands in. */
interface Chosen {
  readonly plan: Extract<ServerPlan, { kind: 'wrap' }>
  readonly of: Wrapping
}

function summary(scene: Scene, found: readonly Wrapping[]): string {
  const hosts = [...new Set(found.map(({ plan }) => plan.config.host.name))]
  const servers = found.reduce((sum, { plan }) => sum + plan.servers.length, 0)
  if (servers === 0) return 'No servers were found.'
  return `Found ${count(servers, 'server')} in ${count(scene.configs.length, 'file')} of ${hosts.join(', ')}:`
}

function nothingToDo(shell: Shell, scene: Scene, found: readonly Wrapping[]): number {
  const isDone = found.some(({ plan }) => plan.servers.some(each => each.kind === 'wrapped'))
  const words = isDone
    ? 'Every server that can be wrapped already is. See what was learned: mcpgraphy status\n'
    : 'There is nothing to wrap here. Add a server to your host first, or name its file: mcpgraphy init --config FILE\n'
  shell.stderr.write(words)
  return scene.readings.some(each => each.kind === 'refused') ? exit.failed : exit.done
}

function withoutTerminal(shell: Shell, found: readonly Wrapping[]): number {
  const isOfUser = found.some(each => changes(each) && each.plan.config.file.scope === 'user')
  shell.stderr.write('There is no terminal to ask in, so nothing was changed. Run these instead:\n')
  shell.stdout.write(`mcpgraphy wrap --write --yes${isOfUser ? ' --scope all' : ''}\nmcpgraphy status\n`)
  return exit.done
}

function stopped(shell: Shell): number {
  shell.stderr.write('Nothing was changed.\n')
  return exit.done
}

async function chooseServers(shell: Shell, scene: Scene, found: readonly Wrapping[]): Promise<Chosen[]> {
  const all = found.flatMap(of =>
    of.plan.servers.flatMap((plan): Chosen[] => (plan.kind === 'wrap' ? [{ plan, of }] : [])),
  )
  const choices = all.map(value => ({
    value,
    name: `${printable(value.plan.server.name)} (${shortPath(scene.machine, value.of.plan.config.path)})`,
    description: wordsOf(value.plan),
  }))
  return await askMany(shell, 'Which servers shall go through mcpgraphy?', choices)
}

function wordsOf({ server: { entry } }: Chosen['plan']): string {
  return entry.kind === 'stdio' ? commandInWords([entry.command, ...entry.args]) : ''
}

async function chooseMode(shell: Shell): Promise<Mode> {
  const reason =
    'recommended to begin with: nothing is stopped, and your agent is told before it repeats a mistake'
  const choices = (
    ['warn', 'observe', 'block', 'pass'] as const satisfies readonly (typeof modeNames)[number][]
  ).map(value => ({
    value,
    name: value === 'warn' ? 'warn (recommended)' : value,
    description: value === 'warn' ? `${modeWords.warn}; ${reason}` : modeWords[value],
  }))
  return await askOne<Mode>(
    shell,
    'What may mcpgraphy do? (change it at any time: mcpgraphy mode)',
    choices,
    'warn',
  )
}

/** Starting a server is the user's word: it runs a program and may use its account. */
async function offerDrafts(shell: Shell, chosen: readonly Chosen[]): Promise<Drafted[]> {
  const message = `Start ${count(chosen.length, 'server')} once, to see their tools and draft how their resources are read? No tool is called.`
  if (!(await askYes(shell, message, true))) return []
  const { draftAdapters } = await import('./drafting.ts')
  const drafts: Drafted[] = []
  for (const { plan, of } of chosen) {
    shell.stderr.write(inkOf(shell).quiet(`  starting ${printable(plan.server.name)} …\n`))
    drafts.push(await draftAdapters(shell, of.plan.config, plan.server))
  }
  shell.stdout.write(draftsInWords(drafts))
  return drafts
}

async function confirmed(shell: Shell, scene: Scene, wrappings: readonly Wrapping[]): Promise<boolean> {
  shell.stdout.write(`\n${previewInWords(shell, { ...scene, readings: [] }, wrappings)}\n`)
  const quit = new Set(
    wrappings.filter(each => each.plan.config.host.quitFirst).map(each => each.plan.config.host.name),
  )
  for (const name of quit) shell.stderr.write(`Quit ${name} first: it writes its file anew when it ends.\n`)
  return await askYes(shell, `Write this change to ${count(wrappings.length, 'file')}?`, true)
}

async function writeDrafts(
  shell: Shell,
  scene: Scene,
  wrappings: readonly Wrapping[],
  drafts: readonly Drafted[],
): Promise<void> {
  for (const draft of drafts) {
    const of = wrappings.find(({ plan }) => plan.servers.some(each => each.server.name === draft.server))
    if (draft.kind !== 'draft' || of === undefined) continue
    const path = await writeProjectAdapter(of.folder, scene.user, draft.server, draft.text)
    shell.stderr.write(`Written: ${shortPath(scene.machine, path)}\n`)
  }
}

function next(scene: Scene, wrappings: readonly Wrapping[], chosen: readonly Chosen[]): string {
  const [first] = wrappings
  const modes = first === undefined ? '' : ` (kept in ${shortPath(scene.machine, modesPath(first.folder))})`
  const server = chosen[0]?.plan.server.name ?? 'SERVER'
  return `
Then work as usual. You will need three commands:
  mcpgraphy status              what was learned, warned and refused
  mcpgraphy mode ${commandInWords([server])} block    refuse what is known to fail${modes}
  mcpgraphy unwrap --write      take it all off again, byte for byte
`
}
