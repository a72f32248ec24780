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
  const opened = await modelFrom(store, server)
  const { model } = opened
  let { upTo } = opened
  let kept = upTo
  let waiting = 0

  const catchUp = async () => {
    upTo = await learnAfter(store, model, upTo)
    waiting = 0
  }
  const keepSnapshot = async () => {
    if (kept === upTo) return
    kept = upTo
    await store.saveSnapshot(server, { upTo, format: snapshotFormat, text: snapshotOf(model) })
  }
  const entryOf = (record: Record): LogEntry => ({ server, session, ...record })

  return {
    model: () =>
      inTurn(async () => {
        if (refreshEvery === 1 && (await store.changed())) await catchUp()
        return model
      }),
    keep: (evidence, record) =>
      inTurn(async () => {
        const seq = await store.append(evidence, entryOf(record))
        waiting++
        if (refreshEvery > 1 ? waiting >= refreshEvery : await store.changed()) await catchUp()
        else if (refreshEvery === 1) {
          learn(model, evidence)
          upTo = seq
        }
        if (model.version % piecesASnapshot === 0) await keepSnapshot()
      }),
    note: record => store.record(entryOf(record)),
    tools: () => store.tools(server),
    saveTools: tools => store.saveTools(server, tools),
    async counts() {
      const summary = (await store.servers()).find(each => each.server === server)
      return { calls: 0, failures: 0, noted: 0, refused: 0, held: 0, ...summary }
    },
    close: () =>
      inTurn(async () => {
        await keepSnapshot().finally(() => store.close())
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

/** The model of a server as a database tells it: its snapshot, and the evidence after it. */
export async function modelFrom(store: Store, server: string): Promise<{ model: Model; upTo: number }> {
  const snapshot = await store.snapshot(server)
  const known = snapshot?.format === snapshotFormat ? restored(snapshot.text) : undefined
  const model = known ?? emptyModel(server)
  return { model, upTo: await learnAfter(store, model, known === undefined ? 0 : (snapshot?.upTo ?? 0)) }
}

/** Learns all evidence after a number, in order; gives the number of the last. */
async function learnAfter(store: Store, model: Model, after: number): Promise<number> {
  let last = after
  for (;;) {
    const pieces = await store.evidence(model.server, last, page)
    for (const { seq, evidence } of pieces) {
      learn(model, evidence)
      last = seq
    }
    if (pieces.length < page) return last
  }
}
