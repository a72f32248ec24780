import type { Database } from './engine.ts'
import type { KnownTool } from './store.ts'
import { restored, stored, type Terms } from './terms.ts'

/** The list of tools that each server last gave. */
export interface Tools {
  /** Replaces the list: within a transaction. */
  save(server: string, tools: readonly KnownTool[]): void
  of(server: string): KnownTool[]
}

interface Row {
  readonly name: number
  readonly schema: number
  readonly definition: string | Uint8Array
}

export function toolsOf(database: Database, terms: Terms): Tools {
  const remove = database.prepare('DELETE FROM tool WHERE server = ?')
  const insert = database.prepare(
    'INSERT INTO tool (server, place, name, schema, definition) VALUES (?, ?, ?, ?, ?)',
  )
  const select = database.prepare<Row>(
    'SELECT name, schema, definition FROM tool WHERE server = ? ORDER BY place',
  )
  return {
    save(server, tools) {
      const id = terms.idOf(server)
      remove.run(id)
      for (const [place, { name, schema, definition }] of tools.entries()) {
        insert.run(id, place, terms.idOf(name), terms.idOf(schema), stored(definition))
      }
    },
    of: server =>
      select.all(terms.find(server) ?? 0).map(({ name, schema, definition }) => ({
        name: terms.textOf(name),
        schema: terms.textOf(schema),
        definition: restored(definition),
      })),
  }
}
