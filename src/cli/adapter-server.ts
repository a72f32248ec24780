import { readFileSync } from 'node:fs'
import { type ListedTool, listedTools } from '../adapter/tool.ts'
import { machineOf } from '../hosts/machine.ts'
import { startOf } from '../hosts/start.ts'
import { isObject } from '../json.ts'
import { parseJsonc } from '../jsonc.ts'
import { Problem, reasonOf } from '../problem.ts'
import { type Folder, projectFolder, projectRoot } from '../project/paths.ts'
import type { Behind } from '../relay/relay.ts'
import { openSession, type Session } from '../relay/session.ts'
import type { CommandLine } from './adapter-words.ts'
import { nameFrom, nameFromUrl } from './proxy-options.ts'
import type { RemoteLine } from './remote-server.ts'
import { folderOfConfig, lookAround, unknownName } from './scene.ts'
import type { Shell } from './shell.ts'
import { version } from './version.ts'
import { commandInWords } from './words.ts'

/** A server that can be started, and the folder that keeps its adapter. */
export interface StartableServer {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly folder: Folder
}

/** A server that is reached by its address. */
export interface ReachableServer {
  readonly name: string
  readonly folder: Folder
  readonly remote: RemoteLine
}

/** Where a server is: at an address, or in configs; in all that are found where neither is given. */
export interface ServerOptions {
  readonly config?: readonly string[]
  readonly url?: string
  readonly header?: readonly string[]
}

/** The server that a command line means: the one at the address, else what `startableServer` finds. */
export async function meantServer(
  line: CommandLine,
  options: ServerOptions,
  shell: Shell,
): Promise<StartableServer | ReachableServer> {
  const { url, header: headers = [] } = options
  if (url === undefined) return await startableServer(line, options, shell)
  if (line.serverCommand.length > 0)
    throw new Problem('usage', {
      what: '--url and a command were both given',
      now: 'A server has one or the other.',
    })
  const folder = projectFolder(projectRoot(machineOf(shell)))
  return { name: line.name ?? nameFromUrl(url), folder, remote: { kind: 'remote', url, headers } }
}

/**
 * The server that a command line means: the command behind the dashes, else the entry of that name in the hosts'
 * configs, started as its host would. Throws `usage` where there is none, or where only the host knows how to start it.
 */
export async function startableServer(
  line: CommandLine,
  options: ServerOptions,
  shell: Shell,
): Promise<StartableServer> {
  const [command, ...args] = line.serverCommand
  const machine = machineOf(shell)
  if (command !== undefined) {
    const folder = projectFolder(projectRoot(machine))
    return {
      name: line.name ?? nameFrom(command, args),
      command,
      args,
      env: shell.env,
      cwd: shell.cwd,
      folder,
    }
  }
  const scene = await lookAround(shell, { scope: 'all', config: options.config ?? [] })
  const servers = scene.configs.flatMap(config => config.servers.map(server => ({ config, server })))
  const names = [...new Set(servers.map(each => each.server.name))]
  if (line.name === undefined) throw unnamed(names)
  const found = servers.find(each => each.server.name === line.name)
  if (found === undefined) throw unknownName('server', line.name, names)
  const start = startOf(found.config, found.server, machine, 'server')
  return {
    ...start,
    name: line.name,
    env: { ...machine.env, ...start.env },
    folder: folderOfConfig(scene, found.config),
  }
}

/** Starts or reaches the server, says so on standard error, and opens a session. The caller closes it. */
export async function openServer(server: StartableServer | ReachableServer, shell: Shell): Promise<Session> {
  return await openSession({
    ...(await behind(server, shell)),
    clientName: 'mcpgraphy',
    clientVersion: version(),
    timeoutMs: 'remote' in server ? sixMinutes : 60_000,
  })
}

/** A person may have to log in first. */
const sixMinutes = 360_000

async function behind(server: StartableServer | ReachableServer, shell: Shell): Promise<Behind> {
  if ('remote' in server) {
    shell.stderr.write(`Asking ${server.name} at its address\n`)
    return { server: (await import('./remote-server.ts')).remoteServer(server.remote, shell) }
  }
  shell.stderr.write(`Starting ${commandInWords([server.command, ...server.args])}\n`)
  return server
}

/** The tools in a file with a `tools/list` result. Throws `tools-unreadable`. */
export function toolsInFile(path: string): ListedTool[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Problem('tools-unreadable', { path, reason: reasonOf(error) }, { cause: error })
  }
  const parsed = parseJsonc(text)
  if (parsed.kind === 'broken') {
    throw new Problem('tools-unreadable', { path, reason: `line ${parsed.line} is not JSON` })
  }
  const { value } = parsed
  const listing = isObject(value) && isObject(value.result) ? value.result : value
  if (!Array.isArray(isObject(listing) ? listing.tools : listing)) {
    throw new Problem('tools-unreadable', { path, reason: 'it holds no list of tools' })
  }
  return listedTools(listing)
}

function unnamed(names: readonly string[]): Problem {
  const now =
    names.length > 0 ? `Name one of ${names.join(', ')}` : 'Give the command that starts it behind two dashes'
  return new Problem('usage', {
    what: 'No server was named',
    now: `${now}: mcpgraphy adapter init files -- CMD`,
  })
}
