import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type Write, writeFileAtOnce } from '../hosts/write.ts'
import { Problem } from '../problem.ts'
import type { Folder } from './paths.ts'

/**
 * The bytes of a file of ours; undefined where there is none. A cloned project may bring links along that lead
 * anywhere, so that none is followed: Problems `own-link` and `own-folder`. Throws what Node throws where it cannot
 * be read for another reason.
 */
export function readOwn(folder: Folder, path: string): Buffer | undefined {
  checkWay(folder, path)
  try {
    return bytesOf(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    // what came between our look and our opening
    if (code === 'ELOOP') throw new Problem('own-link', { file: path }, { cause: error })
    throw error
  }
}

/** Writes a file of ours in one step, in a folder below ours that is made where there is none. Throws the same. */
export async function writeOwn(folder: Folder, write: Omit<Write, 'isOurs'>): Promise<void> {
  checkWay(folder, write.path)
  await mkdir(dirname(write.path), { recursive: true, mode: 0o700 })
  await writeFileAtOnce({ ...write, isOurs: true })
}

/**
 * Makes sure that no link lies on the way from a folder of ours to a file in it. The user may have the own folder
 * itself wherever a link leads; that of a project is none.
 */
export function checkWay(folder: Folder, path: string): void {
  checkFolder(folder)
  const steps = relative(folder.path, path).split(sep)
  steps.forEach((_, index) => {
    const file = join(folder.path, ...steps.slice(0, index + 1))
    if (look(file)?.isSymbolicLink()) throw new Problem('own-link', { file })
  })
}

/** Makes sure that a folder of ours is one, or is not there yet. Throws Problem `own-link` or `own-folder`. */
export function checkFolder({ path, of }: Folder): void {
  const found = look(path, of === 'project' ? lstatSync : statSync)
  if (found?.isSymbolicLink()) throw new Problem('own-link', { file: path })
  if (found?.isDirectory() === false) throw new Problem('own-folder', { folder: path })
}

function look(path: string, stat: (path: string) => Stats = lstatSync): Stats | undefined {
  try {
    return stat(path)
  } catch {
    return undefined
  }
}

/** A pipe of that name would else keep us waiting for whoever writes into it. */
function bytesOf(path: string): Buffer {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is no regular file')
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}
