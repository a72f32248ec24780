import { Command, Option } from 'commander'
import { stands } from '../hosts/apply.ts'
import { Problem } from '../problem.ts'
import { type Mode, modeNames } from '../project/modes.ts'
import { askYes } from './ask.ts'
import { exit } from './main.ts'
import { collect, scopeOption } from './options.ts'
import { previewAsJson, previewInWords } from './preview.ts'
import { json, print } from './print.ts'
import { lookAround, type Scene, shortPath, wantedNames } from './scene.ts'
import type { Shell } from './shell.ts'
import { count } from './words.ts'
import { again, changes, planAll, type Wish, type Wrapping, write } from './wrapping.ts'

interface Options {
  readonly write?: true
  readonly yes?: true
  readonly json?: true
  readonly check?: true
  readonly config?: readonly string[]
  readonly host?: readonly string[]
  readonly scope: 'project' | 'user' | 'all'
  readonly mode?: Mode
  readonly launcher?: string
}

/** `mcpgraphy wrap`: shows what would change in the hosts' configs, and with `--write` changes it. */
export default function wrap(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .argument('[server...]', 'only these servers')
    .option('--write', 'write the change after asking; without it, only show it')
    .option('--yes', 'do not ask')
    .option('--check', 'write nothing; exit 1 if a server is not wrapped (for CI)')
    .option('--config <file>', 'only this file; may be given several times', collect)
    .option('--host <id>', 'only this host: claude-code, cursor, vscode, claude-desktop', collect)
    .addOption(scopeOption('project'))
    .addOption(new Option('--mode <mode>', 'set this mode for the servers').choices(modeNames))
    .option('--launcher <command>', 'what the host starts, where ours does not suit')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(async (servers: string[], options: Options) => done(await runWrap(shell, servers, options)))
}

const help = `
Examples:
  mcpgraphy wrap                        show what would change in this project
  mcpgraphy wrap --write                change it
  mcpgraphy wrap orders --mode observe  only the server "orders"
  mcpgraphy wrap --name files -- npx -y @modelcontextprotocol/server-filesystem .
                                        run the proxy itself, like "mcpgraphy proxy"`

async function runWrap(shell: Shell, servers: readonly string[], options: Options): Promise<number> {
  const scene = lookAround(shell, options)
  const wanted = wantedNames(scene, servers)
  const wish: Wish = { wants: ({ name }) => wanted(name), mode: options.mode, launcher: options.launcher }
  const wrappings = planAll(scene, wish)
  if (!options.json) show(shell, scene, wrappings)
  const isWritten =
    options.write === true && !options.check && (await writeAll(shell, scene, wish, wrappings, options))
  if (options.json) await print(shell, json(previewAsJson(scene, wrappings, isWritten)))
  else if (!isWritten) sayNext(shell, wrappings, servers, options)
  return codeFor(scene, wrappings, options, isWritten)
}

function show(shell: Shell, scene: Scene, wrappings: readonly Wrapping[]): void {
  shell.stdout.write(previewInWords(shell, scene, wrappings))
  if (scene.readings.length > 0) return
  shell.stderr.write(
    'No config of a host was found here. Name one with --config FILE, or look everywhere: --scope all\n',
  )
}

/** Asks and writes; true where everything that was to change has been written. One file that fails stops no other. */
async function writeAll(
  shell: Shell,
  scene: Scene,
  wish: Wish,
  wrappings: readonly Wrapping[],
  options: Options,
): Promise<boolean> {
  const meant = wish.mode === undefined ? wrappings.filter(changes) : wrappings
  const changing = meant.filter(changes)
  if (meant.length === 0) return false
  if (changing.length > 0 && !options.yes && !(await confirmed(shell, changing))) return false
  const written: Wrapping[] = []
  for (const wrapping of meant) {
    if (await writeOne(shell, scene, wish, wrapping).catch(problem => failed(shell, problem)))
      written.push(wrapping)
  }
  await sayAfter(shell, scene, written.filter(changes))
  return written.length === meant.length
}

function failed(shell: Shell, problem: unknown): false {
  if (!(problem instanceof Problem)) throw problem
  shell.stderr.write(`${problem.message}\n${problem.now}\n`)
  return false
}

async function confirmed(shell: Shell, changing: readonly Wrapping[]): Promise<boolean> {
  if (!shell.canAsk) return false
  const quit = new Set(
    changing.filter(each => each.plan.config.host.quitFirst).map(each => each.plan.config.host.name),
  )
  for (const name of quit) shell.stderr.write(`Quit ${name} first: it writes its file anew when it ends.\n`)
  return await askYes(shell, `Write this change to ${count(changing.length, 'file')}?`, true)
}

/** A file that changed since it was shown is shown again and asked about again, never overwritten. */
async function writeOne(shell: Shell, scene: Scene, wish: Wish, wrapping: Wrapping): Promise<boolean> {
  try {
    await write(scene, wrapping, wish.mode)
    return true
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'file-changed' || !shell.canAsk) throw error
    shell.stderr.write(`${error.message} This is the change as it would be now:\n`)
    const now = again(scene)
    const next = planAll(now, wish).find(each => each.plan.config.path === wrapping.plan.config.path)
    if (next === undefined) throw error
    show(shell, now, [next])
    return (await askYes(shell, 'Write this change?', true)) && (await writeOne(shell, now, wish, next))
  }
}

/** What the user must do now, and whether a host undid the change. */
export async function sayAfter(shell: Shell, scene: Scene, changed: readonly Wrapping[]): Promise<void> {
  for (const { plan } of changed) {
    const name = shortPath(scene.machine, plan.config.path)
    if (plan.config.host.quitFirst && !(await stands(plan))) {
      shell.stderr.write(
        `${plan.config.host.name} has put ${name} back already: quit it, then run the command again.\n`,
      )
    } else shell.stderr.write(`Written: ${name}\n`)
  }
  for (const host of new Set(changed.map(({ plan }) => plan.config.host))) {
    shell.stderr.write(`Now ${host.restart}.${host.asksAgain === undefined ? '' : ` ${host.asksAgain}.`}\n`)
  }
}

function sayNext(
  shell: Shell,
  wrappings: readonly Wrapping[],
  servers: readonly string[],
  options: Options,
): void {
  if (options.check || !wrappings.some(changes)) return
  const words = [
    'mcpgraphy wrap',
    ...servers.map(each => JSON.stringify(each)),
    ...sameOptions(options),
    '--write',
  ]
  if (options.write && !shell.canAsk) words.push('--yes')
  shell.stderr.write(`Nothing was written. To write it: ${words.join(' ')}\n`)
}

function sameOptions({ config = [], host = [], scope, mode, launcher }: Options): string[] {
  return [
    ...config.map(each => `--config ${JSON.stringify(each)}`),
    ...host.map(each => `--host ${each}`),
    ...(scope === 'project' ? [] : [`--scope ${scope}`]),
    ...(mode === undefined ? [] : [`--mode ${mode}`]),
    ...(launcher === undefined ? [] : [`--launcher ${JSON.stringify(launcher)}`]),
  ]
}

function codeFor(scene: Scene, wrappings: readonly Wrapping[], options: Options, isWritten: boolean): number {
  if (scene.readings.some(each => each.kind === 'refused')) return exit.failed
  const isOpen = wrappings.some(changes) && !isWritten
  return isOpen && (options.check || options.write) ? exit.failed : exit.done
}
