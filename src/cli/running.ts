import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { type OwnWords, ownWords } from '../hosts/own-words.ts'
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

/**
 * Works out how the proxies of a file's entries run: by their own words where they are wrapped, else by those that we
 * would write. A folder is looked for once, since a file may hold thousands of servers.
 */
export function runningIn(scene: Scene, config: Config): (server: ServerEntry) => Running {
  const around: Around = once((cwd: string) => folderAround(scene, config, cwd))
  return server => {
    const own = ownWords(server.entry)
    if (own !== undefined) {
      const folder = folderThat(scene, config, server, own, around)
      return { name: own.name ?? nameIn(server), folder, words: [], policy: own.policy }
    }
    const words = wordsFor(config, server, around)
    const [flag, project] = words
    const folder = folderThat(scene, config, server, { isOfUser: flag === '--user', project }, around)
    return { name: server.name, folder, words, policy: undefined }
  }
}

/** The folder that is found from where a proxy is started, and the one that belongs to the file. */
type Around = (cwd: string) => { readonly found: Folder; readonly own: Folder }

/**
 * The words with which a proxy works with the folder that belongs to its file wherever it is started. A file that is
 * shared has no path of this machine in it: there they are left out where the host has no variable for its folder.
 */
function wordsFor(config: Config, server: ServerEntry, around: Around): string[] {
  const { file } = config
  if (file.scope === 'user') return ['--user']
  if (file.projectVariable !== undefined) return ['--project', file.projectVariable]
  const cwd = cwdOf(config, server)
  const places = around(cwd ?? config.base)
  const leadsThere = cwd !== undefined && places.found.path === places.own.path
  return leadsThere || file.shared ? [] : ['--project', dirname(places.own.path)]
}

function folderThat(
  scene: Scene,
  config: Config,
  server: ServerEntry,
  { isOfUser, project }: Pick<OwnWords, 'isOfUser' | 'project'>,
  around: Around,
): Folder | undefined {
  if (isOfUser) return scene.user
  const cwd = cwdOf(config, server)
  if (project === undefined) return cwd === undefined ? undefined : around(cwd).found
  const path = filledIn(project, config)
  const from = cwd ?? config.base
  return path === undefined || (cwd === undefined && !isAbsolute(path))
    ? undefined
    : projectFolder(resolve(from, path))
}

/** The nearest one upward. The one of the file's own project counts as there: it is made before the proxy runs. */
function folderAround(scene: Scene, config: Config, cwd: string): ReturnType<Around> {
  const found = folderFor({ ...scene.machine, cwd })
  const own = folderOfConfig(scene, config)
  if (own.of === 'user') return { found, own }
  const isInOwn = isInside(dirname(own.path), cwd)
  const isNearer = found.of === 'project' && isInside(dirname(own.path), found.path)
  return { found: isInOwn && !isNearer ? own : found, own }
}

function once<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>()
  return key => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
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
