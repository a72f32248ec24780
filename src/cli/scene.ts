import { isAbsolute, join, relative } from 'node:path'
import { nearest } from '../adapter/nearest.ts'
import { discover, type Found } from '../hosts/discover.ts'
import { type Machine, machineOf } from '../hosts/machine.ts'
import { type Config, type Reading, readConfig } from '../hosts/read.ts'
import { hosts } from '../hosts/table.ts'
import { Problem } from '../problem.ts'
import { type Folder, projectFolder, projectRoot, userFolder } from '../project/paths.ts'
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
  const readings = await Promise.all(discover(machine, projectRoot(machine), wanted).map(readConfig))
  const configs = readings.flatMap(reading => (reading.kind === 'config' ? [reading.config] : []))
  return { machine, user: userFolder(machine), readings, configs }
}

/** Takes the servers with these names; every one where none is named. Throws `usage` for a name that is nowhere. */
export function wantedNames(scene: Scene, names: readonly string[]): (name: string) => boolean {
  const known = [...new Set(scene.configs.flatMap(config => config.servers.map(server => server.name)))]
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined) throw unknownName('server', unknown, known)
  return name => names.length === 0 || names.includes(name)
}

/** The folder of ours that belongs to a config file. */
export function folderOfConfig(scene: Scene, found: Found): Folder {
  return found.file.scope === 'user' ? scene.user : projectFolder(projectRoot({ cwd: found.base }))
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
