import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { Machine } from '../hosts/machine.ts'
import { Problem } from '../problem.ts'

/** The name of the folder that a project keeps. */
const folderName = '.mcpgraphy'

/** A folder of ours: `.mcpgraphy` in a project, or the one in the user's data directory. It may not exist yet. */
export interface Folder {
  readonly path: string
  readonly of: 'project' | 'user'
}

/**
 * The folder that a proxy or a command works with: that of the project named by `--project`, else the nearest
 * `.mcpgraphy` upward from where it was started, else the user's.
 * A `--project` that the host did not expand (`${workspaceFolder}`) counts as none.
 */
export function folderFor(machine: Machine, project?: string): Folder {
  if (project !== undefined && !project.includes('${')) return projectFolder(resolve(machine.cwd, project))
  const found = nearestUpward(machine.cwd, folderName)
  return found === undefined ? userFolder(machine) : { path: found, of: 'project' }
}

/** The folder that a project keeps or would keep: the nearest that there is upward, else one right there. */
export function projectFolder(root: string): Folder {
  return { path: nearestUpward(root, folderName) ?? join(root, folderName), of: 'project' }
}

/**
 * The user's own folder: `MCPGRAPHY_HOME`, else where the platform keeps a program's data
 * (XDG on Linux, Application Support on a Mac, LOCALAPPDATA on Windows). The entry of a cloned project may set these
 * variables: one that leads into a project does not count, and the account's own home does.
 */
export function userFolder(machine: Machine, project?: string): Folder {
  const { path, why } = wantedHome(machine, project)
  return { path: why === undefined ? path : standardHome(machine), of: 'user' }
}

/** Tells that the place which the environment names for the user's folder does not count; undefined where it does. */
export function homeProblem(machine: Machine, project?: string): Problem | undefined {
  const { path, why, variable } = wantedHome(machine, project)
  if (why === undefined) return undefined
  return new Problem('home-untrusted', { variable, path, why, instead: standardHome(machine) })
}

/** The root of the project around a folder: the nearest upward that has a `.mcpgraphy` or a `.git`, else the folder. */
export function projectRoot({ cwd }: Pick<Machine, 'cwd'>): string {
  const mark = nearestUpward(cwd, folderName) ?? nearestUpward(cwd, '.git')
  return mark === undefined ? cwd : dirname(mark)
}

/** The database of a folder. */
export function databasePath(folder: Folder): string {
  return join(folder.path, 'graph.sqlite')
}

interface Home {
  readonly path: string
  /** The variable that says so. */
  readonly variable: string
  /** Why it is not taken for the user's. */
  readonly why?: string | undefined
}

function wantedHome(machine: Machine, project: string | undefined): Home {
  const home = namedHome(machine)
  if (!isAbsolute(home.path)) return { ...home, why: 'is not an absolute path' }
  if (home.path === standardHome(machine)) return home
  const root = projectAround(home.path, machine, project)
  return root === undefined ? home : { ...home, why: `lies in the project ${root}` }
}

function namedHome({ env, home, platform }: Machine): Home {
  if (env.MCPGRAPHY_HOME) return { path: env.MCPGRAPHY_HOME, variable: 'MCPGRAPHY_HOME' }
  const ofHome = { path: standardIn(home, platform), variable: platform === 'win32' ? 'USERPROFILE' : 'HOME' }
  const data = platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_DATA_HOME'
  const named = platform === 'darwin' ? undefined : env[data]
  return named && isAbsolute(named) ? { path: join(named, 'mcpgraphy'), variable: data } : ofHome
}

/** Where the account has its folder, whatever the environment says. */
function standardHome({ account, home, platform }: Machine): string {
  return standardIn(account ?? home, platform)
}

function standardIn(home: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return join(home, 'AppData', 'Local', 'mcpgraphy')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'mcpgraphy')
  return join(home, '.local', 'share', 'mcpgraphy')
}

/**
 * The project that a path lies in: the one that we work for, or one that is seen around the path itself, since an
 * entry may have us started elsewhere. A root that holds the whole home of the account is the account's own.
 */
function projectAround(path: string, machine: Machine, project: string | undefined): string | undefined {
  const { account = machine.home, cwd } = machine
  const real = realOf(path)
  const own = project === undefined ? [] : [resolve(cwd, project)]
  const seen = [path, real].flatMap(
    each => nearestUpward(each, folderName) ?? nearestUpward(each, '.git') ?? [],
  )
  const roots = [projectRoot({ cwd }), ...own, ...seen.map(dirname)]
  return roots
    .filter(root => !isInside(root, account) && !isInside(realOf(root), account))
    .find(root => isInside(root, path) || isInside(realOf(root), real))
}

/** With the links of what is there already followed. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realOf(parent), path.slice(parent.length))
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way)
}

/**
 * Whatever has the name counts, also a link or a file: a folder further up must not be taken in its stead. Whoever
 * opens it makes sure that it is a folder.
 */
function nearestUpward(from: string, name: string): string | undefined {
  const path = join(from, name)
  if (isThere(path)) return path
  const parent = dirname(from)
  return parent === from ? undefined : nearestUpward(parent, name)
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
