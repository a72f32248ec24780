import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Machine } from './machine.ts'
import { type Base, type Host, type HostFile, hosts, unknownFile, unknownHost } from './table.ts'

/** A file that a host may read, and that is there: as a file, a link or, by mistake, a folder. */
export interface Found {
  readonly host: Host
  readonly file: HostFile
  /** Absolute. */
  readonly path: string
  /** The folder that the host opens to read it: the project's; the home folder for a file of the user. */
  readonly base: string
}

/** Which files are wanted. */
export interface Wanted {
  readonly scope: 'project' | 'user' | 'all'
  /** Ids of hosts; every host where none is named. */
  readonly hosts?: readonly string[]
  /** Files that the user named; nothing else is looked for then. */
  readonly files?: readonly string[]
}

/**
 * The files of the hosts' tables that are there: for a project in each folder from the working directory up to its
 * root, then those of the user. It only looks; it reads nothing and starts nothing.
 */
export function discover(machine: Machine, root: string, wanted: Wanted): Found[] {
  if (wanted.files !== undefined && wanted.files.length > 0)
    return wanted.files.map(file => named(machine, file))
  const rows = hosts.filter(
    host => wanted.hosts === undefined || wanted.hosts.length === 0 || wanted.hosts.includes(host.id),
  )
  return rows
    .flatMap(host => host.files.flatMap(file => places(machine, root, host, file)))
    .filter(({ file }) => wanted.scope === 'all' || file.scope === wanted.scope)
    .filter(({ path }) => isThere(path))
    .filter(isFirstOfItsFile)
}

/** Something stands there, even if it cannot be looked at: then reading it says why. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path) !== undefined
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** Two hosts may share a file by a link: it is edited once. */
function isFirstOfItsFile({ path }: Found, index: number, all: readonly Found[]): boolean {
  return all.findIndex(each => realOf(each.path) === realOf(path)) === index
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

/** Where a file of the table would stand on this machine. */
function places(machine: Machine, root: string, host: Host, file: HostFile): Found[] {
  if (file.on !== undefined && !file.on.includes(machine.platform)) return []
  if (file.scope === 'project') {
    return upTo(root, machine.cwd).map(base => ({ host, file, base, path: join(base, ...file.path) }))
  }
  return [{ host, file, base: machine.home, path: join(folderOf(machine, file.base), ...file.path) }]
}

function upTo(root: string, from: string): string[] {
  const way = relative(root, from)
  if (way === '' || way.startsWith('..') || isAbsolute(way)) return [root]
  return [from, ...upTo(root, dirname(from))]
}

function folderOf({ env, home }: Machine, base: Base): string {
  const folders = {
    project: '',
    home,
    config:
      env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : join(home, '.config'),
    appData: env.APPDATA || join(home, 'AppData', 'Roaming'),
    localAppData: env.LOCALAPPDATA || join(home, 'AppData', 'Local'),
    macSupport: join(home, 'Library', 'Application Support'),
  }
  return folders[base]
}

/** A file that the user named: of the host whose path it ends with, shared unless it lies right in the home folder. */
function named(machine: Machine, name: string): Found {
  const path = resolve(machine.cwd, name)
  for (const host of hosts) {
    const file = host.files.find(each => path.endsWith(sep + join(...each.path)))
    if (file === undefined) continue
    const base = resolve(path, ...file.path.map(() => '..'))
    const isOfUser = file.scope === 'user' || base === machine.home
    const { projectVariable: _, ...rest } = file
    return { host, path, base, file: isOfUser ? { ...rest, scope: 'user', shared: false } : file }
  }
  return { host: unknownHost, file: unknownFile, path, base: dirname(path) }
}
