import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { Adapter } from './adapter/adapter.ts'
import type { ListedTool } from './adapter/tool.ts'
import type { Crossing } from './gate/overlap.ts'
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
  /** Why it must not be opened, if so. */
  readonly unusable?: unknown
  /** The adapter that was named or that the project keeps, and one that fits the tools a server lists. */
  adapter(): Promise<Found | undefined>
  adapterFor(tools: readonly ListedTool[]): Promise<Found | undefined>
  readonly refreshEvery: number
}

/** Everything that a proxy needs: the server, what speaks to the host, and the ground, when it is there. */
export type ProxyOptions = Behind &
  Omit<RelaySurroundings, 'intercept' | 'needed'> & { readonly ground: () => Promise<Ground> }

/** A proxy that runs. `close` keeps what was learned; to be called once the server has ended. */
export interface Proxy extends Pick<Relay, 'ended'> {
  close(): Promise<void>
}

/**
 * Starts the server with the relay before it, and joins adapter, graph and store to the gate after. Whatever of
 * these cannot be had is said on standard error, and the calls go through without it.
 */
export function startProxy({ ground, ...options }: ProxyOptions): Proxy {
  let needed = () => {}
  const whenNeeded = new Promise<void>(resolve => {
    needed = resolve
  })
  setTimeout(needed, slowStart).unref()
  const gates = openGates(() => whenNeeded.then(ground), options.errors)
  const { ended } = startRelay({ ...options, intercept: gates.next(), needed })
  return {
    ended,
    close() {
      needed()
      return gates.close()
    },
  }
}

/**
 * A server that has said nothing for so many milliseconds takes its time, and the rest of us loads meanwhile. One that
 * is quicker would share its processor with us just while it starts, and the host would wait for both.
 */
const slowStart = 300

type Answers = NonNullable<GateParts['answers']>

/** Gates that stand on one ground and share one memory. */
export interface Gates {
  /**
   * One more gate, with its own view of the server's tools. One that answers many hosts keeps nothing back because
   * it was said before. Never rejects; undefined where there can be none, which was told.
   */
  next(answers?: Answers): Promise<Intercept | undefined>
  /** Keeps what was learned. */
  close(): Promise<void>
}

/** Prepares the gates of one process: the memory is opened once, whatever fails is told once. */
export function openGates(ground: () => Promise<Ground>, errors: Writable): Gates {
  let isOver = false
  const once = sayOnce(errors)
  // what cannot be had any more once the server has ended is no news
  const say = (line: string) => (isOver ? undefined : once(line))
  const tell = (problem: unknown) =>
    say(problem instanceof Problem ? `${problem.message} ${problem.now}` : reasonOf(problem))
  const opened = within(patience, ground()).then(async ready => {
    const [memory, { createCrossing }] = await Promise.all([
      orTell(remember(ready), tell),
      import('./gate/overlap.ts'),
      import('./gate/gate.ts'), // meanwhile, for the first gate
    ])
    return { ground: ready, memory, crossing: createCrossing(), tell, say }
  })
  return {
    next: async (answers = 'one host') =>
      orTell(
        opened.then(basis => openGate(basis, answers)),
        tell,
      ),
    close: () => {
      isOver = true
      return within(
        patience,
        opened.then(({ memory }) => memory?.close()),
      ).catch(tell)
    },
  }
}

/** What all gates of a process share: what they know, and who is under way on which resource. */
interface Basis extends Pick<GateParts, 'memory' | 'tell'> {
  readonly ground: Ground
  readonly crossing: Crossing
  readonly say: (line: string) => void
}

async function openGate(basis: Basis, answers: Answers): Promise<Intercept> {
  const { ground, memory, crossing, tell, say } = basis
  const [{ createGate }, { createCatalogue }, named] = await Promise.all([
    import('./gate/gate.ts'),
    import('./gate/catalogue.ts'),
    orTell(ground.adapter(), tell),
  ])
  const catalogue = createCatalogue((memory && (await orTell(memory.tools(), tell))) ?? [])
  const eyes = await createEyes(ground, catalogue, tell, named)
  const announce = () => say(`${ground.server}: ${inWords(ground, eyes.from(), memory !== undefined)}`)
  if (catalogue.tools.size > 0) await eyes.fit()
  announce()
  return createGate({
    server: ground.server,
    session: randomUUID(),
    policy: ground.policy,
    catalogue,
    known: eyes.known,
    memory,
    crossing,
    answers,
    now: Date.now,
    async listed() {
      const before = eyes.from()
      await eyes.fit()
      if (eyes.from() !== before) announce()
      await memory?.saveTools(catalogue.records())
    },
    tell,
  })
}

async function remember({ server, database, unusable, refreshEvery }: Ground) {
  if (unusable !== undefined) throw unusable
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
  // Until the server has listed its tools nothing is read; what the adapter gates is gated from the start.
  let known = named && knownFrom({ ...named.adapter, resources: [] })
  let blind = ''

  function knownFrom(adapter: Adapter): Known {
    return { adapter, observer: createObserver(catalogue, Date.now) }
  }

  return {
    known: () => known,
    from: () => found && `${found.from}${blind}`,
    /** Judges the adapter by the tools that the server lists; finds one that ships with us where none was named. */
    async fit() {
      const tools = [...catalogue.tools.values()]
      found ??= await ground.adapterFor(tools)
      if (found === undefined) return
      const { adapter, problems } = usable(found.adapter, tools)
      for (const problem of problems) tell(new Problem('adapter-unfit', { adapter: found.from, ...problem }))
      const isBlind = adapter.resources.length === 0 && found.adapter.resources.length > 0
      blind = isBlind ? ' (none of its resources can be read here)' : ''
      known = knownFrom(adapter)
    },
  }
}

/** The one line at the start: mode, adapter, database. */
function inWords({ policy, database }: Ground, adapter: string | undefined, remembers: boolean): string {
  const eyes = adapter ?? 'looked for when the server lists its tools'
  return `mode ${policy.mode()}, adapter ${eyes}, database ${remembers ? database : 'none: calls go through, nothing is learned'}`
}

/** How long anything of ours may take to begin or to end, in milliseconds: a disk that is not there may never answer. */
const patience = 8000

function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Problem('ground-silent', { seconds: ms / 1000 })), ms).unref()
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
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

/** Says each thing once: a database that is gone would else fill the host's log with every call. */
function sayOnce(errors: Writable): (line: string) => void {
  const said = new Set<string>()
  return line => {
    if (said.has(line)) return
    said.add(line)
    errors.write(`mcpgraphy: ${line}\n`)
  }
}
