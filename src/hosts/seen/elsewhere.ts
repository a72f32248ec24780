import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json, parseJson } from '../../json.ts'
import type { Machine } from '../machine.ts'
import type { Seen } from './seen.ts'

/**
 * Servers of extensions, plugins, administrators and IDEs on this machine: listed with the reason why they are not
 * changed. `root` is where the file system begins; a test puts it elsewhere.
 */
export function serversElsewhere(machine: Machine, root = ''): Seen[] {
  return [...extensions(machine), ...plugins(machine), ...managed(machine, root), ...ides(machine)]
}

/** Bundles that Claude Desktop installed (.mcpb, .dxt): each has a manifest, and is checked against its signature. */
function extensions(machine: Machine): Seen[] {
  const folder = join(appData(machine), 'Claude', 'Claude Extensions')
  return namesIn(folder).flatMap((name): Seen[] => {
    const path = join(folder, name, 'manifest.json')
    const manifest = read(path)
    if (!isObject(manifest) || !isObject(manifest.server)) return []
    const title = String(manifest.display_name ?? manifest.name ?? name)
    const now = 'a bundle is signed and replaced as a whole: add the same server to the config file instead'
    return [{ kind: 'extension', path, what: `the extension ${title} of Claude Desktop`, now }]
  })
}

const pluginFolders = [
  ['Claude Code', '.claude', 'plugins', 'cache'],
  ['Claude Code', '.claude', 'plugins', 'repos'],
  ['Cursor', '.cursor', 'plugins', 'cache'],
  ['Cursor', '.cursor', 'plugins', 'local'],
] as const

function plugins({ home }: Machine): Seen[] {
  const now =
    'its next update would undo a change: add the same server to a config file, and switch it off here'
  return pluginFolders.flatMap(([host, ...folder]) =>
    mcpFilesIn(join(home, ...folder), 4).map(
      (path): Seen => ({ kind: 'plugin', path, what: `the servers of a plugin of ${host}`, now }),
    ),
  )
}

function mcpFilesIn(folder: string, depth: number): string[] {
  const own = ['.mcp.json', 'mcp.json'].map(name => join(folder, name)).filter(path => existsSync(path))
  if (depth === 0) return own
  return [...own, ...namesIn(folder).flatMap(name => mcpFilesIn(join(folder, name), depth - 1))].slice(0, 50)
}

const ofAdministrators: Partial<Record<NodeJS.Platform, readonly [host: string, path: string][]>> = {
  darwin: [
    ['Claude Code', '/Library/Application Support/ClaudeCode/managed-mcp.json'],
    ['Gemini CLI', '/Library/Application Support/GeminiCli/settings.json'],
    ['opencode', '/Library/Application Support/opencode/opencode.json'],
    ['Codex', '/etc/codex/config.toml'],
  ],
  linux: [
    ['Claude Code', '/etc/claude-code/managed-mcp.json'],
    ['Gemini CLI', '/etc/gemini-cli/settings.json'],
    ['opencode', '/etc/opencode/opencode.json'],
    ['Codex', '/etc/codex/config.toml'],
  ],
  win32: [
    ['Claude Code', 'C:\\Program Files\\ClaudeCode\\managed-mcp.json'],
    ['Gemini CLI', 'C:\\ProgramData\\gemini-cli\\settings.json'],
    ['Codex', 'C:\\ProgramData\\OpenAI\\Codex\\config.toml'],
  ],
}

function managed({ platform }: Machine, root: string): Seen[] {
  const now = 'only an administrator changes it'
  return (ofAdministrators[platform] ?? [])
    .map(([host, path]) => [host, join(root, path)] as const)
    .filter(([, path]) => existsSync(path))
    .map(
      ([host, path]): Seen => ({
        kind: 'managed',
        path,
        what: `what an administrator sets for ${host}`,
        now,
      }),
    )
}

/** The AI Assistant of JetBrains keeps its list in the options of each IDE, in XML that only the IDE writes. */
function ides(machine: Machine): Seen[] {
  const folder = join(appData(machine), 'JetBrains')
  const now = 'change the server’s command in the IDE: Settings, Tools, AI Assistant, MCP'
  return namesIn(folder).flatMap(ide =>
    namesIn(join(folder, ide, 'options'))
      .filter(name => /mcp.*\.xml$/i.test(name))
      .map((name): Seen => {
        const path = join(folder, ide, 'options', name)
        return { kind: 'ide', path, what: `the servers of the AI Assistant in ${ide}`, now }
      }),
  )
}

function appData({ env, home, platform }: Machine): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME || join(home, '.config')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort().slice(0, 100)
  } catch {
    return []
  }
}

function read(path: string): Json | undefined {
  try {
    return parseJson(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
