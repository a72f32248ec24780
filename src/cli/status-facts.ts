import { matchBundled } from '../adapter/bundled.ts'
import { listedTools } from '../adapter/tool.ts'
import { type Contradiction, contradictionsIn, type Splitter, splittersOf } from '../graph/hidden.ts'
import { emptyModel } from '../graph/model.ts'
import { type OutcomeTally, outcomeTally } from '../graph/tally.ts'
import { machineOf } from '../hosts/machine.ts'
import { parseJson } from '../json.ts'
import { Problem } from '../problem.ts'
import { adapterPath } from '../project/adapters.ts'
import { keptAdapter } from '../project/find-adapter.ts'
import { modesThatHold } from '../project/holding.ts'
import { type Mode, modeOf } from '../project/modes.ts'
import { type Folder, homeProblem, userFolder } from '../project/paths.ts'
import { modelFrom } from '../store/memory.ts'
import type { KnownTool, LoggedEntry, ServerSummary, Store } from '../store/store.ts'
import type { Place } from './database.ts'
import { isoTime } from './print.ts'
import type { Shell } from './shell.ts'

/** What `mcpgraphy status` says, and prints with `--json`. */
export interface Status {
  readonly database: string
  readonly servers: readonly ServerStatus[]
  /** What of the project's files does not count in full, and what to do. */
  readonly remarks: readonly { readonly what: string; readonly now: string }[]
}

export interface ServerStatus {
  readonly server: string
  readonly mode: Mode
  /** Tools that a person let through. */
  readonly approved: readonly string[]
  readonly adapter: AdapterInUse
  readonly calls: number
  readonly failures: number
  readonly warnings: number
  readonly refusals: number
  readonly holds: number
  /** Calls that were neither a plain success nor a failure. */
  readonly outcomes: OutcomeTally
  /** The version of the model: how many pieces of evidence it has learned from. */
  readonly model: number
  readonly problems: number
  /** States from which a tool both worked and failed, and what would tell the calls apart. */
  readonly hidden: readonly HiddenState[]
  readonly lastProblem: { readonly time: string | null; readonly at: number; readonly reason: string } | null
  /** When its log begins, and when it was last written to. */
  readonly first: string | null
  readonly last: string | null
}

/** Something decides that no feature shows; `splitter` is null where nothing that was read would tell either. */
export type HiddenState = Contradiction & { readonly splitter: Splitter | null }

/** The adapter that the proxy takes where its command line names none; one that is `unusable` is told in the remarks. */
export interface AdapterInUse {
  readonly kind: 'project' | 'bundled' | 'none' | 'unusable'
  /** A path, or the name of a bundled one. */
  readonly name: string
}

/** What the database knows of a server. */
export interface Known {
  readonly summary: ServerSummary
  readonly tools: readonly KnownTool[]
  readonly lastProblem: LoggedEntry | undefined
  readonly outcomes: OutcomeTally
  readonly hidden: readonly HiddenState[]
}

export async function readKnown(store: Store): Promise<Known[]> {
  const known: Known[] = []
  for (const summary of await store.servers()) {
    const [lastProblem] = await store.entries(summary.server, { decision: 'problem', tail: 1 })
    const { server } = summary
    const learned = await learnedOf(store, summary).catch(nothingToTell)
    known.push({ summary, tools: await store.tools(server), lastProblem, ...learned })
  }
  return known
}

/** Most contradictions that are told of a server, and most pieces of evidence that are looked through for them. */
const mostHidden = 5
const mostLookedThrough = 20_000

/** Evidence that cannot be read is told by `doctor`; the counts are true all the same. */
function nothingToTell(): Pick<Known, 'outcomes' | 'hidden'> {
  return { outcomes: outcomeTally(emptyModel('')), hidden: [] }
}

async function learnedOf(
  store: Store,
  { server }: ServerSummary,
): Promise<Pick<Known, 'outcomes' | 'hidden'>> {
  const learned = await modelFrom(store, server)
  return { outcomes: outcomeTally(learned.model), hidden: await hiddenOf(store, learned) }
}

async function hiddenOf(
  store: Store,
  { model, upTo }: Awaited<ReturnType<typeof modelFrom>>,
): Promise<HiddenState[]> {
  const { server } = model
  const found = contradictionsIn(model).slice(0, mostHidden)
  if (found.length === 0) return []
  const evidence = await store.evidence(server, Math.max(0, upTo - mostLookedThrough), mostLookedThrough)
  const splitters = splittersOf(
    found,
    evidence.map(each => each.evidence),
  )
  return found.map((each, at) => ({ ...each, splitter: splitters[at] ?? null }))
}

/** Everything about every server that was called, or that `modes.json` names. */
export function statusFacts({ folder, database }: Place, shell: Shell, known: readonly Known[]): Status {
  const machine = machineOf(shell)
  const user = userFolder(machine)
  const { modes, problem } = modesThatHold(folder, user)
  const remarks = [homeProblem(machine), problem].flatMap(each => each ?? [])
  const remark = (problem: Problem) => void remarks.push(problem)
  const named = [...modes.servers.keys()]
  const silent = named.filter(name => !known.some(each => each.summary.server === name))
  const servers = [...known, ...silent.map(nothingOf)].map(each => {
    const server = each.summary.server
    const { mode, approve } = modeOf(modes, server)
    const adapter = adapterOf(folder, user, each, remark)
    return { server, mode, approved: approve, adapter, ...counted(each) }
  })
  return { database, servers, remarks: remarks.map(({ message, now }) => ({ what: message, now })) }
}

function nothingOf(server: string): Known {
  const counts = { calls: 0, evidence: 0, failures: 0, noted: 0, refused: 0, held: 0, problems: 0 }
  return {
    summary: { server, ...counts, first: Number.NaN, last: Number.NaN },
    tools: [],
    lastProblem: undefined,
    ...nothingToTell(),
  }
}

function adapterOf(
  folder: Folder,
  user: Folder,
  { summary, tools }: Known,
  remark: (problem: Problem) => void,
): AdapterInUse {
  try {
    const kept = keptAdapter(folder, user, summary.server)
    if (kept !== undefined) return { kind: 'project', name: kept.from }
    const bundled = matchBundled(listedTools(tools.map(each => parseJson(each.definition) ?? null)))
    return bundled === undefined ? { kind: 'none', name: '' } : { kind: 'bundled', name: bundled.name }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    remark(error)
    return { kind: 'unusable', name: adapterPath(folder, summary.server) }
  }
}

function counted({
  summary,
  lastProblem,
  outcomes,
  hidden,
}: Known): Omit<ServerStatus, 'server' | 'mode' | 'approved' | 'adapter'> {
  return {
    calls: summary.calls,
    failures: summary.failures,
    warnings: summary.noted,
    refusals: summary.refused,
    holds: summary.held,
    outcomes,
    model: summary.evidence,
    problems: summary.problems,
    hidden,
    lastProblem: lastProblem
      ? { time: isoTime(lastProblem.at), at: lastProblem.at, reason: lastProblem.reason }
      : null,
    first: isoTime(summary.first),
    last: isoTime(summary.last),
  }
}
