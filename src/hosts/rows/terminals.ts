import { cline as clineShape, codex, opencode, usual } from '../shapes.ts'
import type { Base, Host, HostFile } from '../table.ts'
import { inEachAppData, inHome, inProject } from './places.ts'

const mcpServers = { servers: ['mcpServers'], shape: usual } as const
const ofUser = { scope: 'user', shared: false } as const
const gemini = { ...mcpServers, strict: 'no trailing commas', refusesMark: true, isSettings: true } as const
const copilot = mcpServers
const open = { servers: ['mcp'], shape: opencode, isSettings: true } as const
const toml = {
  servers: ['mcp_servers'],
  shape: codex,
  syntax: 'toml',
  expands: 'nowhere',
  filtersEnv: true,
  isSettings: true,
} as const
const cline = {
  ...mcpServers,
  shape: clineShape,
  strict: 'json',
  expands: 'nowhere',
  shared: false,
} as const
const q = { ...mcpServers, expands: 'env' } as const

const codexHome: Base = { variable: 'CODEX_HOME', otherwise: ['home', '.codex'] }

/** Of one folder `.jsonc` counts before `.json`. */
const openNames = ['opencode.jsonc', 'opencode.json'] as const
const openFiles: readonly HostFile[] = [
  ...openNames.map(name => inProject({ ...open, shared: true }, '.opencode', name)),
  ...openNames.map(name => inProject({ ...open, shared: true }, name)),
  ...openNames.map(
    (name): HostFile => ({ ...open, ...ofUser, base: { variable: 'OPENCODE_CONFIG_DIR' }, path: [name] }),
  ),
  { ...open, ...ofUser, base: { variable: 'OPENCODE_CONFIG' }, path: [] },
  ...openNames.map((name): HostFile => ({ ...open, ...ofUser, base: 'config', path: ['opencode', name] })),
]

export const terminals: readonly Host[] = [
  {
    id: 'codex',
    name: 'Codex',
    files: [
      inProject({ ...toml, shared: true }, '.codex', 'config.toml'),
      { ...toml, ...ofUser, base: codexHome, path: ['config.toml'] },
      { ...toml, ...ofUser, base: codexHome, path: ['*.config.toml'] },
    ],
    restart: 'start Codex again',
    nearestWins: true,
    variables: undefined,
    rewrites: '`codex mcp add` prints all servers anew: comments and keys that it does not know are lost',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    files: [
      inProject({ ...gemini, shared: true }, '.gemini', 'settings.json'),
      {
        ...gemini,
        ...ofUser,
        base: { variable: 'GEMINI_CLI_HOME', otherwise: ['home'] },
        path: ['.gemini', 'settings.json'],
      },
    ],
    restart: 'start Gemini CLI again',
    nearestWins: true,
    variables: `$NAME, \${NAME}, \${NAME:-default}`,
    rewrites: '`gemini mcp add` keeps comments, and writes the values of variables into the file',
  },
  {
    id: 'copilot',
    name: 'Copilot CLI',
    files: [
      inProject({ ...copilot, shared: true }, '.github', 'mcp.json'),
      {
        ...copilot,
        ...ofUser,
        base: { variable: 'COPILOT_HOME', otherwise: ['home', '.copilot'] },
        path: ['mcp-config.json'],
      },
    ],
    restart: 'start Copilot CLI again',
    nearestWins: true,
    alsoReadBy: ['VS Code'],
    variables: `\${NAME}`,
    rewrites:
      '`copilot mcp add` builds every entry anew from what it knows: other keys and comments are lost',
  },
  {
    id: 'opencode',
    name: 'opencode',
    files: openFiles,
    restart: 'start opencode again',
    nearestWins: true,
    variables: '{env:NAME}, {file:path}',
    rewrites:
      '`opencode mcp add` prints the servers of the user’s file anew and keeps comments and other keys',
  },
  {
    id: 'cline',
    name: 'Cline',
    files: [
      {
        ...cline,
        scope: 'user',
        base: { variable: 'CLINE_DIR', otherwise: ['home', '.cline'] },
        path: ['data', 'settings', 'cline_mcp_settings.json'],
      },
      ...inEachAppData(
        cline,
        'Code',
        'User',
        'globalStorage',
        'saoudrizwan.claude-dev',
        'settings',
        'cline_mcp_settings.json',
      ),
    ],
    restart: 'restart the servers in Cline (MCP Servers)',
    variables: undefined,
    rewrites: 'prints the whole file anew and keeps keys that it does not know',
  },
  {
    id: 'amazon-q',
    name: 'Amazon Q CLI',
    files: [
      inProject({ ...q, shared: true }, '.amazonq', 'mcp.json'),
      inProject({ ...q, isSettings: true, shared: true }, '.amazonq', 'cli-agents', '*.json'),
      inHome({ ...q, shared: false }, '.aws', 'amazonq', 'mcp.json'),
      inHome({ ...q, isSettings: true, shared: false }, '.aws', 'amazonq', 'cli-agents', '*.json'),
    ],
    restart: 'start q chat again',
    nearestWins: true,
    variables: `\${env:NAME} in env and headers`,
    rewrites: 'nobody has looked yet',
  },
  {
    id: 'amp',
    name: 'Amp',
    files: [
      inProject(
        { servers: ['amp.mcpServers'], shape: usual, isSettings: true, shared: true },
        '.amp',
        'settings.json',
      ),
      {
        servers: ['amp.mcpServers'],
        shape: usual,
        isSettings: true,
        ...ofUser,
        base: 'config',
        path: ['amp', 'settings.json'],
      },
    ],
    restart: 'start Amp again',
    asksAgain: 'Amp may ask to approve a server of this project whose command changed',
    nearestWins: true,
    variables: `\${NAME}`,
    rewrites: 'nobody has looked yet',
  },
  {
    id: 'factory',
    name: 'Factory',
    files: [
      inProject({ ...mcpServers, expands: 'nowhere', shared: true }, '.factory', 'mcp.json'),
      inHome({ ...mcpServers, expands: 'nowhere', shared: false }, '.factory', 'mcp.json'),
    ],
    restart: 'start droid again',
    nearestWins: true,
    variables: undefined,
    rewrites: 'nobody has looked yet',
  },
  {
    id: 'warp',
    name: 'Warp',
    files: [
      inProject({ ...mcpServers, expands: 'nowhere', shared: true }, '.warp', '.mcp.json'),
      inHome({ ...mcpServers, expands: 'nowhere', shared: false }, '.warp', '.mcp.json'),
    ],
    restart: 'restart the servers in Warp (Settings, MCP servers)',
    variables: undefined,
    rewrites: 'nobody has looked yet',
  },
]
