import type { ServerEntry } from '../hosts/read.ts'
import { Problem } from '../problem.ts'
import { type Folder, folderFor } from '../project/paths.ts'
import { type Running, runningIn } from './running.ts'
import { type Scene, shortPath } from './scene.ts'

/** Where the modes that are meant are kept: a mode that no proxy looks at must not look as if it were set. */
export interface ModePlaces {
  readonly folder: Folder
  /** Other folders by which servers go that are meant as well. */
  readonly others: readonly Folder[]
  /** Who goes by those, as the beginning of a sentence. */
  readonly whoElse: string
  /** The servers of the configs around that go by a folder. */
  namesIn(folder: Folder): string[]
}

/**
 * The folder whose modes count for a server, by how its entries start it; without a server the one that counts here.
 * Throws `usage` for the key of an entry that runs under another name.
 */
export function modePlaces(scene: Scene, server: string | undefined): ModePlaces {
  const here = folderFor(scene.machine)
  const all = placedIn(scene)
  const meant = all.filter(({ running }) => server === undefined || running.name === server)
  if (meant.length === 0) refuseKey(scene, server, all)
  const folders = unique(meant.flatMap(({ running }) => running.folder ?? []))
  const isHere =
    server === undefined || folders.length === 0 || folders.some(({ path }) => path === here.path)
  const folder = isHere ? here : (folders[0] ?? here)
  return {
    folder,
    others: folders.filter(({ path }) => path !== folder.path),
    whoElse: server === undefined ? 'Other servers go' : `Another ${JSON.stringify(server)} goes`,
    namesIn: ({ path }) => [
      ...new Set(
        all.flatMap(({ running }) => ((running.folder ?? here).path === path ? [running.name] : [])),
      ),
    ],
  }
}

interface Placed {
  readonly entry: ServerEntry
  readonly file: string
  readonly running: Running
}

function placedIn(scene: Scene): Placed[] {
  return scene.configs.flatMap(config => {
    const running = runningIn(scene, config)
    return config.servers.map(entry => ({ entry, file: config.path, running: running(entry) }))
  })
}

function refuseKey(scene: Scene, server: string | undefined, all: readonly Placed[]): void {
  const found = all.find(({ entry }) => entry.name === server)
  if (found === undefined) return
  const { file, running } = found
  throw new Problem('usage', {
    what: `The entry ${JSON.stringify(server)} of ${shortPath(scene.machine, file)} runs under the name ${JSON.stringify(running.name)}, and its mode goes by that`,
    now: `Correct the name first: mcpgraphy wrap ${server} --write. Or set the mode of ${running.name}.`,
  })
}

function unique(folders: readonly Folder[]): Folder[] {
  return folders.filter(({ path }, index) => folders.findIndex(each => each.path === path) === index)
}
