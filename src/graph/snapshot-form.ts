import type { Edge, EdgeFailure, FailureClass, Foreseen, Model, Repeat, ToolModel } from './model.ts'
import type { Range } from './sets.ts'
import { packedBits, unpackedBits } from './together.ts'
import { type Rejected, shapeKey } from './violations.ts'

/** A model as lists of numbers: texts stand in them by their number, sets and maps as lists in their order. */
export function packed(model: Model, idOf: (text: string) => number) {
  const ids = (texts: Iterable<string>) => Array.from(texts, idOf)
  const counts = (map: ReadonlyMap<string, number>) => Array.from(map, ([key, n]) => [idOf(key), n])
  const ranges = (map: ReadonlyMap<string, Range>) => Array.from(map, ([key, range]) => [idOf(key), ...range])
  const values = (map: ReadonlyMap<string, ReadonlySet<string> | null>) =>
    Array.from(map, ([key, set]) => [idOf(key), set && ids(set)])
  const edge = (each: Edge) => [
    ...ids([each.role, each.resourceClass, each.state]),
    each.epoch,
    each.ok,
    each.unchanged,
    Array.from(each.failed, ([key, f]) => [idOf(key), f.count, ids(f.distinct), ids(f.requests)]),
    ids(each.okRequests),
    counts(each.after),
  ]
  const failureClass = (each: FailureClass) => [
    ...ids([each.key, each.code, each.fingerprint]),
    each.count,
    each.epoch,
    ids(each.distinct),
    ids(each.resources),
    ids(each.candidates),
    ids(each.left),
    [each.foreseen.failed, each.foreseen.worked],
    ids(each.named),
    Array.from(each.wanted, ids),
    values(each.valuesSeen),
    ranges(each.range),
  ]
  const rejected = (each: Rejected) => [ids(each.atoms), each.count, each.epoch]
  const tool = (label: string, each: ToolModel) => [
    ...ids([label, each.schema]),
    each.epoch,
    each.ok,
    each.failed,
    counts(each.other),
    [each.changed, each.unchanged, Array.from(each.rejected.values(), rejected)],
    each.revision,
    counts(each.okAtoms),
    each.isFull,
    [each.together.places, each.together.free, each.together.width, packedBits(each.together)],
    each.okCore === undefined ? null : ids(each.okCore),
    Array.from(each.okValue, ([key, value]) => [idOf(key), value === null ? -1 : idOf(value)]),
    ranges(each.okRange),
    values(each.values),
    Array.from(each.changes, ([key, change]) => [idOf(key), change.times, ids(change.from), change.step]),
    Array.from(each.classes.values(), failureClass),
    Array.from(each.edges.values(), edge),
  ]
  const repeat = (digest: string, each: Repeat) => [
    ...ids([digest, each.tool, each.failureClass]),
    each.epoch,
    each.count,
    each.at,
  ]
  return [
    idOf(model.server),
    model.version,
    Array.from(model.tools, ([label, each]) => tool(label, each)),
    Array.from(model.repeats, ([digest, each]) => repeat(digest, each)),
    [model.foreseen.failed, model.foreseen.worked],
  ]
}

/** What `packed` gives: the reader below says what stands where. */
export type Kept = readonly unknown[]

type Ids = readonly number[]
type Pairs = readonly (readonly [number, number])[]
type Rows = readonly Kept[]

