import type { Database } from './engine.ts'
import type { KnownSketch } from './store.ts'
import { restored, stored, type Terms } from './terms.ts'

/** What calls looked like, a few of each tool. */
export interface Sketches {
  /** Keeps one where there is room: within a transaction. False where there is no room for another like it. */
  add(server: string, sketch: KnownSketch): boolean
  of(server: string): KnownSketch[]
}

/** Kept of each tool, of calls that went well and of those that failed; and of so many tools of one server. */
const most = { going: 4, failed: 3, all: 600 }

interface Row {
  readonly tool: number
  readonly failed: number
  readonly text: string | Uint8Array
}

export function sketchesOf(database: Database, terms: Terms): Sketches {
  const count = database.prepare<{ count: number }>('SELECT count(*) AS count FROM sketch WHERE server = ?')
  const countLike = database.prepare<{ count: number }>(
    'SELECT count(*) AS count FROM sketch WHERE server = ? AND tool = ? AND failed = ?',
  )
  const insert = database.prepare(
    'INSERT INTO sketch (server, tool, failed, place, text) VALUES (?, ?, ?, ?, ?)',
  )
  const select = database.prepare<Row>(
    'SELECT tool, failed, text FROM sketch WHERE server = ? ORDER BY tool, failed, place',
  )
  const has = database.prepare<{ count: number }>(
    'SELECT count(*) AS count FROM sketch WHERE server = ? AND tool = ? AND text = ?',
  )
  return {
    add(server, { tool, failed, text }) {
      const [of, name, kept] = [terms.idOf(server), terms.idOf(tool), stored(text)]
      const place = countLike.get(of, name, Number(failed))?.count ?? 0
      const room = failed ? most.failed : most.going
      if (place >= room || (count.get(of)?.count ?? 0) >= most.all) return false
      if ((has.get(of, name, kept)?.count ?? 0) > 0) return true
      insert.run(of, name, Number(failed), place, kept)
      return place + 1 < room
    },
    of: server =>
      select.all(terms.find(server) ?? 0).map(({ tool, failed, text }) => ({
        tool: terms.textOf(tool),
        failed: failed !== 0,
        text: restored(text),
      })),
  }
}
