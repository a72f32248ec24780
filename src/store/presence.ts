import { statSync } from 'node:fs'
import { Problem } from '../problem.ts'

/**
 * Checks, each time it is called, that a path still leads to the file that was opened: SQLite goes on writing to one that
 * was removed or replaced, and nobody would ever see it again. That it was there a moment ago is enough. Throws
 * `database-gone`.
 */
export function presenceOf(path: string): () => void {
  const opened = fileAt(path)
  let seenAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - seenAt < moment) return
    if (fileAt(path) !== opened) throw new Problem('database-gone', { file: path })
    seenAt = now
  }
}

/** In milliseconds. */
const moment = 20

/** Which file stands there, undefined for none (`:memory:` is none). */
function fileAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && `${stat.dev}-${stat.ino}`
}
