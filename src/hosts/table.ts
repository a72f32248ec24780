import { agents } from './rows/agents.ts'
import { claudeCode, claudeDesktop } from './rows/claude.ts'
import { editors } from './rows/editors.ts'
import { terminals } from './rows/terminals.ts'
import { untried } from './rows/untried.ts'
import { usual } from './shapes.ts'
import type { Syntax } from './syntax/syntax.ts'

/** One step to the servers of a file: the name of a member, or every member there (each project of ~/.claude.json). */
export type Step = string | { readonly every: string } | ItemStep

/** The servers stand in a list, and this member of each holds its name. */
export interface ItemStep {
  readonly namedBy: string
}

/** The names that a host gives to the parts of an entry, and what it writes in `type`. */
export interface Shape {
  readonly command: string
  /** Absent where the command is a list that has the arguments in it. */
  readonly args?: string
  readonly env: string
  /** The names under which an address may stand. */
  readonly url: readonly string[]
  readonly headers: string
  /** The member that names the variable with a bearer token, and the one that lists variables to hand on. */
  readonly bearer?: string
  readonly passes?: string
  /** What `type` says of an entry that starts a program, and of one with an address. */
  readonly stdio: string
  readonly http: string
}

/** Where a host puts its variables in: in every text of an entry, only in its environment and headers, or nowhere. */
export type Expansion = 'everywhere' | 'env' | 'nowhere'

/** A folder that most files hang on. */
export type CommonBase = 'project' | 'home' | 'config' | 'appData' | 'localAppData' | 'macSupport'

/** Where a path begins; a host's own variable may name another folder, and counts first. */
export type Base =
  | CommonBase
  | {
      readonly variable: string
      /** Where it begins without that variable; nowhere where none is said. */
      readonly otherwise?: readonly [base: CommonBase, ...path: string[]]
    }

/** A file in which a host keeps servers. */
export interface HostFile {
  readonly scope: 'project' | 'user'
  readonly base: Base
  /** A name with `*` in it stands for all that fit. */
  readonly path: readonly string[]
  /** The systems on which it stands there; all where none is named. */
  readonly on?: readonly NodeJS.Platform[]
  /** JSON where nothing is said. */
  readonly syntax?: Syntax['id']
  readonly servers: readonly Step[]
  /** A second place in the same file. */
  readonly alsoServers?: readonly (readonly Step[])[]
  /** The host also takes a file that holds the servers at its root. */
  readonly flat?: true
  readonly shape: Shape
  /** The host ignores a file with comments or with trailing commas. */
  readonly strict?: 'json' | 'no trailing commas'
  /** The host takes a file with a byte order mark for broken. */
  readonly refusesMark?: true
  readonly expands?: Expansion
  /** What the host puts in for the folder that is open; only where the host expands it in `args`. */
  readonly projectVariable?: string
  /** The host hands on only a few variables of its own environment. */
  readonly filtersEnv?: true
  /** It is made to be committed and shared, so that nothing of this machine may stand in it. */
  readonly shared: boolean
  /** It holds much else: that there are no servers in it is no news. */
  readonly isSettings?: true
  /** The host writes it from memory, at the latest when it ends: the host must be closed first. */
  readonly quitFirst?: true
  /** Why it is only looked at and never changed. */
  readonly untouched?: string
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
  /** Files with which an administrator limits what may be started. */
  readonly managed?: Partial<Record<NodeJS.Platform, readonly string[]>>
  /** Its own settings, in which such limits may stand as well. */
  readonly settings?: readonly { readonly base: Base; readonly path: readonly string[] }[]
  /** Other programs that read the same project file. */
  readonly alsoReadBy?: readonly string[]
  /** Of several entries with one name, the one in the nearest file is started; else each is. */
  readonly nearestWins?: true
  /** How its users write a variable; none where nothing is put in. */
  readonly variables: string | undefined
  /** What it does to its file, and to what it does not know there, when it writes it. */
  readonly rewrites: string
}

/**
 * The hosts that we know. A new host is a row in `rows/`: where its file stands on each system, where the servers
 * stand in it, what an entry's parts are called, and what the user must know.
 */
export const hosts: readonly Host[] = [
  claudeCode,
  ...editors,
  ...terminals,
  claudeDesktop,
  ...agents,
  ...untried,
]

/** Every key under which some host keeps its servers: one that stands in another's file was put there by mistake. */
export const knownMaps: readonly string[] = [
  'mcpServers',
  'servers',
  'context_servers',
  'mcp',
  'mcp_servers',
  'amp.mcpServers',
]

/** What a file is taken for that the user names and no row fits: its servers stand under any of the known keys. */
export const unknownFile: HostFile = {
  scope: 'user',
  base: 'home',
  path: [],
  servers: ['mcpServers'],
  shape: usual,
  expands: 'nowhere',
  shared: false,
}

export const unknownHost: Host = {
  id: 'other',
  name: 'its host',
  files: [unknownFile],
  restart: 'start the program again that reads this file',
  variables: undefined,
  rewrites: 'nobody has looked yet',
}
