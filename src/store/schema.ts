import { Problem } from '../problem.ts'
import type { Database } from './engine.ts'
import { malformed } from './faults.ts'
import { transactions } from './transaction.ts'

/** Marks a database as ours in its header ("mcpg"), so that no other program's file is ever changed. */
const applicationId = 0x6d637067

/**
 * Every step from one form of the database to the next, the first from an empty file. A released step never
 * changes; a new form is a new step at the end.
 *
 * Texts (states, atoms, tools, resources …) are kept once, in `term`, and are integers elsewhere; so are whole
 * sets of atoms, which many calls share. References are not enforced by SQLite: an id is always looked up or
 * made in the transaction that writes it, and terms are never deleted. Columns without a type hold a text
 * in the shortest form that gives it back exactly; see terms.ts and digests.ts. Each index is a page more to write
 * in every transaction: evidence has one, for the proxy; the log has none but that of the rare problems, and is
 * read in order of its numbers (a million rows in a quarter of a second).
 */
export const steps: readonly string[] = [
  `
  CREATE TABLE term (id INTEGER PRIMARY KEY, text UNIQUE NOT NULL);
  CREATE TABLE atom_set (id INTEGER PRIMARY KEY, digest BLOB UNIQUE NOT NULL, atoms BLOB NOT NULL);
  CREATE TABLE log (
    seq INTEGER PRIMARY KEY,
    server INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    session INTEGER NOT NULL,
    tool INTEGER NOT NULL,
    resources BLOB NOT NULL,
    decision INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    request NOT NULL,
    reply NOT NULL,
    evidence INTEGER NOT NULL,
    digest BLOB NOT NULL
  );
  CREATE INDEX log_problems ON log (server) WHERE decision = 6;
  CREATE TABLE evidence (
    seq INTEGER PRIMARY KEY,
    server INTEGER NOT NULL,
    tool INTEGER NOT NULL,
    schema INTEGER NOT NULL,
    roles BLOB NOT NULL,
    atoms INTEGER NOT NULL,
    quantities BLOB NOT NULL,
    call NOT NULL,
    request NOT NULL,
    outcome INTEGER NOT NULL,
    overlapped INTEGER NOT NULL,
    at INTEGER NOT NULL,
    session INTEGER NOT NULL
  );
  CREATE INDEX evidence_by_server ON evidence (server);
  CREATE TABLE summary (
    server INTEGER PRIMARY KEY,
    entries INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    digest BLOB NOT NULL,
    calls INTEGER NOT NULL,
    evidence INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    noted INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    held INTEGER NOT NULL,
    problems INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL
  );
  CREATE TABLE resource (
    server INTEGER NOT NULL,
    ref INTEGER NOT NULL,
    class INTEGER NOT NULL,
    state INTEGER,
    at INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (server, ref)
  ) WITHOUT ROWID;
  CREATE TABLE tool (
    server INTEGER NOT NULL,
    place INTEGER NOT NULL,
    name INTEGER NOT NULL,
    schema INTEGER NOT NULL,
    definition NOT NULL,
    PRIMARY KEY (server, place)
  ) WITHOUT ROWID;
  CREATE TABLE snapshot (server INTEGER PRIMARY KEY, up_to INTEGER NOT NULL, format INTEGER NOT NULL, text NOT NULL);
  `,
  // what calls without an adapter looked like, for a draft: few of each tool, so a scan finds them
  `
  CREATE TABLE sketch (
    server INTEGER NOT NULL,
    tool INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    place INTEGER NOT NULL,
    text NOT NULL,
    PRIMARY KEY (server, tool, failed, place)
  ) WITHOUT ROWID;
  `,
]

/**
 * Brings a database to the newest form, in one transaction; a new file gets all of it. Throws a Problem, having
 * changed nothing, where the file is another program's, or from a newer version of ours, or old and read-only.
 */
export function migrate(database: Database, file: string, readonly: boolean, all = steps): void {
  if (formOf(database, file, all.length) === all.length) return
  if (readonly) throw new Problem('database-older', { file })
  transactions(database)(() => {
    // Asked again, since another process may have been first.
    for (const step of all.slice(formOf(database, file, all.length))) database.exec(step)
    database.exec(`PRAGMA application_id = ${applicationId}`)
    database.exec(`PRAGMA user_version = ${all.length}`)
  })
}

/** The form that a database has: 0 where it is empty. */
function formOf(database: Database, file: string, known: number): number {
  const owner = pragma(database, 'application_id')
  const found = pragma(database, 'user_version')
  const { tables } = database
    .prepare<{ tables: number }>('SELECT count(*) AS tables FROM sqlite_schema')
    .get() ?? {
    tables: 0,
  }
  if (owner !== applicationId && (owner !== 0 || found !== 0 || tables > 0))
    throw new Problem('database-foreign', { file })
  if (found > known) throw new Problem('database-newer', { file, found, known })
  if (found > 0 && tables === 0) throw malformed('its tables are gone')
  return found
}

function pragma(database: Database, name: string): number {
  const row = database.prepare<Record<string, number>>(`PRAGMA ${name}`).get()
  return row?.[name] ?? 0
}
