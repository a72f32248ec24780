import { usual } from '../shapes.ts'
import type { Host } from '../table.ts'
import { inEachAppData, inHome, inProject } from './places.ts'

const open = `\${workspaceFolder}`
const mcpServers = { servers: ['mcpServers'], shape: usual } as const
const cursor = mcpServers
const vscode = { servers: ['servers'], shape: usual } as const
const zed = { servers: ['context_servers'], shape: usual, expands: 'nowhere', isSettings: true } as const
const jetbrains = { ...mcpServers, expands: 'nowhere' } as const

/** What VS Code and its preview have in common; only the folder's name differs. */
function vscodeRow(id: string, name: string, folder: string, own: Host['files']): Host {
  const user = { ...vscode, shared: false }
  const left = `${name} keeps its servers in mcp.json now and no longer reads them here: move them there`
  const old = { ...user, servers: ['mcp', 'servers'], untouched: left, isSettings: true } as const
  return {
    id,
    name,
    files: [
      ...own,
      ...inEachAppData(user, folder, 'User', 'mcp.json'),
      ...inEachAppData(user, folder, 'User', 'profiles', '*', 'mcp.json'),
      ...inEachAppData(old, folder, 'User', 'settings.json'),
    ],
    restart: `run "MCP: List Servers" in ${name} and restart each server`,
    asksAgain: `${name} asks whether you trust a server whose command changed`,
    variables: `\${input:id}, \${env:NAME}, \${workspaceFolder}, \${userHome}`,
    rewrites: 'prints the whole file anew with tabs when it adds or removes a server: comments are lost',
  }
}

export const editors: readonly Host[] = [
  {
    id: 'cursor',
    name: 'Cursor',
    files: [
      inProject({ ...cursor, projectVariable: open, shared: true }, '.cursor', 'mcp.json'),
      inHome({ ...cursor, shared: false }, '.cursor', 'mcp.json'),
    ],
    restart: 'switch the servers off and on in Cursor (Settings, MCP), or start Cursor again',
    asksAgain: 'Cursor may ask to approve a server whose command changed',
    nearestWins: true,
    variables: `\${env:NAME}, \${workspaceFolder}, \${userHome}`,
    rewrites: 'nobody has looked yet',
  },
  vscodeRow('vscode', 'VS Code', 'Code', [
    inProject({ ...vscode, projectVariable: open, shared: true }, '.vscode', 'mcp.json'),
    inProject(
      {
        ...vscode,
        servers: ['settings', 'mcp', 'servers'],
        isSettings: true,
        projectVariable: open,
        shared: true,
      },
      '*.code-workspace',
    ),
    inHome({ ...vscode, shared: false }, '.vscode-server', 'data', 'User', 'mcp.json'),
  ]),
  vscodeRow('vscode-insiders', 'VS Code Insiders', 'Code - Insiders', []),
  {
    id: 'windsurf',
    name: 'Windsurf',
    files: [
      inHome({ ...mcpServers, shared: false }, '.codeium', 'windsurf', 'mcp_config.json'),
      inHome({ ...mcpServers, shared: false }, '.codeium', 'mcp_config.json'),
    ],
    restart: 'refresh the servers in Windsurf (Settings, Cascade, MCP)',
    asksAgain: 'where your team lists the commands that may be started, a wrapped server is not started',
    variables: `\${env:NAME}, \${file:/path}`,
    rewrites: 'nobody has looked yet',
  },
  {
    id: 'zed',
    name: 'Zed',
    files: [
      inProject({ ...zed, shared: true }, '.zed', 'settings.json'),
      { ...zed, shared: false, scope: 'user', base: 'config', path: ['zed', 'settings.json'], on: ['linux'] },
      inHomeOnMac({ ...zed, shared: false }),
      {
        ...zed,
        shared: false,
        scope: 'user',
        base: 'appData',
        path: ['Zed', 'settings.json'],
        on: ['win32'],
      },
    ],
    restart: 'restart the server in Zed (Agent Panel, Settings), or start Zed again',
    nearestWins: true,
    variables: undefined,
    rewrites: 'keeps what it does not know',
  },
  {
    id: 'roo-code',
    name: 'Roo Code',
    files: [
      inProject({ ...mcpServers, strict: 'json', projectVariable: open, shared: true }, '.roo', 'mcp.json'),
      ...inEachAppData(
        { ...mcpServers, strict: 'json', shared: false },
        'Code',
        'User',
        'globalStorage',
        'rooveterinaryinc.roo-cline',
        'settings',
        'mcp_settings.json',
      ),
    ],
    restart: 'refresh the servers in Roo Code (MCP Servers)',
    nearestWins: true,
    variables: `\${env:NAME}, \${workspaceFolder}`,
    rewrites: 'prints the whole file anew and drops other keys at its top',
  },
  {
    id: 'kiro',
    name: 'Kiro',
    files: [
      inProject({ ...mcpServers, shared: true }, '.kiro', 'settings', 'mcp.json'),
      inProject({ ...mcpServers, isSettings: true, shared: true }, '.kiro', 'agents', '*.json'),
      inHome({ ...mcpServers, isSettings: true, shared: false }, '.kiro', 'agents', '*.json'),
      {
        ...inHome({ ...mcpServers, shared: false }, '.kiro', 'settings', 'mcp.json'),
        alsoServers: [['powers', 'mcpServers']],
      },
    ],
    restart: 'reconnect the servers in Kiro (MCP Servers)',
    nearestWins: true,
    variables: `\${NAME}`,
    rewrites: 'nobody has looked yet',
  },
  {
    id: 'junie',
    name: 'Junie',
    files: [
      inProject({ ...jetbrains, shared: true }, '.junie', 'mcp', 'mcp.json'),
      inHome({ ...jetbrains, shared: false }, '.junie', 'mcp', 'mcp.json'),
    ],
    restart: 'start the IDE again, or switch the servers off and on (Settings, Junie, MCP)',
    nearestWins: true,
    variables: undefined,
    rewrites: 'nobody has looked yet',
  },
  {
    id: 'antigravity',
    name: 'Antigravity',
    files: [
      inHome(
        { ...mcpServers, expands: 'nowhere', shared: false },
        '.gemini',
        'antigravity',
        'mcp_config.json',
      ),
      inHome({ ...mcpServers, expands: 'nowhere', shared: false }, '.gemini', 'config', 'mcp_config.json'),
    ],
    restart: 'refresh the servers in Antigravity (Manage MCP Servers): it starts no server again by itself',
    variables: undefined,
    rewrites: 'nobody has looked yet',
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    files: [
      inHome({ ...mcpServers, expands: 'nowhere', shared: false }, '.lmstudio', 'mcp.json'),
      inHome({ ...mcpServers, expands: 'nowhere', shared: false }, '.cache', 'lm-studio', 'mcp.json'),
    ],
    restart: 'switch the servers off and on in LM Studio (Program, Integrations), or start it again',
    variables: undefined,
    rewrites: 'nobody has looked yet',
  },
]

/** Zed keeps its settings below ~/.config on a Mac too. */
function inHomeOnMac(what: Parameters<typeof inHome>[0]): Host['files'][number] {
  return { ...inHome(what, '.config', 'zed', 'settings.json'), on: ['darwin'] }
}
