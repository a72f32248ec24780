import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Sandbox } from '../lab/active/sandbox.ts'
import { serverSandbox } from '../lab/active/server-sandbox.ts'
import { simSandbox } from '../lab/active/sim-sandbox.ts'
import { simNamed } from '../lab/sims/sims.ts'
import { Problem } from '../problem.ts'
import { namedAdapter } from '../project/find-adapter.ts'
import { openServer, startableServer } from './adapter-server.ts'
import type { CommandLine } from './adapter-words.ts'
import type { LearnOptions } from './learn.ts'
import { printable } from './print.ts'
import type { Shell } from './shell.ts'
import { count, wrong } from './wrong-usage.ts'

/** A sandbox, the tools that cannot be tried in it, and what ends it. */
interface Meant {
  readonly sandbox: Sandbox
  readonly leftOut: readonly string[]
  readonly close: () => Promise<void>
}

/**
 * The sandbox that a command line means. A server of the user's own is one only where both are said: in an adapter
 * whose file they name, and by the option. Throws Problem `no-sandbox` otherwise.
 */
export async function sandboxFor(
  line: CommandLine,
  options: LearnOptions,
  seed: number,
  shell: Shell,
): Promise<Meant> {
  const name = options.server ?? line.name
  const rules = line.serverCommand.length === 0 && name !== undefined ? simNamed(name) : undefined
  if (rules !== undefined) {
    const fixtures = Math.min(count('--fixtures', options.fixtures), 1000)
    return { sandbox: simSandbox(rules, seed, fixtures), leftOut: [], close: async () => undefined }
  }
  if (name === undefined && line.serverCommand.length === 0)
    throw wrong('No server was named', 'Take a simulator: mcpgraphy learn --server release_sim')
  const server = name ?? 'this server'
  const missing = (what: string) => new Problem('no-sandbox', { server: printable(server), missing: what })
  if (options.adapter === undefined) throw missing('no adapter was named')
  const { adapter } = namedAdapter(resolve(shell.cwd, options.adapter))
  if (adapter.sandbox === null) throw missing('its adapter has no "sandbox"')
  if (!options.sandbox) throw missing('--sandbox was not given')
  const startable = await startableServer({ ...line, name }, options, shell)
  const { leftOut, close, ...sandbox } = await serverSandbox({
    server: startable.name,
    adapter,
    rule: adapter.sandbox,
    cwd: startable.cwd,
    env: startable.env,
    open: () => openServer(startable, { ...shell, stderr: silent(shell) }),
  })
  return { sandbox, leftOut, close }
}

/** It is started once for each reset: that is said by the bar. */
function silent(shell: Shell): Shell['stderr'] {
  return Object.assign(new PassThrough().resume(), { isTTY: shell.stderr.isTTY === true })
}
