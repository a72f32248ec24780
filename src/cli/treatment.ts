import type { Config, ServerEntry } from '../hosts/read.ts'
import { isCorrectable, otherName } from '../hosts/rename.ts'
import type { Problem } from '../problem.ts'
import { type Holding, modesThatHold } from '../project/holding.ts'
import { type Mode, type Modes, modeNames, modeOf } from '../project/modes.ts'
import type { Folder } from '../project/paths.ts'
import { type ModeChange, setModes } from '../project/set-modes.ts'
import { printableName } from './print.ts'
import type { Running } from './running.ts'
import { type Scene, shortPath } from './scene.ts'

/** How a server of a config is treated once its file is written: what a preview promises must hold in its proxy. */
export interface Treatment {
  readonly server: ServerEntry
  readonly running: Running
  readonly mode: Mode
  /** What a user should know of it. */
  readonly notes: readonly string[]
  /** Why the modes of its folder are not simply those of the file, in words. */
  readonly remark: string | undefined
}

/** The modes that count for folders, each read once. */
export function modesOnce(user: Folder): (folder: Folder) => Holding {
  const seen = new Map<string, Holding>()
  return folder => {
    const holding = seen.get(folder.path) ?? modesThatHold(folder, user)
    seen.set(folder.path, holding)
    return holding
  }
}

/** Works out how a server will be treated, with a mode that is wished for it, or without. */
export function treatmentOf(
  scene: Scene,
  config: Config,
  server: ServerEntry,
  running: Running,
  wished: Mode | undefined,
  hold: (folder: Folder) => Holding,
): Treatment {
  const said = modeNames.find(each => each === running.policy)
  const held = running.folder && hold(running.folder)
  const kept = held === undefined ? 'warn' : keptMode(held.modes, server, running)
  const isSettable = held !== undefined && isSound(held.problem)
  const notes = [
    ...renameNotes(server, running),
    ...(said === undefined ? [] : [`its entry says --policy ${said}, which counts before any other mode`]),
    ...placeNotes(scene, config, running),
  ]
  const remark = held?.problem && remarkOn(held.problem, !isSettable && wished !== undefined)
  return { server, running, mode: said ?? (isSettable ? (wished ?? kept) : kept), notes, remark }
}

/** Sets what was wished, each where its proxy will look for it; a name that is corrected takes its mode along. */
export async function setWished(
  scene: Scene,
  treatments: readonly Treatment[],
  wished: Mode | undefined,
): Promise<void> {
  const byPlace = new Map<string, { folder: Folder; changes: ModeChange[] }>()
  for (const { server, running } of treatments) {
    const mode = wished ?? takenAlong(scene, server, running)
    if (mode === undefined || running.folder === undefined) continue
    const { folder } = running
    const { changes } = byPlace.get(folder.path) ?? { changes: [] as ModeChange[] }
    changes.push({ server: isCorrectable(server) ? server.name : running.name, mode })
    byPlace.set(folder.path, { folder, changes })
  }
  for (const { folder, changes } of byPlace.values()) await setModes(folder, scene.user, changes)
}

/** The mode of its old name, where the new one has none: else a `block` would fall away with the name. */
function takenAlong(scene: Scene, server: ServerEntry, running: Running): Mode | undefined {
  if (!isCorrectable(server) || running.folder === undefined) return undefined
  const { modes } = modesThatHold(running.folder, scene.user)
  const isNamed = modes.servers.has(server.name) || !modes.servers.has(running.name)
  return isNamed ? undefined : modeOf(modes, running.name).mode
}

function keptMode(modes: Modes, server: ServerEntry, { name }: Running): Mode {
  return modeOf(modes, isCorrectable(server) && modes.servers.has(server.name) ? server.name : name).mode
}

/** Can a mode be set? A file that is gone is made anew. */
function isSound(problem: Problem | undefined): boolean {
  return problem === undefined || problem.code === 'modes-gone'
}

function renameNotes(server: ServerEntry, { name }: Running): string[] {
  if (otherName(server) === undefined) return []
  const what = `it runs under the name ${printableName(name)}, by which its mode, its adapter and the log go`
  return [isCorrectable(server) ? `${what}: that name is corrected, and its mode comes along` : what]
}

/** Where the modes that count are not those of the folder that belongs to the file. */
function placeNotes(scene: Scene, config: Config, { folder, words }: Running): string[] {
  if (folder === undefined)
    return ['only its host knows in which folder it is started, and so which modes count for it']
  if (words.length > 0 || config.file.scope === 'user' || folder.of === 'project') return []
  const place = shortPath(scene.machine, folder.path)
  return [`it is started outside of the project, so that the modes in ${place} count for it`]
}

function remarkOn({ message, now }: Problem, isInTheWay: boolean): string {
  return `${isInTheWay ? 'the mode cannot be set: ' : ''}${message} ${now}`
}
