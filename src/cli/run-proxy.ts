import { startProxy } from '../proxy.ts'
import { endLike } from '../relay/farewell.ts'
import type { Behind } from '../relay/relay.ts'
import { readProxyLine, type ServerLine } from './proxy-options.ts'
import type { Shell } from './shell.ts'

/**
 * Runs the proxy until the server ends, and ends as it did. The server is started before anything else is loaded:
 * some hosts wait five seconds in all.
 */
export async function runProxy(argv: readonly string[], shell: Shell): Promise<number> {
  const line = readProxyLine(argv)
  const ground = async () => (await import('./ground.ts')).groundFor(line, shell)
  const behind = await serverMaker(line.server, shell)
  if (line.listen) {
    const { runListener } = await import('./run-listener.ts')
    return runListener({ line, listen: line.listen, behind, ground }, shell)
  }
  const proxy = startProxy({
    ...behind(),
    host: { input: shell.stdin, output: shell.stdout },
    errors: shell.stderr,
    signals: process,
    ground,
  })
  try {
    const ending = await proxy.ended
    await proxy.close()
    return endLike(ending, process)
  } finally {
    await proxy.close()
    shell.stdin.destroy()
  }
}

/** What gives one more server. What reaches a remote one is loaded only where there is one. */
async function serverMaker(server: ServerLine, shell: Shell): Promise<() => Behind> {
  const { MCPGRAPHY_ORIGINAL: _, MCPGRAPHY_HEADERS: __, MCPGRAPHY_TOKEN: ___, ...env } = shell.env
  if (server.kind === 'command')
    return () => ({ command: server.command, args: server.args, cwd: shell.cwd, env })
  const { remoteServer } = await import('./remote-server.ts')
  return () => ({ server: remoteServer(server, shell) })
}
