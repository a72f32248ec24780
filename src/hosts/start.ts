import { Problem } from '../problem.ts'
import { originalVariable } from './embed.ts'
import type { Stdio } from './entry.ts'
import type { Machine } from './machine.ts'
import type { Config, ServerEntry } from './read.ts'

/** What a host hands to the system to start a server. */
export interface Start {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** What the entry sets; the host adds it to its own environment. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * How a host would start an entry as it stands (`entry`), or the server behind us without us (`server`), with the
 * host's variables put in. Throws `usage` for an entry without a command, and `host-variable` where only the host
 * knows a value, such as what VS Code asks the user for.
 */
export function startOf(
  config: Config,
  { name, entry }: ServerEntry,
  machine: Machine,
  which: 'entry' | 'server',
): Start {
  const isReached = entry.kind === 'stdio' && which === 'server' && entry.launch?.url !== undefined
  if (entry.kind !== 'stdio' || isReached) {
    const now = 'Only servers that start with a command can be looked at yet.'
    throw new Problem('usage', { what: `The server ${name} is not started by a command`, now })
  }
  const fill = (value: string) => filled(value, name, config, machine)
  const own = [entry.command, ...entry.args]
  const [command = '', ...args] = (which === 'entry' ? own : (entry.launch?.server ?? own)).map(fill)
  const env = envIn(entry, fill)
  if (which === 'server') delete env[originalVariable]
  return { command, args, env, cwd: entry.cwd === undefined ? config.base : fill(entry.cwd) }
}

function envIn({ env }: Stdio, fill: (value: string) => string): Record<string, string> {
  const entries = Object.entries(env).filter(([, value]) => value !== null)
  return Object.fromEntries(entries.map(([name, value]) => [name, fill(String(value))]))
}

/** `${X}`, `${X:-default}`, `${env:X}`, the folders, and `{env:X}` of opencode. Some hosts put in nothing. */
function filled(text: string, server: string, config: Config, machine: Machine): string {
  if (config.file.expands === 'nowhere') return text
  return text.replace(/\$\{([^}]*)\}|\{env:(\w+)\}/g, (variable, inner?: string, ofOpencode?: string) => {
    if (ofOpencode !== undefined) return machine.env[ofOpencode] ?? ''
    const value = variableIn(inner ?? '', config, machine)
    if (value !== undefined) return value
    throw new Problem('host-variable', { variable, server })
  })
}

function variableIn(inner: string, { base }: Config, { env, home }: Machine): string | undefined {
  const [, name, byDefault] = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner) ?? []
  if (name === undefined) return undefined
  const folders: Record<string, string> = { workspaceFolder: base, CLAUDE_PROJECT_DIR: base, userHome: home }
  const folder = Object.hasOwn(folders, name) ? folders[name] : undefined
  return folder ?? (env[name] || byDefault)
}
