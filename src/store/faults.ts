import { Problem, reasonOf } from '../problem.ts'

/** What a failure of the file system or of the engine means for the user of `file`. A Problem stays what it is. */
export function problemOf(error: unknown, file: string): unknown {
  if (error instanceof Problem || !(error instanceof Error) || !('code' in error)) return error
  const code = String(error.code)
  const facts = { file, reason: reasonOf(error) }
  const name = meanings.find(([pattern]) => pattern.test(code))?.[1]
  return name === undefined ? error : new Problem(name, facts, { cause: error })
}

/** Does another process hold the database just now? */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && busy.test(String(error.code))
}

/** A row that says what no row of ours can say: as bad as a page that SQLite itself cannot read. */
export function malformed(what: string): Error {
  return Object.assign(new Error(what), { code: 'SQLITE_CORRUPT' })
}

/** Whether SQLite says that a database is damaged inside. */
export function isMalformed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_CORRUPT'
}

const busy = /^SQLITE_(BUSY|LOCKED|PROTOCOL)/

/** By the codes of SQLite (sqlite.org/rescode.html) and of Node. */
const meanings = [
  [busy, 'database-locked'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'database-corrupt'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'disk-full'],
  [/^(SQLITE_READONLY|EROFS|EACCES|EPERM)/, 'database-unwritable'],
  [/^EISDIR/, 'database-folder'],
  [
    /^(SQLITE_(CANTOPEN|IOERR|PERM|AUTH)|ENOENT|ENOTDIR|EEXIST|ENAMETOOLONG|ELOOP|EINVAL)/,
    'database-unreadable',
  ],
] as const
