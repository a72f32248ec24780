import type { Folder } from '../project/paths.ts'
import { databasePath } from '../project/paths.ts'
import type { Store } from '../store/store.ts'
import { looking } from './database.ts'
import { lookAround } from './scene.ts'
import type { Shell } from './shell.ts'
import { modesThatHold } from './wrapping.ts'

/** The servers that a mode can be set for: of the configs around, of the modes, and those that called already. */
export async function knownServers(shell: Shell, folder: Folder, user: Folder): Promise<string[]> {
  const { configs } = await lookAround(shell, { scope: 'all' })
  const found = configs.flatMap(config => config.servers.map(server => server.name))
  const seen = await fromDatabase(folder, async store => (await store.servers()).map(each => each.server))
  return [...new Set([...found, ...modesThatHold(folder, user).servers.keys(), ...(seen ?? [])])]
}

/** The tools that a server listed when it last ran; undefined where nobody has seen its list yet. */
export async function knownTools(folder: Folder, server: string): Promise<string[] | undefined> {
  const tools = await fromDatabase(folder, async store => (await store.tools(server)).map(each => each.name))
  return tools === undefined || tools.length === 0 ? undefined : tools
}

/** A database that cannot be read must not keep anybody from setting a mode. */
async function fromDatabase<T>(folder: Folder, look: (store: Store) => Promise<T>): Promise<T | undefined> {
  const place = { folder, database: databasePath(folder), isNamed: false }
  return await looking<T | undefined>(place, look, undefined).catch(() => undefined)
}
