import type { RoleEvidence } from '../graph/evidence.ts'
import type { Database } from './engine.ts'
import type { KnownResource } from './store.ts'
import type { Terms } from './terms.ts'

/** The last known state of each resource. */
export interface Resources {
  /** Notes what a call left behind. */
  save(server: string, roles: readonly RoleEvidence[], at: number, seq: number): void
  find(server: string, ref: string): KnownResource | undefined
  recent(server: string, limit: number): KnownResource[]
}

interface Row {
  readonly ref: number
  readonly class: number
  readonly state: number | null
  readonly at: number
}

export function resourcesOf(database: Database, terms: Terms): Resources {
  const save = database.prepare(
    'INSERT OR REPLACE INTO resource (server, ref, class, state, at, seq) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const one = database.prepare<Row>('SELECT * FROM resource WHERE server = ? AND ref = ?')
  const many = database.prepare<Row>('SELECT * FROM resource WHERE server = ? ORDER BY seq DESC, ref LIMIT ?')
  return {
    save(server, roles, at, seq) {
      for (const { resource, resourceClass, after } of roles) {
        // What could not be read after the call is unknown now, whatever it was before.
        const state = after === null ? null : terms.idOf(after)
        save.run(terms.idOf(server), terms.idOf(resource), terms.idOf(resourceClass), state, at, seq)
      }
    },
    find(server, ref) {
      const row = one.get(terms.find(server) ?? 0, terms.find(ref) ?? 0)
      return row && resourceOf(row, terms)
    },
    recent: (server, limit) => many.all(terms.find(server) ?? 0, limit).map(row => resourceOf(row, terms)),
  }
}

function resourceOf(row: Row, terms: Terms): KnownResource {
  const state = row.state === null ? null : terms.textOf(row.state)
  return { ref: terms.textOf(row.ref), resourceClass: terms.textOf(row.class), state, at: row.at }
}
