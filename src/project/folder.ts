import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtOnce } from '../hosts/write.ts'
import { Problem, reasonOf } from '../problem.ts'
import type { Folder } from './paths.ts'

/**
 * Makes a folder of ours where there is none, readable by the user alone. One in a project gets the `.gitignore`
 * that keeps the database and the copies of configs out of git, and lets modes and adapters in.
 */
export async function makeFolder(folder: Folder): Promise<void> {
  try {
    await mkdir(folder.path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Problem('folder-not-made', { folder: folder.path, reason: reasonOf(error) }, { cause: error })
  }
  if (folder.of === 'project') await addGitignore(folder)
}

async function addGitignore(folder: Folder): Promise<void> {
  const path = join(folder.path, '.gitignore')
  if (existsSync(path)) return
  await writeFileAtOnce({ path, bytes: await readFile(template('gitignore')), mode: 0o644 })
}

/** A file of templates/. npm leaves files named .gitignore out of a package: hence no dot there. */
function template(name: string): URL {
  return new URL(`../../templates/${name}`, import.meta.url)
}
