import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { type FileHandle, open, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem, reasonOf } from '../problem.ts'

/** How a file is to be written. */
export interface Write {
  readonly path: string
  readonly bytes: Buffer | string
  /**
   * What the file must still hold right before it is replaced, or that there must still be none; without it whatever
   * stands there is replaced.
   */
  readonly expected?: Buffer | 'none'
  /** The permissions of a file that is new; an existing one keeps its own. */
  readonly mode?: number
}

/**
 * Replaces a file in one step: nobody ever reads half of it, and a crash leaves the old or the new one.
 * A link is followed to its target; permissions and owner stay.
 * Throws a Problem: `file-changed` where it no longer holds what is expected, `file-not-written` where it cannot be.
 */
export async function writeFileAtOnce(write: Write): Promise<void> {
  const target = await targetOf(write.path)
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(9).toString('base64url')}.tmp`)
  try {
    await writeDraft(draft, write, await statOf(target))
    await moveOver(draft, target, write)
    await settle(dirname(target))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    if (error instanceof Problem) throw error
    throw new Problem('file-not-written', { file: write.path, reason: reasonOf(error) }, { cause: error })
  }
}

/** The file itself where the path is a link to it. */
async function targetOf(path: string): Promise<string> {
  return await realpath(path).catch(error => {
    if (isMissing(error)) return path
    throw new Problem('file-not-written', { file: path, reason: reasonOf(error) }, { cause: error })
  })
}

interface Owned {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

async function statOf(path: string): Promise<Owned | undefined> {
  return await stat(path).catch(error => {
    if (isMissing(error)) return undefined
    throw error
  })
}

/** A random name and the exclusive flag: a link that somebody planted is never followed. */
async function writeDraft(draft: string, write: Write, old: Owned | undefined): Promise<void> {
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(write.bytes)
    if (old === undefined) await file.chmod(write.mode ?? 0o644)
    else await keepOwner(file, old)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function keepOwner(file: FileHandle, old: Owned): Promise<void> {
  const own = await file.stat()
  if (own.uid !== old.uid || own.gid !== old.gid) await file.chown(old.uid, old.gid)
  await file.chmod(old.mode & 0o7777)
}

/**
 * Compares and renames without letting go of the thread, so that next to nothing can come between the two.
 * On Windows a virus scanner or a host may hold the file for a moment: then again, a little later.
 */
async function moveOver(draft: string, target: string, write: Write, tries = 8): Promise<void> {
  try {
    compare(target, write)
    renameSync(draft, target)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (tries <= 1 || !['EPERM', 'EBUSY', 'EACCES'].includes(code) || process.platform !== 'win32')
      throw error
    await pause(40)
    await moveOver(draft, target, write, tries - 1)
  }
}

function compare(target: string, { path, expected }: Write): void {
  if (expected === undefined) return
  const now = existsSync(target) ? readFileSync(target) : undefined
  const isAsExpected = expected === 'none' ? now === undefined : now?.equals(expected) === true
  if (!isAsExpected) throw new Problem('file-changed', { file: path })
}

/** Makes the rename itself survive a power cut; a folder cannot be opened on Windows. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
