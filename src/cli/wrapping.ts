import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apply, isChange } from '../hosts/apply.ts'
import { hiddenIn } from '../hosts/hidden.ts'
import { type Launcher, launcherFor } from '../hosts/launcher.ts'
import { forbiddenBy } from '../hosts/managed.ts'
import { type FilePlan, planWrap, type ServerPlan } from '../hosts/plan.ts'
import { type Config, readConfig, type ServerEntry } from '../hosts/read.ts'
import { selfOf } from '../hosts/self.ts'
import type { ProxyCommand } from '../hosts/wrap-entry.ts'
import { isObject, parseJson } from '../json.ts'
import {
  type Mode,
  type Modes,
  modeOf,
  modesPath,
  readModes,
  standardModes,
  withoutTrust,
} from '../project/modes.ts'
import type { Folder } from '../project/paths.ts'
import { setModes } from '../project/set-modes.ts'
import { isAccepted } from '../project/trust.ts'
import { keepCopies } from '../project/wrapped.ts'
import { folderOfConfig, type Scene } from './scene.ts'
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
  /** Servers that the host does not start from this file, with the reason. */
  readonly hidden: ReadonlyMap<string, string>
}

/** Plans the change of every file of a scene. Nothing is written. */
export function planAll(scene: Scene, wish: Wish): Wrapping[] {
  const self = selfOf(process.execPath, process.argv[1] ?? '', version())
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
    const plan = planWrap(config, {
      wants: server => wish.wants(server, config),
      proxyFor: server => proxyLine(launcher, config, server, scene),
      remote: wish.remote ?? false,
      forbidden: forbiddenBy(config.host, platform),
    })
    const folder = folderOfConfig(scene, config)
    const modes = modesThatHold(folder, scene.user)
    const modeFor = (server: string) => wish.mode ?? modeOf(modes, server).mode
    return { plan, launcher, folder, modeFor, hidden: hiddenIn(config, scene.configs, scene.machine) }
  })
}

/** Does a wrapping change its file? */
export function changes({ plan }: Wrapping): boolean {
  return isChange(plan)
}

/**
 * Writes one wrapping: the copies of what is replaced, the mode where one was wished, and last the file, so that a
 * host never starts what is not prepared. Throws the Problem `file-changed` where the file changed since it was planned.
 */
export async function write(scene: Scene, { plan, folder }: Wrapping, mode: Mode | undefined): Promise<void> {
  const file = plan.config.path
  const copies = plan.servers.flatMap(each =>
    each.kind === 'wrap' ? [{ file, at: each.server.at, original: each.original }] : [],
  )
  if (copies.length > 0) await keepCopies(folder, copies)
  const names = plan.servers.flatMap(each => (each.kind === 'left' ? [] : [each.server.name]))
  if (mode !== undefined && names.length > 0)
    await setModes(
      folder,
      scene.user,
      names.map(server => ({ server, mode })),
    )
  if (isChange(plan)) await apply(plan)
}

/** The same scene with its files read again, for a second look at a file that changed. */
export async function again(scene: Scene): Promise<Scene> {
  const readings = await Promise.all(
    scene.readings.map(reading => readConfig(reading.kind === 'config' ? reading.config : reading.found)),
  )
  const configs = readings.flatMap(reading => (reading.kind === 'config' ? [reading.config] : []))
  return { ...scene, readings, configs }
}

/** The modes as a proxy would take them: those that nobody accepted count only as far as they are stricter. */
export function modesThatHold(folder: Folder, user: Folder): Modes {
  const file = readModes(folder)
  if (file.kind === 'broken') throw file.problem
  if (file.kind === 'none') return standardModes
  return isAccepted(user, modesPath(folder), file.bytes) ? file.modes : withoutTrust(file.modes)
}

function proxyLine({ words }: Launcher, { file }: Config, { name }: ServerEntry, scene: Scene): ProxyCommand {
  const [command = '', ...args] = words
  // a name that begins with a dash would be taken for an option
  const named = name.startsWith('-') ? [`--name=${name}`] : ['--name', name]
  const project = file.projectVariable === undefined ? [] : ['--project', file.projectVariable]
  return { command, args: [...args, 'proxy', ...named, ...project], env: handedOn(file, scene) }
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
