import { posix } from 'node:path'
import type { Machine } from '../hosts/machine.ts'
import type { Config, ServerEntry } from '../hosts/read.ts'
import { memberOf } from '../hosts/syntax/node.ts'

/**
 * Where a host's PATH comes from: of the terminal that it was started in, of the login shell that it asks at its start
 * (editors), or the bare one that the system gives to programs started from a desktop.
 */
export type PathSource = 'terminal' | 'login' | 'bare'

const inTerminal = new Set(
  'claude-code codex gemini copilot opencode amazon-q amp factory goose warp'.split(' '),
)
const bare = new Set(['claude-desktop', 'lm-studio'])

/** Where a host has the PATH from that its servers get. */
export function pathSource({ host }: Config): PathSource {
  if (inTerminal.has(host.id)) return 'terminal'
  return bare.has(host.id) ? 'bare' : 'login'
}

/** The environment that a host would start servers with, as far as it can be told from here. */
export function hostEnvironment(
  config: Config,
  { env, home, platform }: Machine,
): Readonly<Record<string, string | undefined>> {
  // Codex hands on these and nothing else, wherever it was started
  if (config.host.id === 'codex') return { ...chosen(env, [...handedOn, 'TERM', 'PATH']), HOME: home }
  // on Windows a desktop program has the same environment as a terminal
  if (pathSource(config) === 'terminal' || platform === 'win32') return env
  return { ...chosen(env, handedOn), HOME: home, PATH: barePath(platform) }
}

/** What a desktop session has of the user's environment. */
const handedOn = ['USER', 'LOGNAME', 'SHELL', 'LANG', 'TMPDIR', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME']

function chosen(env: Machine['env'], names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map(name => [name, env[name]]))
}

function barePath(platform: NodeJS.Platform): string {
  const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
  return (platform === 'darwin' ? folders : ['/usr/local/bin', ...folders]).join(posix.delimiter)
}

/**
 * How long a host waits for a server to shake hands and list its tools, in milliseconds: what the entry says, else
 * what the host's documentation says (opencode: `timeout`, 5 s; Codex: `startup_timeout_sec`, 10 s; Claude Code:
 * `MCP_TIMEOUT`, 30 s). For the others the 60 s that the SDKs wait for any request.
 */
export function patienceOf({ host }: Config, { node }: Pick<ServerEntry, 'node'>, { env }: Machine): number {
  const said = (name: string) => Number(memberOf(node, name)?.value) || undefined
  switch (host.id) {
    case 'claude-code':
      return Number(env.MCP_TIMEOUT) || 30_000
    case 'opencode':
      return said('timeout') ?? 5_000
    case 'codex':
      return said('startup_timeout_ms') ?? (said('startup_timeout_sec') ?? 10) * 1000
    default:
      return 60_000
  }
}
