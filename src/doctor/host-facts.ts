import { posix } from 'node:path'
import type { Machine } from '../hosts/machine.ts'
import type { Config } from '../hosts/read.ts'

/**
 * Where a host's PATH comes from: of the terminal that it was started in, of the login shell that it asks at its start
 * (editors), or the bare one that the system gives to programs started from a desktop.
 */
export type PathSource = 'terminal' | 'login' | 'bare'

const inTerminal = new Set(
  'claude-code codex gemini copilot opencode amazon-q amp factory goose warp'.split(' '),
)
const bare = new Set(['claude-desktop', 'lm-studio'])

export function pathSource({ host }: Config): PathSource {
  if (inTerminal.has(host.id)) return 'terminal'
  return bare.has(host.id) ? 'bare' : 'login'
}

/** The environment that a host would start servers with, as far as it can be told from here. */
export function hostEnvironment(
  config: Config,
  machine: Machine,
): Readonly<Record<string, string | undefined>> {
  const { env, platform } = machine
  // on Windows a desktop program has the same environment as a terminal
  if (pathSource(config) === 'terminal' || platform === 'win32') return env
  const kept = Object.fromEntries(handedOn.map(name => [name, env[name]]))
  return { ...kept, HOME: machine.home, PATH: barePath(platform) }
}

/** What a desktop session has of the user's environment. */
const handedOn = ['USER', 'LOGNAME', 'SHELL', 'LANG', 'TMPDIR', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME']

function barePath(platform: NodeJS.Platform): string {
  const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
  return (platform === 'darwin' ? folders : ['/usr/local/bin', ...folders]).join(posix.delimiter)
}

/**
 * How long a host waits for a server to shake hands and list its tools, in milliseconds, as its documentation says
 * (opencode: `timeout`, 5 s; Codex: `startup_timeout_sec`, 10 s; Claude Code: `MCP_TIMEOUT`, 30 s). For the others
 * the 60 s that the SDKs wait for any request.
 */
export function patienceOf({ host }: Config, { env }: Machine): number {
  const claude = Number(env.MCP_TIMEOUT)
  if (host.id === 'claude-code') return claude > 0 ? claude : 30_000
  return { opencode: 5_000, codex: 10_000 }[host.id] ?? 60_000
}
