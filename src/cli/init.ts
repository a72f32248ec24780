import { Command } from 'commander'
import type { Config, ServerEntry } from '../hosts/read.ts'
import { writeProjectAdapter } from '../project/adapters.ts'
import { modesPath } from '../project/modes.ts'
import type { Drafted } from './drafting.ts'
import { type Chosen, chooseMode, chooseServers, offerDrafts } from './init-questions.ts'
import { exit } from './main.ts'
import { collect, scopeOption } from './options.ts'
import { previewInWords } from './preview.ts'
import { lookAround, type Scene, shortPath } from './scene.ts'
import type { Shell } from './shell.ts'
import { commandInWords, count } from './words.ts'
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
    .option('--host <id>', 'only this host: claude-code, cursor, vscode, claude-desktop', collect)
    .addOption(scopeOption('all'))
    .option('--launcher <command>', 'what the host starts, where ours does not suit')
    .addHelpText('after', '\nExample:\n  cd my-project && npx mcpgraphy init')
    .action(async (options: Options) => done(await runInit(shell, options)))
}

async function runInit(shell: Shell, options: Options): Promise<number> {
  const scene = await lookAround(shell, options)
  const everything: Wish = { wants: () => true, mode: undefined, launcher: options.launcher }
  const found = planAll(scene, everything)
  shell.stdout.write(`${summary(scene, found)}\n\n${previewInWords(shell, scene, found)}\n`)
  if (!found.some(changes)) return nothingToDo(shell, scene, found)
  if (!shell.canAsk) return withoutTerminal(shell, found)

  const chosen = await chooseServers(shell, scene, found)
  if (chosen.length === 0) return stopped(shell)
  const mode = await chooseMode(shell)
  const drafts = await offerDrafts(shell, chosen)
  const wish: Wish = {
    ...everything,
    mode,
    wants: (server, config) => chosen.some(each => isIt(each, server, config)),
  }
  const wrappings = planAll(scene, wish).filter(changes)
  shell.stdout.write(`\n${previewInWords(shell, { ...scene, readings: [] }, wrappings)}\n`)
  if (!(await confirmed(shell, wrappings))) return stopped(shell)
  if (!(await writeAll(shell, scene, wish, wrappings))) return exit.failed
  await writeDrafts(shell, scene, wrappings, drafts)
  shell.stdout.write(next(scene, wrappings, chosen))
  return exit.done
}

function isIt({ plan, of }: Chosen, server: ServerEntry, config: Config): boolean {
  return plan.server.name === server.name && of.plan.config.path === config.path
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
