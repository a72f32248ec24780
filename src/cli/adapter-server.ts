import { readFileSync } from 'node:fs'
import { type ListedTool, listedTools } from '../adapter/tool.ts'
import { originalVariable } from '../hosts/embed.ts'
import { type Machine, machineOf } from '../hosts/machine.ts'
import type { Config, ServerEntry } from '../hosts/read.ts'
import { isObject, type JsonObject } from '../json.ts'
import { parseJsonc } from '../jsonc.ts'
import { Problem, reasonOf } from '../problem.ts'
import { type Folder, projectFolder, projectRoot } from '../project/paths.ts'
import { openSession, type Session } from '../relay/session.ts'
import type { CommandLine } from './adapter-words.ts'
import { nameFrom } from './proxy-options.ts'
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

/** Which configs to look for a server in; all that are found where none is named. */
export interface ServerOptions {
  readonly config?: readonly string[]
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
  return { ...entryCommand(found.config, found.server, machine), folder: folderOfConfig(scene, found.config) }
}

/** Starts the server, says so on standard error, and opens a session. The caller closes it. */
export async function openServer(server: StartableServer, shell: Shell): Promise<Session> {
  shell.stderr.write(`Starting ${commandInWords([server.command, ...server.args])}\n`)
  return await openSession({
    ...server,
    clientName: 'mcpgraphy',
    clientVersion: version(),
    timeoutMs: 60_000,
  })
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

/** How a host would start an entry: through us or not, the server itself is started. */
function entryCommand(
  config: Config,
  { name, entry, text }: ServerEntry,
  machine: Machine,
): Omit<StartableServer, 'folder'> {
  if (entry.kind !== 'stdio') {
    const what = `The server ${name} is not started by a command`
    throw new Problem('usage', { what, now: 'Only servers that start with a command can be looked at yet.' })
  }
  const parsed = parseJsonc(text)
  const fields = parsed.kind === 'value' && isObject(parsed.value) ? parsed.value : {}
  const fill = (value: string) => expanded(value, name, config.base, machine)
  const [command = '', ...args] = (entry.launch?.server ?? [entry.command, ...entry.args]).map(fill)
  const cwd = typeof fields.cwd === 'string' ? fill(fields.cwd) : config.base
  return { name, command, args, cwd, env: { ...machine.env, ...envIn(fields, config, fill) } }
}

function envIn(fields: JsonObject, config: Config, fill: (value: string) => string): Record<string, string> {
  const env = fields[config.file.shape.env]
  const entries = Object.entries(isObject(env) ? env : {}).filter(([key]) => key !== originalVariable)
  return Object.fromEntries(entries.map(([key, value]) => [key, fill(String(value))]))
}

/** Puts in what hosts put in for `${env:X}`, `${X}`, `${X:-default}`, `${workspaceFolder}` and `${userHome}`. */
function expanded(value: string, server: string, base: string, { env, home }: Machine): string {
  return value.replace(
    /\$\{(?:env:)?([^}:]+)(?::-([^}]*))?(:[^}]*)?\}/g,
    (whole, name: string, byDefault?: string, other?: string) => {
      const folder = { workspaceFolder: base, userHome: home }[name]
      const known = other === undefined ? (folder ?? env[name] ?? byDefault) : undefined
      if (known !== undefined) return known
      throw new Problem('usage', {
        what: `Only its host can fill in ${whole} of the server ${server}`,
        now: `Set it in the environment, or give the command: mcpgraphy adapter init ${server} -- CMD`,
      })
    },
  )
}
