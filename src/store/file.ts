import { closeSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Problem } from '../problem.ts'

/**
 * Makes sure that there is a file to open: only the user may read what was learned (folder 0700, file 0600;
 * SQLite gives its journal the rights of the database). What exists is left as it is. A link is not followed: a
 * cloned project may bring one along that leads to any file of the user.
 */
export function prepareFile(file: string, readonly: boolean): void {
  if (file === ':memory:') return
  const link = [file, `${file}-wal`, `${file}-shm`, `${file}-journal`].find(isLink)
  if (link !== undefined) throw new Problem('database-link', { file: link })
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new Problem('database-folder', { file })
  if (found?.isFile() === false)
    throw new Problem('database-unreadable', { file, reason: 'it is no regular file' })
  // SQLite takes a file of a single byte for an empty one, and would write over it.
  if (found?.size === 1) throw new Problem('database-corrupt', { file, reason: 'it holds a single byte' })
  if (found !== undefined) return
  if (readonly) throw new Problem('database-missing', { file })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}
