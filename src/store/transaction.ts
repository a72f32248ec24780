import type { Database } from './engine.ts'

/**
 * What does all of some work or none of it, with the right to write from the beginning on. Calls `undone` where work
 * was begun and then undone.
 */
export function transactions(database: Database): <T>(work: () => T, undone?: () => void) => T {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  return (work, undone = () => {}) => {
    begin.run()
    try {
      const result = work()
      commit.run()
      return result
    } catch (error) {
      rollBack(database)
      undone()
      throw error
    }
  }
}

/** Reads everything as it is at one moment, whatever other processes write meanwhile. */
export function atOneMoment<T>(database: Database, read: () => T): T {
  database.exec('BEGIN')
  try {
    return read()
  } finally {
    rollBack(database)
  }
}

/** After some failures (a full disk) SQLite has rolled back by itself, and says so. */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK')
  } catch {}
}
