import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apply, isChange } from '../hosts/apply.ts'
import { settingsOf } from '../hosts/discover.ts'
import { hiddenIn } from '../hosts/hidden.ts'
import { type Launcher, launcherFor } from '../hosts/launcher.ts'
import { forbiddenBy } from '../hosts/managed.ts'
import { type FilePlan, planWrap, type ServerPlan } from '../hosts/plan.ts'
import type { Config, ServerEntry } from '../hosts/read.ts'
import { withNames } from '../hosts/rename.ts'
import { selfOf } from '../hosts/self.ts'
import type { ProxyCommand } from '../hosts/wrap-entry.ts'
import { isObject, parseJson } from '../json.ts'
import type { Mode } from '../project/modes.ts'
import type { Folder } from '../project/paths.ts'
import { keepCopies } from '../project/wrapped.ts'
import { type Running, runningIn } from './running.ts'
import { folderOfConfig, readAll, type Scene } from './scene.ts'
import { modesOnce, setWished, type Treatment, treatmentOf } from './treatment.ts'
import { version } from './version.ts'

/** What the user wants of a wrap. */
export interface Wish {
  readonly wants: (server: ServerEntry, config: Config) => boolean
  readonly mode: Mode | undefined
  readonly launcher: string | undefined
  /** Servers that the host logs in to are meant as well. */
  readonly remote?: boolean
}

/** The plan for one file, with all that a preview says about it. */
export interface Wrapping {
  readonly plan: FilePlan<ServerPlan>
  readonly launcher: Launcher
  readonly folder: Folder
  readonly modeFor: (server: string) => Mode
  /** What a user should know of how a server will run. */
  readonly notesFor: (server: string) => readonly string[]
  readonly treatments: readonly Treatment[]
  /** What a user should know of the modes that are kept. */
  readonly remarks: readonly string[]
  /** Servers that the host does not start from this file, with the reason. */
  readonly hidden: ReadonlyMap<string, string>
}

/** Plans the change of every file of a scene. Nothing is written. */
export function planAll(scene: Scene, wish: Wish): Wrapping[] {
  const self = selfOf(process.execPath, process.argv[1] ?? '', version())
  const hold = modesOnce(scene.user)
  return scene.configs.map(config => {
    const { platform } = scene.machine
    const isDependency = dependsOnUs(config.base)
    const launcher = launcherFor({
      shared: config.file.shared,
      platform,
      self,
      isDependency,
      override: wish.launcher,
    })
    const running = runningIn(scene, config)
    const plan = withNames(
      planWrap(config, {
        wants: server => wish.wants(server, config),
        proxyFor: server => proxyLine(launcher, config, server, running(server).words, scene),
        remote: wish.remote ?? false,
        forbidden: forbiddenBy(config.host, platform, {
          own: settingsOf(config.host, scene.machine, config.base),
        }),
      }),
    )
    const treatments = treatmentsOf(scene, plan, wish, running, hold)
    return {
      plan,
      launcher,
      folder: folderOfConfig(scene, config),
      modeFor: server => treatments.get(server)?.mode ?? 'warn',
      notesFor: server => treatments.get(server)?.notes ?? [],
      treatments: [...treatments.values()],
      remarks: [...new Set([...treatments.values()].flatMap(({ remark }) => remark ?? []))],
      hidden: hiddenIn(config, scene.configs, scene.machine),
    }
  })
}

function treatmentsOf(
  scene: Scene,
  { config, servers }: FilePlan<ServerPlan>,
  { mode }: Wish,
  running: (server: ServerEntry) => Running,
  hold: ReturnType<typeof modesOnce>,
) {
  const through = servers.flatMap(({ kind, server }) => (kind === 'left' ? [] : [server]))
  return new Map(
    through.map(server => [server.name, treatmentOf(scene, config, server, running(server), mode, hold)]),
  )
}

/** Does a wrapping change its file? */
export function changes({ plan }: Wrapping): boolean {
  return isChange(plan)
}

/**
 * Writes one wrapping: the mode where one was wished, the copies of what is replaced, and last the file, so that a
 * host never starts what is not prepared. Throws the Problem `file-changed` where the file changed since it was planned.
 */
export async function write(
  scene: Scene,
  { plan, folder, treatments }: Wrapping,
  mode: Mode | undefined,
): Promise<void> {
  const file = plan.config.path
  await setWished(scene, treatments, mode)
  const copies = plan.servers.flatMap(each =>
    each.kind === 'wrap' ? [{ file, at: each.server.at, original: each.original }] : [],
  )
  if (copies.length > 0) await keepCopies(folder, copies)
  if (isChange(plan)) await apply(plan)
}

/** The same scene with its files read again, for a second look at a file that changed. */
export async function again(scene: Scene): Promise<Scene> {
  return await readAll(
    scene,
    scene.readings.map(reading => (reading.kind === 'config' ? reading.config : reading.found)),
  )
}

function proxyLine(
  { words }: Launcher,
  { file }: Config,
  { name }: ServerEntry,
  where: readonly string[],
  scene: Scene,
): ProxyCommand {
  const [command = '', ...args] = words
  // a name that begins with a dash would be taken for an option
  const named = name.startsWith('-') ? [`--name=${name}`] : ['--name', name]
  return { command, args: [...args, 'proxy', ...named, ...where], env: handedOn(file, scene) }
}

/** Where our data is, for a host that would not tell the proxy. */
function handedOn(file: Config['file'], { machine, user }: Scene): Record<string, string> {
  const isMoved = machine.env.MCPGRAPHY_HOME || machine.env.XDG_DATA_HOME
  return file.filtersEnv && !file.shared && isMoved ? { MCPGRAPHY_HOME: user.path } : {}
}

function dependsOnUs(folder: string): boolean {
  const manifest = parseJson(textOf(join(folder, 'package.json')))
  if (!isObject(manifest)) return false
  const lists = [manifest.dependencies, manifest.devDependencies]
  return lists.some(list => isObject(list) && Object.hasOwn(list, 'mcpgraphy'))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
