import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json } from '../json.ts'
import { parseJsonc } from '../text-edit.ts'
import type { Machine } from './machine.ts'
import type { Config, ServerEntry } from './read.ts'

/**
 * The servers of a file that are not the ones started, each with the reason: an entry of the same name in a nearer
 * folder, in a file that counts before this one, or in Claude Code's own settings for the project, hides them.
 * `configs` are those that were found, of each host in the order in which they count.
 */
export function hiddenIn(config: Config, configs: readonly Config[], machine: Machine): Map<string, string> {
  const { host } = config
  if (!host.nearestWins) return new Map()
  const inOrder = configs.filter(each => each.host.id === host.id).sort(byNearness)
  const before = inOrder.slice(
    0,
    inOrder.findIndex(each => each.path === config.path),
  )
  const own = new Set(config.servers.filter(each => !isForOneProject(each)).map(each => each.name))
  const hidden = new Map<string, string>()
  for (const each of before.reverse()) {
    for (const { name } of each.servers.filter(server => own.has(server.name) && !isForOneProject(server)))
      hidden.set(name, `${host.name} starts the one of that name in ${each.path}`)
  }
  const isOfClaude = host.id === 'claude-code' && config.file.scope === 'project'
  for (const name of isOfClaude ? ownOfProject(machine, config.base) : [])
    hidden.set(name, `${host.name} starts the one of that name in ${settingsPath(machine)}`)
  return hidden
}

/** The nearest folder counts first, and a project before the user; in one folder the order of the table. */
function byNearness(one: Config, other: Config): number {
  const rank = ({ file, base }: Config) => (file.scope === 'user' ? 0 : base.length)
  return rank(other) - rank(one)
}

/** `projects[folder].mcpServers`: a server that the user added for one project, for himself. It comes first there. */
function isForOneProject({ at }: ServerEntry): boolean {
  return at[0] === 'projects'
}

function settingsPath({ env, home }: Machine): string {
  return join(env.CLAUDE_CONFIG_DIR || home, '.claude.json')
}

function ownOfProject(machine: Machine, folder: string): string[] {
  const settings = contentOf(settingsPath(machine))
  const projects = isObject(settings) && isObject(settings.projects) ? settings.projects : {}
  const project = Object.hasOwn(projects, folder) ? projects[folder] : undefined
  return isObject(project) && isObject(project.mcpServers) ? Object.keys(project.mcpServers) : []
}

function contentOf(path: string): Json | undefined {
  try {
    const parsed = parseJsonc(readFileSync(path, 'utf8'))
    return parsed.kind === 'value' ? parsed.value : undefined
  } catch {
    return undefined
  }
}
