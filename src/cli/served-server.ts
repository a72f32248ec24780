import { resolve } from 'node:path'
import type { Adapter } from '../adapter/adapter.ts'
import { parseAdapter } from '../adapter/load.ts'
import type { Catalogue } from '../gate/catalogue.ts'
import { machineOf } from '../hosts/machine.ts'
import { type Downstream, sessionDownstream, simDownstream } from '../lab/offers/downstream.ts'
import { type HostPolicy, withoutTokens } from '../lab/offers/policy.ts'
import { createSim } from '../lab/sims/sim.ts'
import { simNamed } from '../lab/sims/sims.ts'
import { Problem } from '../problem.ts'
import { fittingAdapter, keptAdapter, namedAdapter } from '../project/find-adapter.ts'
import { makeFolder } from '../project/folder.ts'
import { databasePath, type Folder, folderFor, userFolder } from '../project/paths.ts'
import { meantServer, openServer } from './adapter-server.ts'
import type { CommandLine } from './adapter-words.ts'
import type { ServeOptions } from './serve.ts'
import type { Shell } from './shell.ts'
import { seedIn } from './sim-options.ts'
import { count } from './wrong-usage.ts'

/** The server whose tools are to be offered, and where what is learned of it lies. */
export interface ServedServer {
  readonly name: string
  readonly database: string
  readonly downstream: Downstream
  /** Where its adapter is from. */
  readonly from: string
  readonly adapterFor: (catalogue: Catalogue) => Adapter
}

/** The simulator of that name, else the server that the command line means, which is started. */
export async function createServerFor(
  line: CommandLine,
  options: ServeOptions,
  policy: HostPolicy | undefined,
  shell: Shell,
): Promise<ServedServer> {
  const rules =
    line.serverCommand.length === 0 && options.url === undefined ? simNamed(line.name ?? '') : undefined
  const named = options.adapter === undefined ? undefined : namedAdapter(resolve(shell.cwd, options.adapter))
  if (rules !== undefined) {
    const seed = seedIn(options.fixtureSeed)
    const fixtures = Math.min(count('--fixtures', options.fixtures), 1000)
    const adapter = named?.adapter ?? parseAdapter(JSON.stringify(rules.adapter), rules.name)
    return {
      name: rules.name,
      database: await databaseOf(folderFor(machineOf(shell)), options, shell),
      downstream: simDownstream(createSim(rules, { seed, fixtures })),
      from: named?.from ?? 'of the simulator',
      adapterFor: () => adapter,
    }
  }
  const quiet = { ...shell, env: withoutTokens(policy, shell.env) }
  const server = await meantServer(line, options, quiet)
  const kept = named ?? keptAdapter(server.folder, userFolder(machineOf(shell)), server.name)
  const database = await databaseOf(server.folder, options, shell)
  const session = await openServer(server, quiet)
  return {
    name: server.name,
    database,
    downstream: sessionDownstream(session),
    from: kept?.from ?? 'by its tools',
    adapterFor: ({ tools }) => {
      const found = kept ?? fittingAdapter([...tools.values()])
      if (found === undefined) throw new Problem('no-adapter', { server: server.name })
      return found.adapter
    },
  }
}

/** The database that was named, else the one of the folder, which is made where it is not there. */
async function databaseOf(folder: Folder, { db }: ServeOptions, shell: Shell): Promise<string> {
  if (db !== undefined) return resolve(shell.cwd, db)
  await makeFolder(folder)
  return databasePath(folder)
}
