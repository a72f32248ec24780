import type { Adapter } from '../adapter/adapter.ts'
import { type ListedTool, listedTools } from '../adapter/tool.ts'
import { machineOf } from '../hosts/machine.ts'
import { parseJson } from '../json.ts'
import { Problem } from '../problem.ts'
import { fittingAdapter, keptAdapter } from '../project/find-adapter.ts'
import { databasePath, type Folder, userFolder } from '../project/paths.ts'
import type { Store } from '../store/store.ts'
import {
  openServer,
  type ServerOptions,
  type StartableServer,
  startableServer,
  toolsInFile,
} from './adapter-server.ts'
import type { CommandLine } from './adapter-words.ts'
import { askYes } from './ask.ts'
import { looking, type Place, placeFor } from './database.ts'
import { whileStarting } from './interrupt.ts'
import { printable } from './print.ts'
import { lookAround } from './scene.ts'
import type { Shell } from './shell.ts'
import { commandInWords } from './words.ts'

/** Which tools are meant. */
export interface ToolsOptions extends ServerOptions {
  readonly start?: true
  readonly tools?: string
  readonly db?: string
}

/** The tools of one server, and the adapter by which the proxy would judge them. */
export interface ServerTools {
  readonly server: string
  /** Asked just now, kept from its last start through us, or read from a file. */
  readonly from: 'live' | 'kept' | 'file'
  readonly tools: readonly ListedTool[]
  readonly adapter: Adapter | null
}

/**
 * The tools that a command line means: from the file or the command that it names, else from the list that was kept,
 * else from the server, which is started after asking. Throws `usage` or `tools-unknown`.
 */
export async function toolsFor(
  line: CommandLine,
  options: ToolsOptions,
  shell: Shell,
): Promise<ServerTools[]> {
  if (options.tools !== undefined) {
    const tools = toolsInFile(options.tools)
    return [{ server: line.name ?? 'tools', from: 'file', tools, adapter: fitting(tools) }]
  }
  const isLive = options.start === true || line.serverCommand.length > 0
  const kept = isLive ? [] : await keptLists(options, shell)
  if (line.name === undefined && !isLive) {
    if (kept.length > 0) return kept
    throw new Problem('tools-unknown', { server: '' })
  }
  const found = kept.filter(each => each.server === line.name)
  return found.length > 0 ? found : [await askServer(line, options, shell)]
}

/**
 * The lists in the database of this place, and in the user's own for servers that are not there. A server that was
 * started and never called has no entry in the log: the configs know its name.
 */
async function keptLists({ db }: ToolsOptions, shell: Shell): Promise<ServerTools[]> {
  const place = placeFor(shell, db)
  const user = userFolder(machineOf(shell))
  const places = db === undefined && place.folder.path !== user.path ? [place, placeOf(user)] : [place]
  const { configs } = await lookAround(shell, { scope: 'all' })
  const known = configs.flatMap(config => config.servers.map(({ name }) => name))
  const lists: ServerTools[] = []
  for (const each of places) {
    const more = await looking(each, store => listsIn(store, each, known, shell), [])
    lists.push(...more.filter(({ server }) => lists.every(list => list.server !== server)))
  }
  return lists
}

function placeOf(folder: Folder): Place {
  return { folder, database: databasePath(folder), isNamed: false }
}

async function listsIn(
  store: Store,
  { folder }: Place,
  known: readonly string[],
  shell: Shell,
): Promise<ServerTools[]> {
  const called = (await store.servers()).map(each => each.server)
  const lists: ServerTools[] = []
  for (const server of new Set([...called, ...known])) {
    const tools = listedTools((await store.tools(server)).map(each => parseJson(each.definition) ?? null))
    if (tools.length === 0) continue
    lists.push({ server, from: 'kept', tools, adapter: adapterOf(folder, server, tools, shell) })
  }
  return lists
}

async function askServer(line: CommandLine, options: ToolsOptions, shell: Shell): Promise<ServerTools> {
  const startable = await startableServer(line, options, shell)
  await consent(line, options, shell, [startable.command, ...startable.args])
  const tools = await whileStarting(shell, () => liveTools(startable, shell))
  const { name: server, folder } = startable
  return { server, from: 'live', tools, adapter: adapterOf(folder, server, tools, shell) }
}

async function liveTools(startable: StartableServer, shell: Shell): Promise<ListedTool[]> {
  const session = await openServer(startable, shell)
  try {
    return listedTools(await session.tools())
  } finally {
    await session.close()
  }
}

/** A server is a program that may use an account: starting it is the user's word. */
async function consent(
  { name, serverCommand }: CommandLine,
  { start }: ToolsOptions,
  shell: Shell,
  words: readonly string[],
): Promise<void> {
  if (start || serverCommand.length > 0) return
  const server = printable(name ?? '')
  if (!shell.canAsk) throw new Problem('tools-unknown', { server })
  const message = `No list of ${server}'s tools is kept. Start it once (${commandInWords(words)})? No tool is called.`
  if (!(await askYes(shell, message, true))) throw new Problem('tools-unknown', { server })
}

/** The adapter that the proxy would take. One that cannot be used is said to be so, and the command goes on. */
function adapterOf(
  folder: Folder,
  server: string,
  tools: readonly ListedTool[],
  shell: Shell,
): Adapter | null {
  try {
    return keptAdapter(folder, userFolder(machineOf(shell)), server)?.adapter ?? fitting(tools)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    shell.stderr.write(`${error.message} ${error.now}\n`)
    return null
  }
}

function fitting(tools: readonly ListedTool[]): Adapter | null {
  return fittingAdapter(tools)?.adapter ?? null
}
