import type { Memory, Record } from '../gate/memory.ts'
import { learn } from '../graph/learn.ts'
import { emptyModel, type Model } from '../graph/model.ts'
import { restored, snapshotFormat, snapshotOf } from '../graph/snapshot.ts'
import type { LogEntry, Store } from './store.ts'

export interface MemoryOptions {
  readonly server: string
  readonly session: string
  /** The model that calls are judged by is renewed after so many calls; 1 is at once. */
  readonly refreshEvery?: number
}

/** Pieces of evidence read at once, and learned before a snapshot is kept. */
const page = 2000
const piecesASnapshot = 1000

/**
 * The memory of a gate on a store: its model is opened from the snapshot and the evidence after it, grows with each
 * call, and takes in what other proxies on the same database learned. Evidence is learned in the order of its numbers,
 * each piece once, however many calls are under way.
 */
export async function openMemory(
  store: Store,
  options: MemoryOptions,
): Promise<Memory & { close(): Promise<void> }> {
  const { server, session, refreshEvery = 1 } = options
  const inTurn = createTurns()
  const known = await modelFrom(store, server)
  let kept = known.model.version
  let waiting = 0
  /** The number after which ours comes next, where nobody else has written. */
  let newest = known.upTo
  /** Others have written since we last read: remembered until it was read, should reading fail. */
  let behind = false

  const isBehind = async () => {
    const before = behind
    behind = true
    behind = (await store.changed()) || before
    return behind
  }
  const catchUp = async () => {
    behind = true
    await learnMore(store, known)
    behind = false
    waiting = 0
  }
  const keepSnapshot = async (least: number) => {
    const { model, upTo } = known
    if (model.version - kept < least) return
    kept = model.version
    await store.saveSnapshot(server, { upTo, format: snapshotFormat, text: snapshotOf(model) })
  }
  const entryOf = (record: Record): LogEntry => ({ server, session, ...record })

  return {
    model: () =>
      inTurn(async () => {
        if (refreshEvery === 1 && (await isBehind())) await catchUp()
        return known.model
      }),
    async keep(evidence, record) {
      const seq = await store.append(evidence, entryOf(record))
      await inTurn(async () => {
        waiting++
        const isNext = seq === newest + 1 && !behind
        if (refreshEvery > 1 ? waiting >= refreshEvery : !isNext && (await isBehind())) await catchUp()
        else if (refreshEvery === 1 && seq > known.upTo) {
          learn(known.model, evidence)
          known.upTo = seq
        }
        newest = Math.max(newest, seq)
        await keepSnapshot(piecesASnapshot)
      })
    },
    note: record => store.record(entryOf(record)),
    tools: () => store.tools(server),
    saveTools: tools => store.saveTools(server, tools),
    sketch: (tool, failed, text) => store.addSketch(server, { tool, failed, text }),
    async counts() {
      const summary = (await store.servers()).find(each => each.server === server)
      return { calls: 0, failures: 0, noted: 0, refused: 0, held: 0, ...summary }
    },
    close: () =>
      inTurn(async () => {
        await keepSnapshot(1).finally(() => store.close())
      }),
  }
}

/** One thing after another: the next begins when the one before has ended, well or not. */
function createTurns(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const turn = last.then(task, task)
    last = turn
    return turn
  }
}

/** A model, and the number of the last piece of evidence that it has learned. */
interface Known {
  readonly model: Model
  upTo: number
}

/** The model of a server as a database tells it: its snapshot, and the evidence after it. */
export async function modelFrom(store: Store, server: string): Promise<Known> {
  const snapshot = await store.snapshot(server)
  const model = snapshot?.format === snapshotFormat ? restored(snapshot.text) : undefined
  const known =
    snapshot === undefined || model === undefined
      ? { model: emptyModel(server), upTo: 0 }
      : { model, upTo: snapshot.upTo }
  await learnMore(store, known)
  return known
}

/** Learns the evidence that came since, in order. Where reading fails in between, what was learned stays learned. */
async function learnMore(store: Store, known: Known): Promise<void> {
  for (;;) {
    const pieces = await store.evidence(known.model.server, known.upTo, page)
    for (const { seq, evidence } of pieces) {
      learn(known.model, evidence)
      known.upTo = seq
    }
    if (pieces.length < page) return
  }
}
