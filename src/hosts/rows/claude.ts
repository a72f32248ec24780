import { usual } from '../shapes.ts'
import type { Host } from '../table.ts'
import { inEachAppData, inProject } from './places.ts'

const strict = { servers: ['mcpServers'], shape: usual, strict: 'json' } as const
const desktop = {
  ...strict,
  refusesMark: true,
  expands: 'nowhere',
  quitFirst: true,
  shared: false,
} as const
const desktopFile = ['Claude', 'claude_desktop_config.json']
const store = ['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming']

export const claudeCode: Host = {
  id: 'claude-code',
  name: 'Claude Code',
  files: [
    inProject({ ...strict, flat: true, shared: true }, '.mcp.json'),
    {
      ...strict,
      scope: 'user',
      base: { variable: 'CLAUDE_CONFIG_DIR', otherwise: ['home'] },
      path: ['.claude.json'],
      isSettings: true,
      quitFirst: true,
      alsoServers: [['projects', { every: 'project' }, 'mcpServers']],
      shared: false,
    },
  ],
  restart: 'start Claude Code again in this project',
  asksAgain: 'Claude Code may ask once more whether to use the servers of this project',
  alsoReadBy: ['Copilot CLI', 'VS Code', 'Warp'],
  nearestWins: true,
  variables: `\${NAME}, \${NAME:-default}`,
  rewrites: 'keeps keys that it does not know, prints numbers anew; ~/.claude.json at every start',
  settings: [
    { base: 'project', path: ['.claude', 'settings.json'] },
    { base: 'project', path: ['.claude', 'settings.local.json'] },
    { base: { variable: 'CLAUDE_CONFIG_DIR', otherwise: ['home', '.claude'] }, path: ['settings.json'] },
  ],
  managed: {
    darwin: [
      '/Library/Application Support/ClaudeCode/managed-settings.json',
      '/Library/Application Support/ClaudeCode/managed-mcp.json',
    ],
    linux: ['/etc/claude-code/managed-settings.json', '/etc/claude-code/managed-mcp.json'],
    win32: [
      'C:\\Program Files\\ClaudeCode\\managed-settings.json',
      'C:\\Program Files\\ClaudeCode\\managed-mcp.json',
      'C:\\ProgramData\\ClaudeCode\\managed-settings.json',
    ],
  },
}

export const claudeDesktop: Host = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  files: [
    ...inEachAppData(desktop, ...desktopFile),
    { ...desktop, scope: 'user', base: 'localAppData', path: [...store, ...desktopFile], on: ['win32'] },
  ],
  restart: 'quit Claude Desktop (closing its window is not enough) and start it again',
  variables: undefined,
  rewrites: 'writes the whole file from memory when it ends or logs in',
}
