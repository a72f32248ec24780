import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem, reasonOf } from '../problem.ts'
import { checkFolder, checkWay, writeOwn } from './own.ts'
import type { Folder } from './paths.ts'

/**
 * Makes a folder of ours where there is none, readable by the user alone. One in a project gets the `.gitignore`
 * that keeps the database and the copies of configs out of git, and lets modes and adapters in; where that cannot be
 * written, no empty folder is left. Throws Problem `own-link`, `own-folder`, `folder-not-made`, or as `writeOwn`.
 */
export async function makeFolder(folder: Folder): Promise<void> {
  checkFolder(folder)
  const first = await mkdir(folder.path, { recursive: true, mode: 0o700 }).catch(error => {
    throw notMade(folder, error)
  })
  if (folder.of === 'user') return
  await addGitignore(folder).catch(async error => {
    if (first !== undefined) await rmdir(folder.path).catch(() => {})
    throw error
  })
}

function notMade({ path, of }: Folder, error: unknown): Problem {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
  if (isFull) return new Problem('disk-full', { file: path }, { cause: error })
  return new Problem('folder-not-made', { folder: path, of, reason: reasonOf(error) }, { cause: error })
}

async function addGitignore(folder: Folder): Promise<void> {
  const path = join(folder.path, '.gitignore')
  checkWay(folder, path) // git does not follow one that is a link
  if (existsSync(path)) return
  await writeOwn(folder, { path, bytes: await readFile(template('gitignore')), mode: 0o644 })
}

/** A file of templates/. npm leaves files named .gitignore out of a package: hence no dot there. */
function template(name: string): URL {
  return new URL(`../../templates/${name}`, import.meta.url)
}
