import { type Access, accessOf } from './access.ts'
import { append } from './append.ts'
import { changesOf } from './changes.ts'
import { type Database, openDatabase } from './engine.ts'
import { malformed, problemOf } from './faults.ts'
import { prepareFile } from './file.ts'
import { patiently } from './patience.ts'
import { presenceOf } from './presence.ts'
import { migrate } from './schema.ts'
import type { Store, StoreOptions } from './store.ts'
import { type Tables, tablesOf } from './tables.ts'
import { atOneMoment } from './transaction.ts'
import { verify } from './verify.ts'

/**
 * Opens the database at a path, and makes it, with its folder, where it does not exist (`:memory:` is one that
 * nobody else sees). Several processes may have it open at once. Throws a Problem, and leaves the file as it
 * is, where it is not ours, damaged, from a newer version, held by another process, or not to be written.
 */
export async function openStore(path: string, options: StoreOptions = {}): Promise<Store> {
  const { readonly = false, busyTimeout = 5000 } = options
  try {
    prepareFile(path, readonly)
    const database = await openDatabase(path, readonly)
    const tables = await patiently(() => setUp(database, path, readonly), busyTimeout).catch(
      closing(database),
    )
    const access = accessOf(database, path, busyTimeout, () => forget(tables))
    return storeOf(database, tables, access, path)
  } catch (error) {
    throw problemOf(error, path)
  }
}

function setUp(database: Database, path: string, readonly: boolean): Tables {
  database.exec('PRAGMA busy_timeout = 0') // we wait ourselves; see patience.ts
  migrate(database, path, readonly)
  if (!readonly) {
    database.exec('PRAGMA journal_mode = WAL')
    // What was committed survives the death of this process; a power cut may take the last calls, never the file.
    database.exec('PRAGMA synchronous = NORMAL')
  }
  return existing(database)
}

/** The tables of a database that says that it has them. */
function existing(database: Database): Tables {
  try {
    return tablesOf(database)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR')
      throw malformed(error.message)
    throw error
  }
}

function closing(database: Database): (error: unknown) => never {
  return error => {
    database.close()
    throw error
  }
}

function forget({ terms, sets }: Tables): void {
  terms.forget()
  sets.forget()
}

function storeOf(
  database: Database,
  tables: Tables,
  { reading, writing, close }: Access,
  path: string,
): Store {
  const { log, evidence, summaries, resources, tools, snapshots, sketches } = tables
  const changed = changesOf(database)
  const checkPresence = presenceOf(path)
  return {
    append: (piece, entry) => writing(() => append(tables, entry, piece)),
    record: async entry => void (await writing(() => append(tables, entry))),
    evidence: (server, after, limit = unlimited) => reading(() => evidence.after(server, after, limit)),
    async changed() {
      checkPresence()
      return reading(changed)
    },
    snapshot: server => reading(() => snapshots.of(server)),
    saveSnapshot: (server, snapshot) => writing(() => snapshots.save(server, snapshot)),
    resource: (server, ref) => reading(() => resources.find(server, ref)),
    resources: (server, limit = unlimited) => reading(() => resources.recent(server, limit)),
    tools: server => reading(() => tools.of(server)),
    saveTools: (server, list) => writing(() => tools.save(server, list)),
    addSketch: (server, sketch) => writing(() => sketches.add(server, sketch)),
    sketches: server => reading(() => sketches.of(server)),
    servers: () => reading(() => summaries.all()),
    entries: (server, filter = {}) => reading(() => log.read(server, filter)),
    verify: server => reading(() => atOneMoment(database, () => verify(server, log, summaries.end(server)))),
    close,
  }
}

/** What SQLite takes for no limit. */
const unlimited = -1
