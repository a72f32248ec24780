import { machineOf } from '../hosts/machine.ts'
import type { Problem } from '../problem.ts'
import { makeFolder } from '../project/folder.ts'
import { modeReader } from '../project/mode-reader.ts'
import { databasePath, type Folder, folderFor, homeProblem, userFolder } from '../project/paths.ts'
import type { Ground } from '../proxy.ts'
import type { ProxyLine } from './proxy-options.ts'
import type { Shell } from './shell.ts'

/** One refused call in so many is let through, to find out a server that has changed. */
const retestEvery = 16

/**
 * What the proxy stands on: the folder that counts here, its modes, its adapter and its database. A folder that cannot
 * be used takes no call down: the modes that hold without it still hold.
 */
export async function groundFor(line: ProxyLine, shell: Shell): Promise<Ground> {
  const { folder, user, problem } = foldersFor(line, shell)
  const tell = ({ message, now }: Problem) => shell.stderr.write(`mcpgraphy: ${message} ${now}\n`)
  if (problem !== undefined) tell(problem)
  const modes = modeReader(folder, user, tell)
  const held = oncePerTurn(() => modes.of(line.name))
  return {
    server: line.name,
    database: line.db ?? databasePath(folder),
    unusable: line.db === undefined ? await problemWith(folder) : undefined,
    refreshEvery: line.refreshEvery,
    policy: {
      mode: () => line.policy ?? held().mode,
      isApproved: tool => line.approve.includes(tool) || held().approve.includes(tool),
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
    adapterFor: async tools =>
      (await import('../project/find-adapter.ts')).fittingAdapter(tools) ??
      (await import('../lab/sims/fitting.ts')).simAdapter(tools),
  }
}

/**
 * Asks once in a turn of the event loop: one line asks of every tool of a server, and each answer would look at files.
 * A change still counts from the next call on.
 */
function oncePerTurn<Answer>(ask: () => Answer): () => Answer {
  let asked: { readonly answer: Answer } | undefined
  return () => {
    if (asked === undefined) {
      asked = { answer: ask() }
      setImmediate(() => {
        asked = undefined
      })
    }
    return asked.answer
  }
}

/** Why nothing can be kept in a folder, if so. */
async function problemWith(folder: Folder): Promise<unknown> {
  return await makeFolder(folder).then(
    () => undefined,
    problem => problem,
  )
}

interface Folders {
  readonly folder: Folder
  readonly user: Folder
  /** The environment names a folder of the user's that does not count. */
  readonly problem: Problem | undefined
}

/** The folder that counts here, and the user's own. */
export function foldersFor({ project, isOfUser }: ProxyLine, shell: Shell): Folders {
  const machine = machineOf(shell)
  const user = userFolder(machine, project)
  const folder = isOfUser ? user : folderFor(machine, project)
  return { folder: folder.of === 'user' ? user : folder, user, problem: homeProblem(machine, project) }
}
