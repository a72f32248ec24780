import { createHash } from 'node:crypto'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { checkWay, readOwn, writeOwn } from './own.ts'
import type { Folder } from './paths.ts'

/**
 * Has the user accepted this file with this content? What the user's own folder holds always is.
 * What a cloned repository brings along is not, until one of our commands writes it or `mode --accept` names it:
 * see docs/decisions/0003-trust.md.
 */
export function isAccepted(user: Folder, file: string, bytes: Buffer): boolean {
  return isOfUser(user, file) || existsSync(markOf(user, file, bytes))
}

/** Remembers that the user accepted this file with this content. */
export async function accept(user: Folder, file: string, bytes: Buffer): Promise<void> {
  await writeOwn(user, { path: markOf(user, file, bytes), bytes, mode: 0o600 })
}

/** The contents of a file that the user has accepted and that were not replaced since: seldom more than one. */
export function acceptedContents(user: Folder, file: string): Buffer[] {
  return marksOf(user, file).flatMap(mark => readOwn(user, mark) ?? [])
}

/**
 * Accepts this content in the stead of any before (without one: that the file is gone) and writes it. What is replaced
 * must not count again because somebody brings it back; it counts until the new one is written.
 */
export async function acceptInstead(
  user: Folder,
  file: string,
  bytes?: Buffer,
  write: () => Promise<void> = async () => {},
): Promise<void> {
  const before = marksOf(user, file)
  if (bytes !== undefined) await accept(user, file, bytes)
  await write()
  const own = bytes && markOf(user, file, bytes)
  for (const mark of before.filter(each => each !== own)) await rm(mark, { force: true })
  // another command that began earlier may have forgotten it
  if (bytes !== undefined && !isAccepted(user, file, bytes)) await accept(user, file, bytes)
}

/** The folder whose time of change tells that something was accepted or forgotten for a file. */
export function acceptedFolder(user: Folder, file: string): string {
  return join(user.path, 'accepted', digest(placeOf(file)))
}

/** One small file for each accepted content, which it holds: two commands at once need no lock. */
function markOf(user: Folder, file: string, bytes: Buffer): string {
  return join(acceptedFolder(user, file), digest(bytes))
}

function marksOf(user: Folder, file: string): string[] {
  const folder = acceptedFolder(user, file)
  checkWay(user, folder)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter(name => /^[0-9a-f]{64}$/.test(name)).map(name => join(folder, name))
}

/**
 * The place of a file in a project: a stranger's with the same text is not accepted with ours. A project may be
 * reached through a link, but `.mcpgraphy` and what is in it count by their own names and not by where a link leads.
 */
function placeOf(file: string): string {
  const own = dirname(file).endsWith(`${sep}adapters`) ? dirname(dirname(file)) : dirname(file)
  const project = dirname(own)
  const place = join(existsSync(project) ? realpathSync(project) : project, relative(project, file))
  // one folder, whichever way its letters are written
  return process.platform === 'win32' ? place.toLowerCase() : place
}

function digest(what: string | Buffer): string {
  return createHash('sha256').update(what).digest('hex')
}

/** Only what we keep there: whoever names a folder far up for the user's does not get all that lies below. */
function isOfUser(user: Folder, file: string): boolean {
  const way = relative(user.path, file).split(sep)
  return (
    way.join('/') === 'modes.json' || (way.length === 2 && way[0] === 'adapters' && basename(file) === way[1])
  )
}
