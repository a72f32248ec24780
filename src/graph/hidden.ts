import { equality, isAside, roleOf } from './atoms.ts'
import type { Evidence, StateKey } from './evidence.ts'
import { contradictionsAt } from './expectation.ts'
import { type Edge, edgeKey, type Model } from './model.ts'

/** A state from which a tool both worked and failed for one request: something that is not seen decides. */
export interface Contradiction {
  readonly tool: string
  readonly role: string
  readonly resourceClass: string
  readonly state: StateKey
  readonly ok: number
  readonly failed: number
  /** The failure, as its class is called. */
  readonly what: string
}

/** What would tell the calls that worked from those that failed. */
export type Splitter =
  /** A field that is read and is no feature of the adapter. */
  | { readonly kind: 'field'; readonly field: string; readonly splits: number; readonly of: number }
  /** What was done to the resource last, which no field shows. */
  | { readonly kind: 'history'; readonly tool: string; readonly splits: number; readonly of: number }

/** The contradictions of a server, those with most calls first. */
export function contradictionsIn(model: Model): Contradiction[] {
  const found: Contradiction[] = []
  for (const [tool, known] of model.tools) {
    for (const { role, resourceClass, state, ok, failed } of known.edges.values()) {
      const [first] = contradictionsAt(known, role, state)
      if (first !== undefined)
        found.push({ tool, role, resourceClass, state, ok, failed: failuresOf(failed), what: first.key })
    }
  }
  return found.sort((a, b) => b.ok + b.failed - a.ok - a.failed || (a.tool < b.tool ? -1 : 1))
}

/**
 * For each contradiction the field, or the last action on the resource, that tells apart most pairs of a call that
 * worked and one that failed; undefined where nothing tells apart at least half of them.
 * @param evidence in its order; what came before the first piece is not known to have been.
 */
export function splittersOf(
  contradictions: readonly Contradiction[],
  evidence: Iterable<Evidence>,
): (Splitter | undefined)[] {
  const tables = contradictions.map(() => new Map<string, Map<string, Counts>>())
  const places = new Map(contradictions.map((each, at) => [placeOf(each.tool, each.role, each.state), at]))
  const last = new Map<string, string>()
  for (const piece of evidence) {
    if (piece.overlapped || piece.outcome.kind === 'unknown') continue
    const isOk = piece.outcome.kind === 'ok'
    for (const { role, resource, before } of piece.roles) {
      const at = before === null ? undefined : places.get(placeOf(piece.tool, role, before))
      const table = at === undefined ? undefined : tables[at]
      if (table !== undefined) note(table, piece, role, last.get(resource), isOk)
    }
    if (isOk) for (const { resource } of piece.roles) last.set(resource, piece.tool)
  }
  return tables.map(bestOf)
}

interface Counts {
  ok: number
  failed: number
}

function placeOf(tool: string, role: string, state: StateKey): string {
  return `${tool}\n${edgeKey(role, state)}`
}

function failuresOf(failed: Edge['failed']): number {
  return [...failed.values()].reduce((sum, { count }) => sum + count, 0)
}

function note(
  table: Map<string, Map<string, Counts>>,
  { atoms }: Evidence,
  role: string,
  last: string | undefined,
  isOk: boolean,
): void {
  for (const atom of atoms) {
    const is = isAside(atom) ? equality(atom) : undefined
    if (is !== undefined && roleOf(is.aspect) === `aside ${role}`) count(table, is.aspect, is.value, isOk)
  }
  if (last !== undefined) count(table, history, last, isOk)
}

const history = ''

function count(table: Map<string, Map<string, Counts>>, what: string, value: string, isOk: boolean): void {
  const values = table.get(what) ?? new Map<string, Counts>()
  table.set(what, values)
  const counts = values.get(value) ?? { ok: 0, failed: 0 }
  values.set(value, counts)
  counts[isOk ? 'ok' : 'failed']++
}

function bestOf(table: ReadonlyMap<string, ReadonlyMap<string, Counts>>): Splitter | undefined {
  const splits = [...table].map(([what, values]) => ({ what, values, ...pairsApart(values) }))
  const [best] = splits
    .filter(({ apart, all }) => all > 0 && apart * 2 >= all)
    .sort(
      (a, b) =>
        b.apart / b.all - a.apart / a.all || a.values.size - b.values.size || (a.what < b.what ? 1 : -1),
    )
  if (best === undefined) return undefined
  const { what, apart, all: of } = best
  if (what !== history) return { kind: 'field', field: what.slice(what.indexOf('.') + 1), splits: apart, of }
  const [most] = [...best.values].sort(([, a], [, b]) => b.failed - b.ok - (a.failed - a.ok))
  return { kind: 'history', tool: most?.[0] ?? '', splits: apart, of }
}

/** Pairs of a call that worked and one that failed, and how many of them have different values. */
function pairsApart(values: ReadonlyMap<string, Counts>): { apart: number; all: number } {
  let [ok, failed, same] = [0, 0, 0]
  for (const each of values.values()) {
    ok += each.ok
    failed += each.failed
    same += each.ok * each.failed
  }
  return { apart: ok * failed - same, all: ok * failed }
}
