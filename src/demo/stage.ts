import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Problem } from '../problem.ts'
import { opening } from './story.ts'

/** Where the demo plays: the folder that the server may touch, and the database beside it. */
export interface Stage {
  readonly folder: string
  readonly work: string
  readonly database: string
}

/** The file by which a folder is known as one of ours, to be cleared for the next performance. */
const mark = '.mcpgraphy-demo'

/**
 * Sets the stage in a folder, or in a new temporary one. A folder that holds anything but an earlier demo is left
 * alone: throws `demo-folder`.
 */
export async function setStage(folder: string | undefined): Promise<Stage> {
  const made = folder === undefined ? await mkdtemp(join(tmpdir(), 'mcpgraphy-demo-')) : resolve(folder)
  await mkdir(made, { recursive: true })
  if ((await readdir(made)).length > 0 && !existsSync(join(made, mark)))
    throw new Problem('demo-folder', { folder: made })
  const real = await realpath(made)
  const stage = { folder: real, work: join(real, 'work'), database: join(real, 'graph.sqlite') }
  await writeFile(
    join(real, mark),
    'mcpgraphy demo plays here and clears work/ and graph.sqlite each time.\n',
  )
  await rm(stage.work, { recursive: true, force: true })
  for (const end of ['', '-wal', '-shm']) await rm(`${stage.database}${end}`, { force: true })
  await mkdir(stage.work)
  await writeFile(join(stage.work, opening.name), opening.text)
  return stage
}

/** The command of the official filesystem server: the one that is installed beside us, else npx fetches it. */
export function filesystemServer(folder: string): { command: string; args: string[] } {
  const name = '@modelcontextprotocol/server-filesystem'
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    return { command: process.execPath, args: [join(dirname(manifest), 'dist', 'index.js'), folder] }
  } catch {
    return { command: 'npx', args: ['-y', name, folder] }
  }
}
