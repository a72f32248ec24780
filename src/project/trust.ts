import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { writeFileAtOnce } from '../hosts/write.ts'
import { makeFolder } from './folder.ts'
import type { Folder } from './paths.ts'

/**
 * Has the user accepted this file with this content? What stands in the user's own folder always is.
 * What a cloned repository brings along is not, until one of our commands writes it or `mode --accept` names it:
 * see docs/decisions/0003-trust.md.
 */
export function isAccepted(user: Folder, file: string, bytes: Buffer): boolean {
  return isInside(user.path, file) || existsSync(markOf(user, file, bytes))
}

/** Remembers that the user accepted this file with this content. */
export async function accept(user: Folder, file: string, bytes: Buffer): Promise<void> {
  await makeFolder(user)
  const mark = markOf(user, file, bytes)
  await makeFolder({ path: dirname(mark), of: 'user' })
  await writeFileAtOnce({ path: mark, bytes: `${file}\n`, mode: 0o600 })
}

/** The folder whose time of change tells that something was accepted since. */
export function acceptedFolder(user: Folder): string {
  return join(user.path, 'accepted')
}

/**
 * One small file per accepted content: two commands at once need no lock. The name holds the place as well,
 * so that a stranger's project with the same text is not accepted with ours.
 */
function markOf(user: Folder, file: string, bytes: Buffer): string {
  const place = join(realOf(dirname(file)), basename(file))
  const digest = createHash('sha256').update(place).update('\0').update(bytes).digest('hex')
  return join(acceptedFolder(user), digest)
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file)
  return !way.startsWith('..') && !isAbsolute(way)
}
