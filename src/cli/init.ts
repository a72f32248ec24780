import { Command } from 'commander'
import type { Config, ServerEntry } from '../hosts/read.ts'
import { writeProjectAdapter } from '../project/adapters.ts'
import type { Drafted } from './drafting.ts'
import { flowed, widthOf } from './flowed.ts'
import { changeInWords } from './init-change.ts'
import { foundInWords } from './init-found.ts'
import { type Chosen, chooseMode, chooseServers, offerDrafts } from './init-questions.ts'
import { exit } from './main.ts'
import { collect, scopeOption } from './options.ts'
import { lookAround, type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { commandInWords } from './words.ts'
import { changes, planAll, type Wish, type Wrapping } from './wrapping.ts'
import { confirmed, writeAll } from './writing.ts'

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
    .option('--host <id>', 'only this host: claude-code, cursor, vscode, codex …', collect)
    .addOption(scopeOption('all'))
    .option('--launcher <command>', 'what the host starts, where ours does not suit')
    .addHelpText('after', '\nExample:\n  cd my-project && npx mcpgraphy init')
    .action(async (options: Options) => done(await runInit(shell, options)))
}

async function runInit(shell: Shell, options: Options): Promise<number> {
  const scene = await lookAround(shell, options)
  const everything: Wish = { wants: () => true, mode: undefined, launcher: options.launcher }
  const found = planAll(scene, everything)
  shell.stdout.write(`${foundInWords(shell, scene, found)}\n`)
  if (!found.some(changes)) return nothingToDo(shell, scene, found)
  if (!shell.canAsk) return withoutTerminal(shell, found, options)

  const chosen = await chooseServers(shell, scene, found)
  if (chosen.length === 0) return stopped(shell)
  const mode = await chooseMode(shell)
  const drafts = await offerDrafts(shell, scene, chosen)
  const wish: Wish = {
    ...everything,
    mode,
    wants: (server, config) => chosen.some(each => isIt(each, server, config)),
  }
  const wrappings = planAll(scene, wish).filter(changes)
  shell.stdout.write(`\n${changeInWords(shell, scene, wrappings, drafts)}\n`)
  if (!(await confirmed(shell, wrappings, 'Write all of this?'))) return stopped(shell)
  if (!(await writeAll(shell, scene, wish, wrappings))) return exit.failed
  await writeDrafts(shell, scene, wrappings, drafts)
  shell.stdout.write(next(chosen))
  return exit.done
}

function isIt({ plan, of }: Chosen, server: ServerEntry, config: Config): boolean {
  return plan.server.name === server.name && of.plan.config.path === config.path
}

function nothingToDo(shell: Shell, scene: Scene, found: readonly Wrapping[]): number {
  const isDone = found.some(({ plan }) => plan.servers.some(each => each.kind === 'wrapped'))
  const words = isDone
    ? 'Every server that can be wrapped already is. See what was learned: mcpgraphy status\n'
    : 'There is nothing to wrap here. Add a server to your host first, or name its file: mcpgraphy init --config FILE\n'
  shell.stderr.write(flowed(words, widthOf(shell), 0))
  return scene.readings.some(each => each.kind === 'refused') ? exit.failed : exit.done
}

function withoutTerminal(
  shell: Shell,
  found: readonly Wrapping[],
  { config = [], host = [] }: Options,
): number {
  const isOfUser = found.some(each => changes(each) && each.plan.config.file.scope === 'user')
  const words = [
    'mcpgraphy wrap --write --yes',
    ...config.map(each => `--config ${JSON.stringify(each)}`),
    ...host.map(each => `--host ${each}`),
    ...(isOfUser ? ['--scope all'] : []),
  ]
  shell.stderr.write('There is no terminal to ask in, so nothing was changed. Run these instead:\n')
  shell.stdout.write(`${words.join(' ')}\nmcpgraphy status\n`)
  return exit.done
}

function stopped(shell: Shell): number {
  shell.stderr.write('Nothing was changed.\n')
  return exit.done
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

function next(chosen: readonly Chosen[]): string {
  const server = commandInWords([chosen[0]?.plan.server.name ?? 'SERVER'])
  const rows = [
    ['mcpgraphy status', 'what was learned, warned and refused'],
    [`mcpgraphy mode ${server} block`, 'refuse what is known to fail'],
    ['mcpgraphy unwrap --write', 'take it all off again, byte for byte'],
  ] as const
  const width = Math.max(...rows.map(([command]) => command.length))
  const lines = rows.map(([command, does]) => `  ${command.padEnd(width)}  ${does}\n`)
  return `
Then work as usual. Three commands that you will need:
${lines.join('')}If something does not work: mcpgraphy doctor
`
}
