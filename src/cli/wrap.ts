import { Command, Option } from 'commander'
import { isOpen } from '../hosts/plan.ts'
import type { Seen } from '../hosts/seen/seen.ts'
import { type Mode, modeNames } from '../project/modes.ts'
import { exit } from './main.ts'
import { collect, scopeOption } from './options.ts'
import { previewAsJson, previewInWords } from './preview.ts'
import { json, print } from './print.ts'
import { lookAround, type Scene, wantedNames } from './scene.ts'
import { lookBeside, seenAsJson, seenInWords } from './seen.ts'
import type { Shell } from './shell.ts'
import { changes, planAll, type Wish, type Wrapping } from './wrapping.ts'
import { confirmed, sayQuitFirst, writeAll } from './writing.ts'

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
  readonly remote?: true
}

/** `mcpgraphy wrap`: shows what would change in the hosts' configs, and with `--write` changes it. */
export default function wrap(shell: Shell, done: (code: number) => void): Command {
  return new Command()
    .argument('[server...]', 'only these servers')
    .option('--write', 'write the change after asking; without it, only show it')
    .option('--yes', 'do not ask')
    .option('--check', 'write nothing; exit 1 if a server is not wrapped (for CI)')
    .option('--config <file>', 'only this file; may be given several times', collect)
    .option('--host <id>', 'only this host: claude-code, cursor, vscode, codex …', collect)
    .addOption(scopeOption('project'))
    .addOption(new Option('--mode <mode>', 'set this mode for the servers').choices(modeNames))
    .option('--launcher <command>', 'what the host starts, where ours does not suit')
    .option(
      '--remote',
      'also servers with an address that the host logs in to: mcpgraphy then logs in itself',
    )
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
  const scene = await lookAround(shell, options)
  const wanted = wantedNames(scene, servers)
  const wish: Wish = {
    wants: ({ name }) => wanted(name),
    mode: options.mode,
    launcher: options.launcher,
    remote: options.remote === true,
  }
  const wrappings = planAll(scene, wish)
  const seen = options.check ? [] : lookBeside(scene, options)
  if (!options.json) show(shell, scene, wrappings, seen)
  const isTried = options.write === true && !options.check
  const came = isTried ? await writeWanted(shell, scene, wish, wrappings, options) : 'nothing'
  if (options.json)
    await print(
      shell,
      json({ ...previewAsJson(scene, wrappings, came === 'written'), seen: seenAsJson(seen) }),
    )
  else if (came === 'nothing') sayNext(shell, wrappings, servers, options)
  return codeFor(scene, wrappings, options, came)
}

function show(shell: Shell, scene: Scene, wrappings: readonly Wrapping[], seen: readonly Seen[]): void {
  shell.stdout.write(previewInWords(shell, scene, wrappings) + seenInWords(shell, scene, seen))
  if (scene.readings.length > 0) return
  shell.stderr.write(
    'No config of a host was found here. Name one with --config FILE, or look everywhere: --scope all\n',
  )
}

/** What came of writing: all was, something failed and was said, or there was nothing to write or nobody said yes. */
type Came = 'written' | 'failed' | 'nothing'

/** Asks and writes. */
async function writeWanted(
  shell: Shell,
  scene: Scene,
  wish: Wish,
  wrappings: readonly Wrapping[],
  options: Options,
): Promise<Came> {
  const changing = wrappings.filter(changes)
  const meant = wish.mode === undefined ? changing : wrappings
  if (meant.length === 0) return 'nothing'
  if (options.yes) sayQuitFirst(shell, changing)
  else if (changing.length > 0 && !(await confirmed(shell, changing))) return 'nothing'
  return (await writeAll(shell, scene, wish, meant)) ? 'written' : 'failed'
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

function sameOptions({ config = [], host = [], scope, mode, launcher, remote }: Options): string[] {
  return [
    ...config.map(each => `--config ${JSON.stringify(each)}`),
    ...host.map(each => `--host ${each}`),
    ...(scope === 'project' ? [] : [`--scope ${scope}`]),
    ...(mode === undefined ? [] : [`--mode ${mode}`]),
    ...(launcher === undefined ? [] : [`--launcher ${JSON.stringify(launcher)}`]),
    ...(remote ? ['--remote'] : []),
  ]
}

function codeFor(
  scene: Scene,
  wrappings: readonly Wrapping[],
  { check, write }: Options,
  came: Came,
): number {
  if (came === 'failed' || scene.readings.some(each => each.kind === 'refused')) return exit.failed
  if (check && wrappings.some(({ plan }) => plan.servers.some(isOpen))) return exit.failed
  const isLeft = wrappings.some(changes) && came === 'nothing'
  return isLeft && (check || write) ? exit.failed : exit.done
}
