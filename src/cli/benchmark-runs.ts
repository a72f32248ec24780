import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { machineOf } from '../hosts/machine.ts'
import { isObject, parseJson } from '../json.ts'
import type { Result } from '../lab/benchmark/result.ts'
import { Problem, reasonOf } from '../problem.ts'
import { writeOwn } from '../project/own.ts'
import { userFolder } from '../project/paths.ts'
import type { Shell } from './shell.ts'

const form = /^benchmark-.+-\d+\.json$/

/** Keeps a run in the user's own folder, one file a suite and seed, and gives its path. */
export async function keepRun(shell: Shell, result: Result): Promise<string> {
  const folder = userFolder(machineOf(shell))
  await mkdir(folder.path, { recursive: true, mode: 0o700 })
  const path = join(folder.path, `benchmark-${result.suite}-${result.seed}.json`)
  await writeOwn(folder, { path, bytes: `${JSON.stringify(result)}\n`, mode: 0o600 })
  return path
}

/** The run that is named: `latest`, or a file. Throws Problem `no-run` or `run-unreadable`. */
export async function keptRun(shell: Shell, named: string): Promise<Result> {
  const file = named === 'latest' ? await latest(shell) : resolve(shell.cwd, named)
  const text = await readFile(file, 'utf8').catch(error => {
    throw new Problem('run-unreadable', { file, reason: reasonOf(error) }, { cause: error })
  })
  const value = parseJson(text)
  if (!isObject(value) || value.format !== 1 || !Array.isArray(value.sources) || !Array.isArray(value.tasks))
    throw new Problem('run-unreadable', { file, reason: 'it does not hold a run of this version' })
  return value as unknown as Result
}

async function latest(shell: Shell): Promise<string> {
  const { path } = userFolder(machineOf(shell))
  const names = (await readdir(path).catch(() => [])).filter(name => form.test(name))
  const aged = await Promise.all(
    names.map(async name => ({ file: join(path, name), at: (await stat(join(path, name))).mtimeMs })),
  )
  const [newest] = aged.sort((a, b) => b.at - a.at)
  if (newest === undefined) throw new Problem('no-run')
  return newest.file
}
