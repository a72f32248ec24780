import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { ownWords } from '../hosts/own-words.ts'
import type { Config, ServerEntry } from '../hosts/read.ts'
import { type Folder, folderFor, projectFolder } from '../project/paths.ts'
import { nameFrom } from './proxy-options.ts'
import { folderOfConfig, type Scene } from './scene.ts'

/** How the proxy of an entry runs, or will once it is wrapped: what is set for it must be set there. */
export interface Running {
  /** The name that modes, adapters and the log go by. */
  readonly name: string
  /** The folder of ours that it works with; undefined where only the host knows. */
  readonly folder: Folder | undefined
  /** The words that have it work there. */
  readonly words: readonly string[]
  /** A mode that its entry says, which counts before any other. */
  readonly policy: string | undefined
}

/** Works out how the proxy of an entry runs: by its own words where it is wrapped, else by those that we would write. */
export function runningOf(scene: Scene, config: Config, server: ServerEntry): Running {
  const own = ownWords(server.entry)
  if (own === undefined) {
    const words = wordsFor(scene, config, server)
    const [flag, project] = words
    const folder = folderThat(scene, config, server, flag === '--user', project)
    return { name: server.name, folder, words, policy: undefined }
  }
  const folder = folderThat(scene, config, server, own.isOfUser, own.project)
  return { name: own.name ?? nameIn(server), folder, words: [], policy: own.policy }
}

/**
 * The words with which a proxy works with the folder that belongs to its file wherever it is started. A file that is
 * shared has no path of this machine in it: there they are left out where the host has no variable for its folder.
 */
function wordsFor(scene: Scene, config: Config, server: ServerEntry): string[] {
  const { file } = config
  if (file.scope === 'user') return ['--user']
  if (file.projectVariable !== undefined) return ['--project', file.projectVariable]
  const { path } = folderOfConfig(scene, config)
  const leadsThere = folderThat(scene, config, server, false, undefined)?.path === path
  return leadsThere || file.shared ? [] : ['--project', dirname(path)]
}

function folderThat(
  scene: Scene,
  config: Config,
  server: ServerEntry,
  isOfUser: boolean,
  project: string | undefined,
): Folder | undefined {
  if (isOfUser) return scene.user
  const cwd = cwdOf(config, server)
  if (project !== undefined) {
    const path = filledIn(project, config)
    const isKnown = path !== undefined && (isAbsolute(path) || cwd !== undefined)
    return isKnown ? projectFolder(resolve(cwd ?? '', path)) : undefined
  }
  return cwd === undefined ? undefined : folderAround(scene, config, cwd)
}

/** The nearest one upward. The one of the file's own project counts as there: it is made before the proxy runs. */
function folderAround(scene: Scene, config: Config, cwd: string): Folder {
  const found = folderFor({ ...scene.machine, cwd })
  const own = folderOfConfig(scene, config)
  if (own.of === 'user') return found
  const isInOwn = isInside(dirname(own.path), cwd)
  const isNearer = found.of === 'project' && isInside(dirname(own.path), found.path)
  return isInOwn && !isNearer ? own : found
}

/** Where a host starts the server; undefined where only the host knows. */
function cwdOf(config: Config, { entry }: ServerEntry): string | undefined {
  const said = entry.kind === 'stdio' ? entry.cwd : undefined
  if (said === undefined) return config.file.scope === 'project' ? config.base : undefined
  const path = filledIn(said, config)
  return path === undefined ? undefined : resolve(config.base, path)
}

/** A path with the host's variable for the open folder put in; undefined where it has another. */
function filledIn(path: string, { base }: Config): string | undefined {
  const filled = path.replaceAll(
    /\$\{(?:workspaceFolder|workspaceRoot|CLAUDE_PROJECT_DIR(?::-[^}]*)?)\}/g,
    base,
  )
  return /\$|^~|\{env:/.test(filled) ? undefined : filled
}

/** The name that a proxy takes by itself. */
function nameIn({ name, entry }: ServerEntry): string {
  const [command, ...args] = (entry.kind === 'stdio' && entry.launch?.server) || []
  return command === undefined ? name : nameFrom(command, args)
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way)
}
