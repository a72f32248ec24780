import { machineOf } from '../hosts/machine.ts'
import { makeFolder } from '../project/folder.ts'
import { modeReader } from '../project/mode-reader.ts'
import { databasePath, type Folder, folderFor, userFolder } from '../project/paths.ts'
import type { Ground } from '../proxy.ts'
import type { ProxyLine } from './proxy-options.ts'
import type { Shell } from './shell.ts'

/** One refused call in so many is let through, to find out a server that has changed. */
const retestEvery = 16

/** What the proxy stands on: the folder that counts here, its modes, its adapter and its database. */
export async function groundFor(line: ProxyLine, shell: Shell): Promise<Ground> {
  const { folder, user } = foldersFor(line, shell)
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
      retestEvery,
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

/** The folder that counts here, and the user's own. */
export function foldersFor({ project }: ProxyLine, shell: Shell): { folder: Folder; user: Folder } {
  const machine = machineOf(shell)
  return { folder: folderFor(machine, project), user: userFolder(machine) }
}
