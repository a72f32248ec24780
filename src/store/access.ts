import type { Database } from './engine.ts'
import { problemOf } from './faults.ts'
import { patiently } from './patience.ts'
import { inTransaction } from './transaction.ts'

/** How the methods of a store reach its database: patiently, in order, and with failures in words. */
export interface Access {
  reading<T>(work: () => T): Promise<T>
  /** All of the work or none, one after the other in the order in which they were asked for. */
  writing<T>(work: () => T): Promise<T>
  close(): Promise<void>
}

/** `undone` is called when a transaction was undone: what it learned of the database no longer holds. */
export function accessOf(database: Database, path: string, busyTimeout: number, undone: () => void): Access {
  let turn: Promise<unknown> = Promise.resolve()

  async function reading<T>(work: () => T): Promise<T> {
    try {
      return await patiently(work, busyTimeout)
    } catch (error) {
      throw problemOf(error, path)
    }
  }

  return {
    reading,
    writing(work) {
      const mine = turn.then(() => reading(() => inTransaction(database, work, undone)))
      turn = mine.catch(() => {})
      return mine
    },
    async close() {
      await turn
      database.close()
    },
  }
}
