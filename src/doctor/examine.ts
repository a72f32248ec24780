import type { ListedTool } from '../adapter/tool.ts'
import { isWrapped } from '../hosts/entry.ts'
import type { Folder } from '../project/paths.ts'
import { examineAdapter, strayAdapters } from './adapters.ts'
import { examineConfigs } from './configs.ts'
import { examineDatabase } from './database.ts'
import { examineEntries } from './entries.ts'
import type { Finding } from './finding.ts'
import { examineLaunchers } from './launchers.ts'
import type { Lived } from './live.ts'
import { examineModes } from './modes.ts'
import { type Patient, type Placed, serversOf } from './patient.ts'
import { examineRights } from './rights.ts'
import { examineRuntime } from './runtime.ts'

/** Starts one server and looks at it; undefined where nobody allowed that. */
export type Starter = (placed: Placed) => Promise<Lived>

/**
 * Examines everything that a user would otherwise debug for an hour. Nothing is changed; a server is started only by
 * `start`, and only those that `starts` picks.
 */
export async function examine(
  patient: Patient,
  starts: (placed: Placed) => boolean,
  start: Starter | undefined,
): Promise<Finding[]> {
  const still = [
    ...(await examineRuntime(patient)),
    ...examineConfigs(patient),
    ...examineEntries(patient),
    ...examineLaunchers(patient),
  ]
  const lived: { placed: Placed; lived: Lived }[] = []
  if (start !== undefined)
    for (const placed of serversOf(patient).filter(starts)) lived.push({ placed, lived: await start(placed) })
  const found = lived.flatMap(each => each.lived.findings)
  const toolsNow = (folder: Folder, server: string) =>
    lived.find(
      ({ placed }) => placed.server.name === server && patient.folderOf(placed.config).path === folder.path,
    )?.lived.tools
  const inFolders: Finding[] = []
  for (const folder of patient.folders) inFolders.push(...(await examineFolder(folder, patient, toolsNow)))
  return [...still, ...found, ...inFolders].filter(isNew)
}

/** Two checks may come upon the same thing, such as a variable that only the host knows. */
function isNew({ file, server, what }: Finding, index: number, all: readonly Finding[]): boolean {
  return all.findIndex(each => each.file === file && each.server === server && each.what === what) === index
}

/** One folder of ours: database, rights, modes, and the adapters of the servers that learn into it. */
async function examineFolder(
  folder: Folder,
  patient: Patient,
  toolsNow: (folder: Folder, server: string) => readonly ListedTool[] | undefined,
): Promise<Finding[]> {
  // looked at first: SQLite lays files of its own beside a database that is open
  const rights = examineRights(folder, patient.machine.platform)
  const database = await examineDatabase(folder)
  try {
    const names = namesIn(folder, patient)
    const wrapped = names.filter(({ isThrough }) => isThrough).map(({ name }) => name)
    const moded = await Promise.all(
      [...new Set(wrapped)].map(async server => ({
        server,
        tools: toolsNow(folder, server) ?? (await database.toolsOf(server)),
      })),
    )
    const known = [...new Set([...names.map(({ name }) => name), ...allNames(patient), ...database.servers])]
    return [
      ...database.findings.filter(({ server }) => server === null || patient.wants(server)),
      ...rights,
      ...examineModes(folder, patient.user, moded, known),
      ...moded.flatMap(({ server, tools }) => examineAdapter(server, folder, patient.user, tools)),
      ...strayAdapters(folder, known),
    ]
  } finally {
    await database.close()
  }
}

function namesIn(folder: Folder, patient: Patient): { name: string; isThrough: boolean }[] {
  return serversOf(patient)
    .filter(({ config }) => patient.folderOf(config).path === folder.path)
    .map(({ server }) => ({ name: server.name, isThrough: isWrapped(server.entry) }))
}

/** Also those that were not asked for: they are there. */
function allNames({ configs }: Patient): string[] {
  return configs.flatMap(({ servers }) => servers.map(({ name }) => name))
}
