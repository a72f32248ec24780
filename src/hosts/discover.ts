import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Machine } from './machine.ts'
import {
  type Base,
  type CommonBase,
  type Host,
  type HostFile,
  hosts,
  unknownFile,
  unknownHost,
} from './table.ts'

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
    return firstOfEachFile(wanted.files.map(file => named(machine, file)))
  const rows = hosts.filter(
    host => wanted.hosts === undefined || wanted.hosts.length === 0 || wanted.hosts.includes(host.id),
  )
  const found = rows
    .flatMap(host => host.files.map(file => ({ host, file })))
    .filter(({ file }) => wanted.scope === 'all' || file.scope === wanted.scope)
    .flatMap(({ host, file }) => places(machine, root, host, file))
    .filter(({ path }) => isThere(path))
  return firstOfEachFile(found)
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
function firstOfEachFile(found: readonly Found[]): Found[] {
  const seen = new Set<string>()
  return found.filter(({ path }) => seen.size !== seen.add(realOf(path)).size)
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

/** Where a file of the table would stand on this machine. */
function places(machine: Machine, root: string, host: Host, file: HostFile): Found[] {
  if (file.on !== undefined && !file.on.includes(machine.platform)) return []
  const bases = file.scope === 'project' ? upTo(root, machine.cwd) : [machine.home]
  return bases.flatMap(base => {
    const folder = file.scope === 'project' ? base : folderOf(machine, file.base)
    const paths = folder === undefined ? [] : fitting(folder, file.path)
    return paths.map(path => ({ host, file: ofHome(machine, file, base), base, path }))
  })
}

/** What lies right in the home folder is the user's own: nobody shares it. */
function ofHome(machine: Machine, file: HostFile, base: string): HostFile {
  if (file.scope === 'user' || realOf(base) !== realOf(machine.home)) return file
  const { projectVariable: _, ...rest } = file
  return { ...rest, scope: 'user', shared: false }
}

function upTo(root: string, from: string): string[] {
  const way = relative(root, from)
  if (way === '' || way.startsWith('..') || isAbsolute(way)) return [root]
  return [from, ...upTo(root, dirname(from))]
}

/** The paths that a row's steps lead to from a folder: one, or those that fit where a step has a `*`. */
function fitting(folder: string, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined) return [folder]
  if (!step.includes('*')) return fitting(join(folder, step), rest)
  const [start = '', end = ''] = step.split('*')
  return namesIn(folder)
    .filter(name => name.startsWith(start) && name.endsWith(end) && name.length > start.length + end.length)
    .flatMap(name => fitting(join(folder, name), rest))
}

/** A folder with more names than anybody has profiles is not looked through to its end. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort().slice(0, 200)
  } catch {
    return []
  }
}

/** The files in which a host keeps its settings, for the folder that it opens. */
export function settingsOf({ settings = [] }: Host, machine: Machine, folder: string): string[] {
  return settings.flatMap(({ base, path }) => {
    const from = base === 'project' ? folder : folderOf(machine, base)
    return from === undefined ? [] : [join(from, ...path)]
  })
}

function folderOf(machine: Machine, base: Base): string | undefined {
  if (typeof base === 'string') return commonFolder(machine, base)
  const said = machine.env[base.variable]
  if (said) return resolve(machine.cwd, said)
  if (base.otherwise === undefined) return undefined
  const [common, ...path] = base.otherwise
  return join(commonFolder(machine, common), ...path)
}

function commonFolder({ env, home }: Machine, base: CommonBase): string {
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
  const rows = hosts.flatMap(host => host.files.map(file => ({ host, file })))
  const [best] = rows
    .filter(({ file }) => endsWith(path, file.path))
    .sort((a, b) => b.file.path.length - a.file.path.length)
  if (best === undefined)
    return { host: unknownHost, file: { ...unknownFile, ...syntaxOf(path) }, path, base: dirname(path) }
  const { host, file } = best
  const base = resolve(path, ...file.path.map(() => '..'))
  return { host, path, base, file: ofHome(machine, file, base) }
}

function endsWith(path: string, steps: readonly string[]): boolean {
  const pattern = steps.map(step => step.split('*').map(escaped).join('[^\\\\/]+')).join(escaped(sep))
  return steps.length > 0 && new RegExp(`${escaped(sep)}${pattern}$`).test(path)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function syntaxOf(path: string): Pick<HostFile, 'syntax'> {
  if (/\.ya?ml$/.test(path)) return { syntax: 'yaml' }
  return path.endsWith('.toml') ? { syntax: 'toml' } : {}
}
