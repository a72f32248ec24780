import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Engine from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import type { Store, StoreOptions } from '../../src/store/store.ts'

/** A folder that is gone after the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mcpgraphy-store-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The path of a database that does not exist yet. */
export function place(): string {
  return join(folder(), 'graph.sqlite')
}

/** A store that is closed after the test. */
export async function open(path = ':memory:', options: StoreOptions = {}): Promise<Store> {
  const store = await openStore(path, options)
  onTestFinished(() => store.close())
  return store
}

/** The database itself, for what no store would do to it. */
export function raw(path: string): Engine.Database {
  const database = new Engine(path, { timeout: 0 })
  onTestFinished(() => void database.close())
  return database
}
