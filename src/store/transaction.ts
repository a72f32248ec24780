import type { Database } from './engine.ts'

/**
 * Does all of some work or none of it, with the right to write from the beginning on. Calls `undone` where work
 * was begun and then undone.
 */
export function inTransaction<T>(database: Database, work: () => T, undone: () => void = () => {}): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(database)
    undone()
    throw error
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
