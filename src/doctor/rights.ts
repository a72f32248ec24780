import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databasePath, type Folder } from '../project/paths.ts'
import { wrappedPath } from '../project/wrapped.ts'
import { broken, type Finding, ok, warning } from './finding.ts'

/** May only the user read what was learned and what was replaced, and does git leave it out? */
export function examineRights(folder: Folder, platform: NodeJS.Platform): Finding[] {
  if (!isFolder(folder)) return []
  const database = databasePath(folder)
  // modes and adapters are made to be shared, and hold no values
  const files = [database, `${database}-wal`, `${database}-shm`, wrappedPath(folder)].filter(each =>
    existsSync(each),
  )
  const findings =
    platform === 'win32'
      ? []
      : [rightsOf(folder.path, 0o700), ...files.map(file => rightsOf(file, 0o600))].flatMap(
          each => each ?? [],
        )
  const leak = leakInGit(folder)
  const all = [...findings, ...(leak === undefined ? [] : [leak])]
  return all.length > 0 ? all : [ok('rights', 'Only you can read what is kept here.', { file: folder.path })]
}

/** What is none of ours is told elsewhere. */
function isFolder({ path, of }: Folder): boolean {
  return existsSync(path) && (of === 'project' ? lstatSync : statSync)(path).isDirectory()
}

function rightsOf(path: string, wanted: number): Finding | undefined {
  const { mode, uid } = statSync(path)
  const about = { file: path }
  const self = process.getuid?.()
  if (self !== undefined && self !== 0 && uid !== self) {
    const what = `${path} belongs to another user: mcpgraphy ran with other rights once (sudo?).`
    return broken(
      'rights',
      what,
      { now: 'Take it over.', run: `sudo chown -R "$USER" ${quoted(path)}` },
      about,
    )
  }
  if ((mode & 0o077 & ~wanted) === 0) return undefined
  const now = 'Let only yourself read it.'
  const run = `chmod ${wanted.toString(8)} ${quoted(path)}`
  return warning('rights', `Others on this machine can read ${path}.`, { now, run }, about)
}

function quoted(path: string): string {
  return /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

/** The `.gitignore` of a project's folder keeps the database out of git; a user may have removed it. */
function leakInGit({ of, path }: Folder): Finding | undefined {
  if (of === 'user') return undefined
  const file = join(path, '.gitignore')
  const rules = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/) : []
  if (rules.some(rule => ['*', '/*', 'graph.sqlite*', '*.sqlite'].includes(rule.trim()))) return undefined
  const what = 'git would take in the database and the copies of your configs.'
  const now = 'Put a line with * back into the file (and !modes.json, !adapters/, !adapters/*.json).'
  return warning('rights', what, { now }, { file })
}
