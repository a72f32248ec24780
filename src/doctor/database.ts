import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type ListedTool, listedTools } from '../adapter/tool.ts'
import { parseJson } from '../json.ts'
import { Problem } from '../problem.ts'
import { checkFolder } from '../project/own.ts'
import { databasePath, type Folder } from '../project/paths.ts'
import { openStore } from '../store/open.ts'
import type { ServerSummary, Store } from '../store/store.ts'
import { broken, type Finding, fromProblem, ok, warning } from './finding.ts'

/** What a folder's database shows: its health, and the tools that its servers listed last. */
export interface Examined {
  readonly findings: readonly Finding[]
  readonly servers: readonly string[]
  readonly toolsOf: (server: string) => Promise<readonly ListedTool[] | undefined>
  close(): Promise<void>
}

/** Opens the database of a folder to look at it: its form, the chains of its logs, its size, and room on the disk. */
export async function examineDatabase(folder: Folder, limits = usualLimits): Promise<Examined> {
  const file = databasePath(folder)
  // that is told where the modes are examined
  if (!isOurs(folder)) return nothing([])
  if (!existsSync(file)) {
    const what = 'There is no database yet: it is made when a wrapped server is started.'
    return nothing([ok('database', what, { file }), ...roomFor(folder.path, limits)])
  }
  try {
    const store = await openStore(file, { readonly: true })
    const summaries = await store.servers()
    const chains = await chainFindings(store, summaries, file, limits)
    return {
      findings: [...fileFindings(file, limits), ...chains, ...roomFor(folder.path, limits)],
      servers: summaries.map(({ server }) => server),
      toolsOf: server => keptTools(store, server),
      close: () => store.close(),
    }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    return nothing([fromProblem('database', 'problem', problem, { file }), ...roomFor(folder.path, limits)])
  }
}

/** Or is it a link, or no folder at all? */
function isOurs(folder: Folder): boolean {
  try {
    checkFolder(folder)
    return true
  } catch {
    return false
  }
}

/** A chain is verified up to so many calls (a quarter of a second for 100,000); bytes of the file and of the disk. */
export const usualLimits = { calls: 100_000, bytes: 1e9, littleRoom: 5e8, noRoom: 2e7 }

function nothing(findings: readonly Finding[]): Examined {
  return { findings, servers: [], toolsOf: async () => undefined, close: async () => {} }
}

function fileFindings(file: string, { bytes }: typeof usualLimits): Finding[] {
  const { size } = statSync(file)
  const about = { file }
  const findings: Finding[] = [
    ok('database', `The database can be read and has the form of this version (${megabytes(size)}).`, about),
  ]
  const unwritable = [file, dirname(file)].find(each => !canWrite(each))
  if (unwritable !== undefined) {
    const now = 'Give your user the right to write it. Calls go through until then, and nothing is learned.'
    findings.push(
      broken(
        'database',
        `${unwritable} cannot be written by you.`,
        { now, run: `chmod u+w ${unwritable}` },
        about,
      ),
    )
  }
  if (size > bytes) {
    const now = 'It works on; to begin anew, move it away while no host runs.'
    findings.push(warning('database', `The database is large: ${megabytes(size)}.`, { now }, about))
  }
  return findings
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function chainFindings(
  store: Store,
  summaries: readonly ServerSummary[],
  file: string,
  { calls }: typeof usualLimits,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { server, calls: made } of summaries) {
    const about = { file, server }
    if (made > calls) {
      findings.push(ok('log', `The log of ${server} is long; verify it with mcpgraphy log --verify.`, about))
      continue
    }
    const verdict = await store.verify(server)
    if (verdict.ok)
      findings.push(ok('log', `The log of ${server} is whole: ${verdict.entries} entries.`, about))
    else {
      const what = `The log of ${server} was changed from outside, at entry ${verdict.at}: ${verdict.why}.`
      const now =
        'What was learned still counts; what the log says before that entry is proved, and after it is not.'
      findings.push(broken('log', what, { now, run: 'mcpgraphy log --verify' }, about))
    }
  }
  return findings
}

async function keptTools(store: Store, server: string): Promise<readonly ListedTool[] | undefined> {
  const tools = await store.tools(server)
  return tools.length === 0 ? undefined : listedTools(tools.map(each => parseJson(each.definition) ?? null))
}

/** Room on the disk of a folder; where it is not there yet, on that of the nearest above it. */
function roomFor(folder: string, { littleRoom, noRoom }: typeof usualLimits): Finding[] {
  const { bavail, bsize } = statfsSync(nearestThere(folder))
  const free = bavail * bsize
  const about = { file: folder }
  const what = `${megabytes(free)} are free on the disk.`
  if (free < noRoom) return [broken('disk', what, { now: 'Free some space: nothing can be learned.' }, about)]
  if (free < littleRoom) return [warning('disk', what, { now: 'Free some space soon.' }, about)]
  return [ok('disk', what, about)]
}

function nearestThere(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestThere(dirname(folder))
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
