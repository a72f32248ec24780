import type { Database } from './engine.ts'

/** Tells, each time it is asked, whether another connection has written since it was last asked. */
export function changesOf(database: Database): () => boolean {
  const pragma = database.prepare<{ data_version: number }>('PRAGMA data_version')
  let seen = pragma.get()?.data_version
  return () => {
    const before = seen
    seen = pragma.get()?.data_version
    return seen !== before
  }
}
