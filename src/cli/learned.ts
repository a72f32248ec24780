import type { Adapter } from '../adapter/adapter.ts'
import type { EffectClass } from '../advice/call.ts'
import type { Candidate } from '../advice/offers.ts'
import { type Catalogue, candidatesFor, createCatalogue, standingOf } from '../gate/catalogue.ts'
import type { Policy } from '../gate/policy.ts'
import type { Model } from '../graph/model.ts'
import { machineOf } from '../hosts/machine.ts'
import { simAdapter } from '../lab/sims/fitting.ts'
import { Problem } from '../problem.ts'
import { fittingAdapter, keptAdapter } from '../project/find-adapter.ts'
import { modeReader } from '../project/mode-reader.ts'
import { userFolder } from '../project/paths.ts'
import { modelFrom } from '../store/memory.ts'
import type { Store } from '../store/store.ts'
import { looking, type Place, placeFor } from './database.ts'
import { printable } from './print.ts'
import { knownServer } from './server.ts'
import type { Shell } from './shell.ts'

/** What was learned of one server, ready to be asked: no server is started for it. */
export interface Learned {
  readonly server: string
  readonly model: Model
  readonly store: Store
  /** undefined where no adapter is at hand: then no resource is known. */
  readonly adapter: Adapter | undefined
  candidates(resourceClass: string): Candidate[]
  /** What the tool of an edge does; see Evidence.tool. */
  effectOf(label: string): EffectClass
}

export interface LearnedOptions {
  readonly server?: string
  readonly db?: string
}

/**
 * Looks at what was learned of the server that the options name, or of the only one that there is.
 * Throws `nothing-learned`, `server-unseen` or `usage`.
 */
export async function withLearned<T>(
  shell: Shell,
  options: LearnedOptions,
  look: (learned: Learned) => Promise<T>,
): Promise<T> {
  const place = placeFor(shell, options.db)
  const found = await looking(
    place,
    async store => ({ value: await look(await learnedFrom(shell, place, store, options.server)) }),
    undefined,
  )
  if (found === undefined) throw new Problem('nothing-learned', { database: place.database })
  return found.value
}

async function learnedFrom(
  shell: Shell,
  place: Place,
  store: Store,
  named: string | undefined,
): Promise<Learned> {
  const server = (await knownServer(store, named)) ?? (await onlyServer(store, place))
  const catalogue = createCatalogue(await store.tools(server))
  const policy = policyOf(shell, place, server)
  const { model } = await modelFrom(store, server)
  const adapter = adapterFor(shell, place, server, catalogue)
  return {
    server,
    model,
    store,
    adapter,
    effectOf: label => effectOfLabel(adapter, catalogue, policy, label),
    candidates: each => (adapter === undefined ? [] : candidatesFor(adapter, catalogue, policy, model, each)),
  }
}

/** `git_branch mode=delete` is the tool git_branch, called with that mode. */
function effectOfLabel(
  adapter: Adapter | undefined,
  catalogue: Catalogue,
  policy: Pick<Policy, 'isApproved'>,
  label: string,
): EffectClass {
  const [, tool = label, param, value] = /^(\S+) ([^=\s]+)=(.*)$/s.exec(label) ?? []
  const args = param === undefined || value === undefined ? {} : { [param]: value }
  return standingOf(adapter ?? null, catalogue, policy, tool, args).effect
}

async function onlyServer(store: Store, { database }: Place): Promise<string> {
  const names = (await store.servers()).map(each => each.server)
  const [only] = names
  if (only === undefined) throw new Problem('nothing-learned', { database })
  if (names.length === 1) return only
  const known = names.map(each => printable(each)).join(', ')
  throw new Problem('usage', {
    what: `There are several servers: ${known}`,
    now: 'Name one of them: --server NAME',
  })
}

function policyOf(shell: Shell, { folder }: Place, server: string): Pick<Policy, 'isApproved'> {
  const { approve } = modeReader(folder, userFolder(machineOf(shell)), ({ message, now }) =>
    shell.stderr.write(`${message} ${now}\n`),
  ).of(server)
  return { isApproved: tool => approve.includes(tool) }
}

/** The adapter that the proxy would take. One that cannot be used is said to be so, and the command goes on. */
function adapterFor(
  shell: Shell,
  { folder }: Place,
  server: string,
  catalogue: Catalogue,
): Adapter | undefined {
  try {
    const kept = keptAdapter(folder, userFolder(machineOf(shell)), server)
    const tools = [...catalogue.tools.values()]
    return (kept ?? fittingAdapter(tools) ?? simAdapter(tools))?.adapter
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    shell.stderr.write(`${error.message} ${error.now}\n`)
    return undefined
  }
}
