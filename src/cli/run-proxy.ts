import { type Ground, startProxy } from '../proxy.ts'
import { endLike } from '../relay/farewell.ts'
import type { Behind } from '../relay/relay.ts'
import { type ProxyLine, readProxyLine, type ServerLine } from './proxy-options.ts'
import type { Shell } from './shell.ts'

/**
 * Runs the proxy until the server ends, and ends as it did. The server is started before anything else is loaded:
 * some hosts wait five seconds in all.
 */
export async function runProxy(argv: readonly string[], shell: Shell): Promise<number> {
  const line = readProxyLine(argv)
  const proxy = startProxy({
    ...(await behind(line.server, shell)),
    host: { input: shell.stdin, output: shell.stdout },
    errors: shell.stderr,
    signals: process,
    ground: () => groundFor(line, shell),
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

/** The server. What reaches a remote one is loaded only where there is one. */
async function behind(server: ServerLine, shell: Shell): Promise<Behind> {
  const { MCPGRAPHY_ORIGINAL: _, MCPGRAPHY_HEADERS: __, ...env } = shell.env
  if (server.kind === 'command') return { command: server.command, args: server.args, cwd: shell.cwd, env }
  return { server: (await import('./remote-server.ts')).remoteServer(server, shell) }
}

/** What the proxy stands on: the folder that counts here, its modes, its adapter and its database. */
async function groundFor(line: ProxyLine, shell: Shell): Promise<Ground> {
  const [{ machineOf }, { databasePath, folderFor, userFolder }, { modeReader }, { makeFolder }] =
    await Promise.all([
      import('../hosts/machine.ts'),
      import('../project/paths.ts'),
      import('../project/mode-reader.ts'),
      import('../project/folder.ts'),
    ])
  const machine = machineOf(shell)
  const folder = folderFor(machine, line.project)
  const user = userFolder(machine)
  if (line.db === undefined) await makeFolder(folder)
  const modes = modeReader(folder, user, problem =>
    shell.stderr.write(`mcpgraphy: ${problem.message} ${problem.now}\n`),
  )
  return {
    server: line.name,
    database: line.db ?? databasePath(folder),
    refreshEvery: line.refreshEvery,
    policy: {
      mode: () => line.policy ?? modes.of(line.name).mode,
      isApproved: tool => line.approve.includes(tool) || modes.of(line.name).approve.includes(tool),
      async approve(tool) {
        const { setModes } = await import('../project/set-modes.ts')
        await setModes(folder, user, [{ server: line.name, approve: [tool] }])
      },
      hints: line.hints,
      structured: line.structured,
    },
    async adapter() {
      const { keptAdapter, namedAdapter } = await import('../project/find-adapter.ts')
      return line.adapter === undefined ? keptAdapter(folder, user, line.name) : namedAdapter(line.adapter)
    },
    adapterFor: async tools => (await import('../project/find-adapter.ts')).fittingAdapter(tools),
  }
}
