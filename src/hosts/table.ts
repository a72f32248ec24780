/** One step to the servers of a file: the name of a member, or every member there (each project of ~/.claude.json). */
export type Step = string | { readonly every: string }

/** The names that a host gives to the parts of an entry. */
export interface Shape {
  readonly command: string
  readonly args: string
  readonly env: string
}

/** Where a path begins: the project, or a folder of this user or machine. */
export type Base = 'project' | 'home' | 'config' | 'appData' | 'localAppData' | 'macSupport'

/** A file in which a host keeps servers. */
export interface HostFile {
  readonly scope: 'project' | 'user'
  readonly base: Base
  readonly path: readonly string[]
  /** The systems on which it stands there; all where none is named. */
  readonly on?: readonly NodeJS.Platform[]
  readonly servers: readonly Step[]
  /** The host also takes a file that holds the servers at its root. */
  readonly flat?: true
  readonly shape: Shape
  /** The host ignores a file with comments or trailing commas. */
  readonly strict?: true
  /** The host takes a file with a byte order mark for broken. */
  readonly refusesMark?: true
  /** What the host puts in for the folder that is open; only where the host expands it in `args`. */
  readonly projectVariable?: string
  /** It is made to be committed and shared, so that nothing of this machine may stand in it. */
  readonly shared: boolean
}

/** A program that starts MCP servers for an agent. */
export interface Host {
  readonly id: string
  readonly name: string
  readonly files: readonly HostFile[]
  /** What the user does so that the host starts its servers anew. */
  readonly restart: string
  /** It asks the user to approve an entry that changed; said as the user will see it. */
  readonly asksAgain?: string
  /** It writes its file from memory when it ends: it must be closed first. */
  readonly quitFirst?: true
  /** Files with which an administrator limits what may be started. */
  readonly managed?: Partial<Record<NodeJS.Platform, readonly string[]>>
  /** Other programs that read the same project file. */
  readonly alsoReadBy?: readonly string[]
}

const usual: Shape = { command: 'command', args: 'args', env: 'env' }
const desktop = {
  scope: 'user',
  servers: ['mcpServers'],
  shape: usual,
  strict: true,
  refusesMark: true,
  shared: false,
} as const

/**
 * The hosts whose files we change. A new host is a row here: where its file stands on each system, where the
 * servers stand in it, what an entry's parts are called, and what the user must know.
 */
export const hosts: readonly Host[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    files: [
      {
        scope: 'project',
        base: 'project',
        path: ['.mcp.json'],
        servers: ['mcpServers'],
        flat: true,
        shape: usual,
        strict: true,
        shared: true,
      },
    ],
    restart: 'start Claude Code again in this project',
    asksAgain: 'Claude Code may ask once more whether to use the servers of this project',
    alsoReadBy: ['Copilot CLI', 'VS Code', 'Warp'],
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
  },
  {
    id: 'cursor',
    name: 'Cursor',
    files: [
      {
        scope: 'project',
        base: 'project',
        path: ['.cursor', 'mcp.json'],
        servers: ['mcpServers'],
        shape: usual,
        projectVariable: `\${workspaceFolder}`,
        shared: true,
      },
    ],
    restart: 'switch the servers off and on in Cursor (Settings, MCP), or start Cursor again',
    asksAgain: 'Cursor may ask to approve a server whose command changed',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    files: [
      {
        scope: 'project',
        base: 'project',
        path: ['.vscode', 'mcp.json'],
        servers: ['servers'],
        shape: usual,
        projectVariable: `\${workspaceFolder}`,
        shared: true,
      },
    ],
    restart: 'run "MCP: List Servers" in VS Code and restart each server',
    asksAgain: 'VS Code asks whether you trust a server whose command changed',
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    files: [
      { ...desktop, base: 'macSupport', path: ['Claude', 'claude_desktop_config.json'], on: ['darwin'] },
      { ...desktop, base: 'appData', path: ['Claude', 'claude_desktop_config.json'], on: ['win32'] },
      {
        ...desktop,
        base: 'localAppData',
        path: [
          'Packages',
          'Claude_pzs8sxrjxfjjc',
          'LocalCache',
          'Roaming',
          'Claude',
          'claude_desktop_config.json',
        ],
        on: ['win32'],
      },
      { ...desktop, base: 'config', path: ['Claude', 'claude_desktop_config.json'], on: ['linux'] },
    ],
    restart: 'quit Claude Desktop (closing its window is not enough) and start it again',
    quitFirst: true,
  },
]

/** Every key under which some host keeps its servers: one that stands in another's file was put there by mistake. */
export const knownMaps: readonly string[] = ['mcpServers', 'servers', 'context_servers', 'mcp']

/** What a file is taken for that the user names and no row fits: its servers stand under any of the known keys. */
export const unknownFile: HostFile = {
  scope: 'user',
  base: 'home',
  path: [],
  servers: ['mcpServers'],
  shape: usual,
  shared: false,
}

export const unknownHost: Host = {
  id: 'other',
  name: 'its host',
  files: [unknownFile],
  restart: 'start the program again that reads this file',
}
