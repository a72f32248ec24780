import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Machine } from '../hosts/machine.ts'

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
 * (XDG on Linux, Application Support on a Mac, LOCALAPPDATA on Windows).
 */
export function userFolder({ env, home, platform, cwd }: Machine): Folder {
  if (env.MCPGRAPHY_HOME) return { path: resolve(cwd, env.MCPGRAPHY_HOME), of: 'user' }
  const local = env.LOCALAPPDATA || join(home, 'AppData', 'Local')
  if (platform === 'win32') return { path: join(local, 'mcpgraphy'), of: 'user' }
  if (platform === 'darwin')
    return { path: join(home, 'Library', 'Application Support', 'mcpgraphy'), of: 'user' }
  const data =
    env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local', 'share')
  return { path: join(data, 'mcpgraphy'), of: 'user' }
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

/** `.mcpgraphy` counts only as a folder, `.git` also as the file that a worktree has. */
function nearestUpward(from: string, name: string): string | undefined {
  const path = join(from, name)
  if (existsSync(path) && (name !== folderName || statSync(path).isDirectory())) return path
  const parent = dirname(from)
  return parent === from ? undefined : nearestUpward(parent, name)
}
