import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
  /**
   * The file is one of ours and not of a host: what stands there is replaced and never followed where it is a link,
   * and nobody gets more rights to it than `mode` says.
   */
  readonly isOurs?: true
}

/**
 * Replaces a file in one step: nobody ever reads half of it, and a crash leaves the old or the new one.
 * A link is followed to its target; permissions and owner stay.
 * Throws a Problem: `file-changed` where it no longer holds what is expected, `disk-full`, and `file-not-written`
 * where it cannot be for another reason.
 */
export async function writeFileAtOnce(write: Write): Promise<void> {
  const target = write.isOurs ? write.path : await targetOf(write.path)
  const draft = join(dirname(target), `.mcpgraphy-${randomBytes(9).toString('base64url')}.tmp`)
  const old = await statOf(target, write)
  try {
    await writeDraft(draft, write, old)
    await moveOver(draft, target, write)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error instanceof Problem ? error : notWritten(write.path, error, old !== undefined)
  }
  await settle(dirname(target))
  await clearDrafts(dirname(target))
}

/** The file itself where the path is a link to it. */
async function targetOf(path: string): Promise<string> {
  return await realpath(path).catch(error => {
    if (isMissing(error)) return path
    throw notWritten(path, error, true)
  })
}

interface Owned {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

async function statOf(target: string, { path, isOurs }: Write): Promise<Owned | undefined> {
  return await (isOurs ? lstat : stat)(target).catch(error => {
    if (isMissing(error)) return undefined
    throw notWritten(path, error, true)
  })
}

/** A random name and the exclusive flag: a link that somebody planted is never followed. */
async function writeDraft(draft: string, write: Write, old: Owned | undefined): Promise<void> {
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(write.bytes)
    if (old === undefined) await file.chmod(write.mode ?? 0o644)
    else await keepOwner(file, old, write)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function keepOwner(file: FileHandle, old: Owned, { isOurs, mode = 0o644 }: Write): Promise<void> {
  const own = await file.stat()
  if (own.uid !== old.uid || own.gid !== old.gid) await file.chown(old.uid, old.gid)
  await file.chmod(isOurs ? old.mode & mode : old.mode & 0o7777)
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
    if (tries <= 1 || !['EPERM', 'EBUSY', 'EACCES'].includes(codeOf(error)) || process.platform !== 'win32')
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

/** What a process left behind that was killed while it wrote: it may hold secrets. One that is young may be in use. */
async function clearDrafts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(each => /^\.mcpgraphy-[\w-]{12}\.tmp$/.test(each))) {
    const path = join(folder, name)
    const found = await lstat(path).catch(() => undefined)
    if (found?.isFile() && Date.now() - found.mtimeMs > oldMs) await rm(path, { force: true }).catch(() => {})
  }
}

const oldMs = 60_000

/** What the failure of a write means for the user. */
function notWritten(file: string, error: unknown, wasThere: boolean): Problem {
  const code = ['ENOSPC', 'EDQUOT'].includes(codeOf(error)) ? 'disk-full' : 'file-not-written'
  const facts = {
    file,
    reason: reasonOf(error),
    before: wasThere ? 'holds what it held before' : 'was not made',
  }
  return new Problem(code, facts, { cause: error })
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}
