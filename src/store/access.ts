import type { Database } from './engine.ts'
import { isBusy, problemOf } from './faults.ts'
import { patiently } from './patience.ts'
import { transactions } from './transaction.ts'

/** How the methods of a store reach its database: patiently, in order, and with failures in words. */
export interface Access {
  reading<T>(work: () => T): Promise<T>
  /**
   * All of the work or none, in the order in which it was asked for. What was asked for at one time is written at one
   * time, which costs little more than the writing of one; what fails then is tried alone, so that it fails alone.
   */
  writing<T>(work: () => T): Promise<T>
  close(): Promise<void>
}

/** Work that waits to be written, and who waits for it. */
interface Waiting {
  readonly work: () => unknown
  readonly done: (result: unknown) => void
  readonly failed: (error: unknown) => void
}

/** `undone` is called when a transaction was undone: what it learned of the database no longer holds. */
export function accessOf(database: Database, path: string, busyTimeout: number, undone: () => void): Access {
  const inTransaction = transactions(database)
  const waiting: Waiting[] = []
  let written: Promise<void> | undefined

  async function write(together: readonly Waiting[]): Promise<void> {
    try {
      const all = () => together.map(({ work }) => work())
      const results = await patiently(() => inTransaction(all, undone), busyTimeout)
      for (const [index, { done }] of together.entries()) done(results[index])
    } catch (error) {
      if (together.length === 1 || isBusy(error))
        for (const { failed } of together) failed(problemOf(error, path))
      else for (const one of together) await write([one])
    }
  }

  async function writeAll(): Promise<void> {
    await soon()
    while (waiting.length > 0) await write(waiting.splice(0, mostAtOnce))
    written = undefined
  }

  return {
    async reading(work) {
      try {
        return await patiently(work, busyTimeout)
      } catch (error) {
        throw problemOf(error, path)
      }
    },
    writing: <T>(work: () => T) =>
      new Promise<T>((done, failed) => {
        waiting.push({ work, done: result => done(result as T), failed })
        written ??= writeAll()
      }),
    async close() {
      await written
      database.close()
    },
  }
}

/** Few enough that the relay is not held up: a millisecond. */
const mostAtOnce = 64

/** When all that came in at this time has been looked at. */
function soon(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
