import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { ListedTool } from './adapter/tool.ts'
import type { GateParts, Known } from './gate/parts.ts'
import type { Policy } from './gate/policy.ts'
import { Problem, reasonOf } from './problem.ts'
import type { Found } from './project/find-adapter.ts'
import type { Intercept } from './relay/intercept.ts'
import { type Behind, type Relay, type RelaySurroundings, startRelay } from './relay/relay.ts'

/** What a proxy stands on, made after the server was started: a host waits for the server, not for us. */
export interface Ground {
  readonly server: string
  readonly policy: Policy
  /** File of the database. */
  readonly database: string
  /** The adapter that was named or that the project keeps, and one that fits the tools a server lists. */
  adapter(): Promise<Found | undefined>
  adapterFor(tools: readonly ListedTool[]): Promise<Found | undefined>
  readonly refreshEvery: number
}

/** Everything that a proxy needs: the server, what speaks to the host, and the ground, when it is there. */
export type ProxyOptions = Behind &
  Omit<RelaySurroundings, 'intercept'> & { readonly ground: () => Promise<Ground> }

/** A proxy that runs. `close` keeps what was learned; to be called once the server has ended. */
export interface Proxy extends Pick<Relay, 'ended'> {
  close(): Promise<void>
}

/**
 * Starts the server with the relay before it, and joins adapter, graph and store to the gate meanwhile. Whatever of
 * these cannot be had is said on standard error, and the calls go through without it.
 */
export function startProxy({ ground, ...options }: ProxyOptions): Proxy {
  const tell = teller(options.errors)
  const opened = ground().then(ready => openGate(ready, tell, options.errors))
  const intercept = opened.then(
    gate => gate.intercept,
    problem => void tell(problem),
  )
  const { ended } = startRelay({ ...options, intercept })
  return { ended, close: () => opened.then(gate => gate.close()).catch(tell) }
}

interface OpenGate {
  readonly intercept: Intercept
  close(): Promise<void>
}

async function openGate(
  ground: Ground,
  tell: (problem: unknown) => void,
  errors: Writable,
): Promise<OpenGate> {
  const [{ createGate }, { createCatalogue }, memory, named] = await Promise.all([
    import('./gate/gate.ts'),
    import('./gate/catalogue.ts'),
    orTell(remember(ground), tell),
    orTell(ground.adapter(), tell),
  ])
  const catalogue = createCatalogue((memory && (await orTell(memory.tools(), tell))) ?? [])
  const eyes = await createEyes(ground, catalogue, tell, named)
  const announce = () =>
    errors.write(`mcpgraphy: ${ground.server}: ${inWords(ground, eyes.from(), memory !== undefined)}\n`)
  if (catalogue.tools.size > 0) await eyes.fit()
  announce()
  const parts: GateParts = {
    server: ground.server,
    session: randomUUID(),
    policy: ground.policy,
    catalogue,
    known: eyes.known,
    memory,
    now: Date.now,
    async listed() {
      const before = eyes.from()
      await eyes.fit()
      if (eyes.from() !== before) announce()
      await memory?.saveTools(catalogue.records())
    },
    tell,
  }
  return { intercept: createGate(parts), close: async () => memory?.close() }
}

async function remember({ server, database, refreshEvery }: Ground) {
  const [{ openStore }, { openMemory }] = await Promise.all([
    import('./store/open.ts'),
    import('./store/memory.ts'),
  ])
  return openMemory(await openStore(database), { server, session: randomUUID(), refreshEvery })
}

/** The adapter as far as the server's tools bear it out. */
async function createEyes(
  ground: Ground,
  catalogue: GateParts['catalogue'],
  tell: (problem: unknown) => void,
  named: Found | undefined,
) {
  const [{ createObserver }, { usable }] = await Promise.all([
    import('./gate/observe.ts'),
    import('./adapter/usable.ts'),
  ])
  let found = named
  let known: Known | undefined
  return {
    known: () => known,
    from: () => (known === undefined ? undefined : found?.from),
    /** Judges the adapter by the tools that the server lists; finds one that ships with us where none was named. */
    async fit() {
      const tools = [...catalogue.tools.values()]
      found ??= await ground.adapterFor(tools)
      if (found === undefined) return
      const { adapter, problems } = usable(found.adapter, tools)
      for (const problem of problems) tell(new Problem('adapter-unfit', { adapter: found.from, ...problem }))
      known =
        adapter.resources.length === 0
          ? undefined
          : { adapter, observer: createObserver(adapter, catalogue, Date.now) }
    },
  }
}

/** The one line at the start: mode, adapter, database. */
function inWords({ policy, database }: Ground, adapter: string | undefined, remembers: boolean): string {
  const eyes = adapter ?? 'none yet (one that fits is looked for when the server lists its tools)'
  return `mode ${policy.mode()}, adapter ${eyes}, database ${remembers ? database : 'none: calls go through, nothing is learned'}`
}

/** What a promise gives, or undefined where it fails, which is told. */
function orTell<Value>(
  promise: Promise<Value>,
  tell: (problem: unknown) => void,
): Promise<Value | undefined> {
  return promise.catch(problem => {
    tell(problem)
    return undefined
  })
}

/** Says each problem once: a database that is gone would else fill the host's log with every call. */
function teller(errors: Writable): (problem: unknown) => void {
  const told = new Set<string>()
  return problem => {
    const what = problem instanceof Problem ? `${problem.message} ${problem.now}` : reasonOf(problem)
    if (told.has(what)) return
    told.add(what)
    errors.write(`mcpgraphy: ${what}\n`)
  }
}
