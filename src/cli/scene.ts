import { isAbsolute, join, relative } from 'node:path'
import { nearest } from '../adapter/nearest.ts'
import { discover, type Found } from '../hosts/discover.ts'
import { type Machine, machineOf } from '../hosts/machine.ts'
import { type Config, type Reading, readConfig, type ServerEntry } from '../hosts/read.ts'
import { recognised } from '../hosts/recognise.ts'
import { hosts } from '../hosts/table.ts'
import { Problem } from '../problem.ts'
import { type Folder, projectFolder, projectRoot, userFolder } from '../project/paths.ts'
import { type Copy, findCopy, readCopies } from '../project/wrapped.ts'
import type { Shell } from './shell.ts'

/** Which files a command is about, as its options say. */
export interface SceneOptions {
  readonly scope: 'project' | 'user' | 'all'
  readonly host?: readonly string[]
  readonly config?: readonly string[]
}

/** What was found on this machine and in this project. */
export interface Scene {
  readonly machine: Machine
  readonly user: Folder
  readonly readings: readonly Reading[]
  /** Those that can be edited, the nearest first. */
  readonly configs: readonly Config[]
}

/** Finds and reads the configs that a command is about. Throws `usage` for a host that is not known. */
export async function lookAround(
  shell: Shell,
  { scope, host = [], config = [] }: SceneOptions,
): Promise<Scene> {
  const unknown = host.find(id => !hosts.some(each => each.id === id))
  if (unknown !== undefined)
    throw unknownName(
      'host',
      unknown,
      hosts.map(each => each.id),
    )
  const machine = machineOf(shell)
  // a host that is named is meant wherever its file stands
  const wanted = { scope: host.length > 0 ? ('all' as const) : scope, hosts: host, files: config }
  const found = discover(machine, projectRoot(machine), wanted)
  return await readAll({ machine, user: userFolder(machine) }, found)
}

/** Reads files that were found; what our copies know of their entries counts. */
export async function readAll(
  { machine, user }: Pick<Scene, 'machine' | 'user'>,
  found: readonly Found[],
): Promise<Scene> {
  const copies = copiesOnce()
  const readings = (await Promise.all(found.map(readConfig))).map((reading): Reading => {
    if (reading.kind !== 'config') return reading
    const { config } = reading
    const copyOf = ({ at }: ServerEntry) =>
      findCopy(copies(folderOfConfig({ user }, config)), config.path, at)
    return { kind: 'config', config: recognised(config, copyOf) }
  })
  const configs = readings.flatMap(reading => (reading.kind === 'config' ? [reading.config] : []))
  return { machine, user, readings, configs }
}

/** The copies of folders, each read when somebody asks for it, and once. */
function copiesOnce(): (folder: Folder) => readonly Copy[] {
  const known = new Map<string, readonly Copy[]>()
  return folder => {
    const copies = known.get(folder.path) ?? readCopies(folder)
    known.set(folder.path, copies)
    return copies
  }
}

/** Takes the servers with these names; every one where none is named. Throws `usage` for a name that is nowhere. */
export function wantedNames(scene: Scene, names: readonly string[]): (name: string) => boolean {
  const known = [...new Set(scene.configs.flatMap(config => config.servers.map(server => server.name)))]
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined && known.length === 0)
    throw new Problem('usage', {
      what: `There is no server called ${JSON.stringify(unknown)}: no config with servers was found here`,
      now: 'Name its file with --config FILE, or look everywhere: --scope all',
    })
  if (unknown !== undefined) throw unknownName('server', unknown, known)
  return name => names.length === 0 || names.includes(name)
}

/** The folder of ours that belongs to a config file. */
export function folderOfConfig({ user }: Pick<Scene, 'user'>, found: Found): Folder {
  return found.file.scope === 'user' ? user : projectFolder(projectRoot({ cwd: found.base }))
}

/** A path as a person would name it: from the working directory, or from the home folder. */
export function shortPath({ cwd, home }: Machine, path: string): string {
  const way = relative(cwd, path)
  if (!way.startsWith('..') && !isAbsolute(way)) return way
  const fromHome = relative(home, path)
  return fromHome.startsWith('..') || isAbsolute(fromHome) ? path : join('~', fromHome)
}

/** The Problem for a name that nobody knows, with what was probably meant. */
export function unknownName(what: string, name: string, known: readonly string[]): Problem {
  const meant = nearest(name, known)
  const all = known.length === 0 ? `No ${what} was found here` : `There are: ${known.join(', ')}`
  const now = meant === undefined ? `${all}.` : `Did you mean ${meant}?`
  return new Problem('usage', { what: `There is no ${what} called ${JSON.stringify(name)}`, now })
}
