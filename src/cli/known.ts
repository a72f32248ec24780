import type { Modes } from '../project/modes.ts'
import type { Folder } from '../project/paths.ts'
import type { Store } from '../store/store.ts'
import { looking, placeOf } from './database.ts'

/**
 * The servers that a mode can be set for in a folder: those of `found` in the configs around, of the modes, and those
 * that called already.
 */
export async function knownServers(
  found: readonly string[],
  folder: Folder,
  modes: Modes,
): Promise<string[]> {
  const seen = await fromDatabase(folder, async store => (await store.servers()).map(each => each.server))
  return [...new Set([...found, ...modes.servers.keys(), ...(seen ?? [])])]
}

/** The tools that a server listed when it last ran; undefined where nobody has seen its list yet. */
export async function knownTools(folder: Folder, server: string): Promise<string[] | undefined> {
  const tools = await fromDatabase(folder, async store => (await store.tools(server)).map(each => each.name))
  return tools === undefined || tools.length === 0 ? undefined : tools
}

/** A database that cannot be read must not keep anybody from setting a mode. */
async function fromDatabase<T>(folder: Folder, look: (store: Store) => Promise<T>): Promise<T | undefined> {
  try {
    return await looking<T | undefined>(placeOf(folder), look, undefined)
  } catch {
    return undefined
  }
}