/** The model that `packed` was given. Throws where a text is missing or the lists are not as they were written. */
export function modelFrom(kept: Kept, textOf: (id: number) => string): Model {
  const set = (ids: Ids) => new Set(ids.map(textOf))
  const counts = (pairs: Pairs) => new Map(pairs.map(([id, n]) => [textOf(id), n] as const))
  const ranges = (rows: readonly (readonly [number, number, number])[]) =>
    new Map(rows.map(([id, least, greatest]) => [textOf(id), [least, greatest] as const]))
  const values = (rows: readonly (readonly [number, Ids | null])[]) =>
    new Map(rows.map(([id, ids]) => [textOf(id), ids && set(ids)] as const))
  const foreseen = ([failed, worked]: readonly [number, number]): Foreseen => ({ failed, worked })

  const edgeFrom = (row: Kept): Edge => {
    const [role, resourceClass, state, epoch, ok, unchanged, failed, okRequests, after] = row as EdgeRow
    return {
      role: textOf(role),
      resourceClass: textOf(resourceClass),
      state: textOf(state),
      epoch,
      ok,
      unchanged,
      failed: new Map(
        failed.map(([key, count, distinct, requests]): [string, EdgeFailure] => [
          textOf(key),
          { count, distinct: set(distinct), requests: set(requests) },
        ]),
      ),
      okRequests: set(okRequests),
      after: counts(after),
    }
  }
  const classFrom = (row: Kept): FailureClass => {
    const [key, code, fingerprint, count, epoch, distinct, resources, candidates, left, ...rest] =
      row as ClassRow
    const [seen, named, wanted, valuesSeen, range] = rest
    return {
      key: textOf(key),
      code: textOf(code),
      fingerprint: textOf(fingerprint),
      count,
      epoch,
      distinct: set(distinct),
      resources: set(resources),
      candidates: set(candidates),
      left: set(left),
      foreseen: foreseen(seen),
      named: set(named),
      wanted: new Map(wanted.map(([aspect, value]) => [textOf(aspect), textOf(value)])),
      valuesSeen: values(valuesSeen),
      range: ranges(range),
    }
  }
  const rejectedFrom = ([ids, count, epoch]: RejectedRow): [string, Rejected] => {
    const atoms = ids.map(textOf)
    return [shapeKey(atoms), { atoms, count, epoch }]
  }
  const toolFrom = (row: Kept): [string, ToolModel] => {
    const [label, schema, epoch, ok, failed, other, outcomes, revision, okAtoms, isFull, together, ...rest] =
      row as ToolRow
    const [okCore, okValue, okRange, seen, changes, classes, edges] = rest
    const [places, free, width, bits] = together
    const [changed, unchanged, rejected] = outcomes
    const tool: ToolModel = {
      schema: textOf(schema),
      epoch,
      ok,
      changed,
      unchanged,
      failed,
      other: counts(other),
      rejected: new Map(rejected.map(rejectedFrom)),
      revision,
      okAtoms: counts(okAtoms),
      isFull,
      together: { places, free: [...free], width, bits: unpackedBits(bits, width) },
      okCore: okCore === null ? undefined : set(okCore),
      okValue: new Map(okValue.map(([key, value]) => [textOf(key), value < 0 ? null : textOf(value)])),
      okRange: ranges(okRange),
      values: values(seen),
      changes: new Map(
        changes.map(([key, times, from, step]) => [textOf(key), { times, from: set(from), step }]),
      ),
      classes: new Map(classes.map(classFrom).map(each => [each.key, each])),
      edges: new Map(edges.map(edgeFrom).map(each => [`${each.role}\n${each.state}`, each])),
    }
    return [textOf(label), tool]
  }
  const repeatFrom = (row: Kept): [string, Repeat] => {
    const [digest, tool, failureClass, epoch, count, at] = row as RepeatRow
    return [textOf(digest), { tool: textOf(tool), epoch, failureClass: textOf(failureClass), count, at }]
  }

  const [server, version, tools, repeats, seen] = kept as ModelRow
  const model: Model = {
    server: textOf(server),
    version,
    tools: new Map(tools.map(toolFrom)),
    repeats: new Map(repeats.map(repeatFrom)),
    edges: 0,
    foreseen: foreseen(seen),
  }
  for (const { edges } of model.tools.values()) model.edges += edges.size
  return model
}

type RejectedRow = readonly [Ids, number, number]
type EdgeRow = readonly [number, number, number, number, number, number, EdgeFailureRows, Ids, Pairs]
type EdgeFailureRows = readonly (readonly [number, number, Ids, Ids])[]
type ValueRows = readonly (readonly [number, Ids | null])[]
type RangeRows = readonly (readonly [number, number, number])[]
type Seen = readonly [number, number]
type ClassRow = readonly [
  ...[number, number, number, number, number, Ids, Ids, Ids, Ids],
  ...[Seen, Ids, Pairs, ValueRows, RangeRows],
]
type ChangeRows = readonly (readonly [number, number, Ids, number | null])[]
type TogetherRow = readonly [number, Ids, number, string]
type ToolRow = readonly [
  ...[number, number, number, number, number, Pairs],
  ...[readonly [number, number, readonly RejectedRow[]], number, Pairs, boolean, TogetherRow],
  ...[Ids | null, Pairs, RangeRows, ValueRows, ChangeRows, Rows, Rows],
]
type RepeatRow = readonly [number, number, number, number, number, number]
type ModelRow = readonly [number, number, Rows, Rows, Seen]
