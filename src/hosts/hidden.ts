import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json } from '../json.ts'
import { parseJsonc } from '../text-edit.ts'
import type { Machine } from './machine.ts'
import type { Config } from './read.ts'

/**
 * The servers of a project file that are not the ones started, each with the reason: an entry of the same name in a
 * nearer folder, or in Claude Code's own settings for the project, hides them. `configs` are those that were found,
 * nearest first.
 */
export function hiddenIn(config: Config, configs: readonly Config[], machine: Machine): Map<string, string> {
  if (config.host.id !== 'claude-code') return new Map()
  const nearer = configs
    .slice(
      0,
      configs.findIndex(each => each.path === config.path),
    )
    .filter(each => each.host.id === config.host.id)
  const hidden = new Map(
    nearer.flatMap(each => each.servers.map(({ name }) => [name, inNearer(each)] as const)),
  )
  for (const name of ownOfProject(machine, config.base)) hidden.set(name, inSettings(machine))
  return hidden
}

function inNearer({ path }: Config): string {
  return `Claude Code starts the one of that name in ${path}`
}

function inSettings(machine: Machine): string {
  return `Claude Code starts the one of that name in ${settingsPath(machine)}, which this version does not change`
}

function settingsPath({ env, home }: Machine): string {
  return join(env.CLAUDE_CONFIG_DIR || home, '.claude.json')
}

/** `projects[folder].mcpServers`: servers that the user added for one project, for himself. They come first. */
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
