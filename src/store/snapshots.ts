import type { Database } from './engine.ts'
import type { Snapshot } from './store.ts'
import { restored, stored, type Terms } from './terms.ts'

/** The newest snapshot of each server's model. */
export interface Snapshots {
  /** Keeps it unless what is there, in the same form, reaches further: within a transaction. */
  save(server: string, snapshot: Snapshot): void
  of(server: string): Snapshot | undefined
}

export function snapshotsOf(database: Database, terms: Terms): Snapshots {
  const save = database.prepare(`
    INSERT INTO snapshot (server, up_to, format, text) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET up_to = excluded.up_to, format = excluded.format, text = excluded.text
      WHERE excluded.format <> format OR excluded.up_to >= up_to`)
  const select = database.prepare<{ upTo: number; format: number; text: string | Uint8Array }>(
    'SELECT up_to AS upTo, format, text FROM snapshot WHERE server = ?',
  )
  return {
    save(server, { upTo, format, text }) {
      save.run(terms.idOf(server), upTo, format, stored(text))
    },
    of(server) {
      const row = select.get(terms.find(server) ?? 0)
      return row && { upTo: row.upTo, format: row.format, text: restored(row.text) }
    },
  }
}
