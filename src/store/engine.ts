import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Problem, reasonOf } from '../problem.ts'

export type Value = null | number | string | Uint8Array

/** A prepared statement. Only what better-sqlite3 and node:sqlite both have. */
interface Statement<Row = unknown> {
  run(...values: Value[]): unknown
  get(...values: Value[]): Row | undefined
  all(...values: Value[]): Row[]
}

/** A database, as far as we use one, so that another engine can stand here. */
export interface Database {
  exec(sql: string): unknown
  prepare<Row = unknown>(sql: string): Statement<Row>
  close(): void
}

/**
 * Opens a file that exists (or `:memory:`) with better-sqlite3, which is loaded here and not before: it costs
 * 12 ms. Throws a Problem where the engine cannot run on this Node; else whatever the engine throws.
 */
export async function openDatabase(path: string, readonly: boolean): Promise<Database> {
  const unfit = engineProblem(engineVersion(), Number(process.versions.napi))
  if (unfit !== undefined) throw unfit
  const { default: Engine } = await import('better-sqlite3').catch(notLoaded)
  try {
    return new Engine(path, { readonly, fileMustExist: path !== ':memory:' }) as Database
  } catch (error) {
    // The native part is looked for here, not at the import.
    if (isSqliteError(error)) throw error
    return notLoaded(error)
  }
}

/**
 * Why this engine must not be loaded on this Node, if so: better-sqlite3 13 needs Node-API 10 (Node 22.14)
 * and without it takes the whole process down, with no error that could be caught.
 */
export function engineProblem(version: string, napi: number): Problem | undefined {
  const major = Number(version.split('.')[0])
  if (major < 13 || napi >= 10) return undefined
  return new Problem('engine-unfit', { version, node: process.versions.node })
}

function engineVersion(): string {
  try {
    const main = createRequire(import.meta.url).resolve('better-sqlite3') // lib/index.js in 12 and in 13
    return (JSON.parse(readFileSync(join(dirname(main), '../package.json'), 'utf8')) as { version: string })
      .version
  } catch (error) {
    return notLoaded(error)
  }
}

function isSqliteError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')
}

function notLoaded(cause: unknown): never {
  throw new Problem('engine-missing', { reason: reasonOf(cause).split('\n')[0] }, { cause })
}
