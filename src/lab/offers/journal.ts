import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, type JsonObject, parseJson } from '../../json.ts'
import { Problem, reasonOf } from '../../problem.ts'

/** What is known of an idempotency key. */
export type Entry =
  | { readonly kind: 'new' }
  /** The call was or may have been sent, and no answer was kept: nobody knows what it did. */
  | { readonly kind: 'begun'; readonly request: string | undefined }
  | { readonly kind: 'done'; readonly request: string; readonly result: JsonObject }

/**
 * Which keys were used, one file a key. A key is claimed by making its file, which only one process can do, before the
 * call is sent; the answer replaces the file afterwards. Both are on the disk before anything goes on, so that neither
 * the death of this process nor a power cut lets a key be used twice.
 */
export interface Journal {
  look(key: string): Entry
  /** Claims a key for a request. False: somebody else was first. */
  begin(key: string, request: string): Promise<boolean>
  finish(key: string, request: string, result: JsonObject): Promise<void>
}

/** Opens the journal in a folder, which is made where it is not there. Throws `journal-unusable`. */
export function openJournal(folder: string, server: string): Journal {
  prepare(folder)
  const fileOf = (key: string) =>
    join(
      folder,
      `${createHash('sha256')
        .update(JSON.stringify([server, key]))
        .digest('hex')}.json`,
    )
  return {
    look: key => entryIn(fileOf(key)),
    async begin(key, request) {
      try {
        await writeThrough(fileOf(key), { request })
      } catch (error) {
        if (isThere(error)) return false
        throw unusable(folder, error)
      }
      await settle(folder)
      return true
    },
    async finish(key, request, result) {
      const draft = `${fileOf(key)}.${randomBytes(6).toString('hex')}.tmp`
      try {
        await writeThrough(draft, { request, result })
        await rename(draft, fileOf(key))
      } catch (error) {
        throw unusable(folder, error)
      }
      await settle(folder)
    },
  }
}

/** A file that cannot be read in full was claimed all the same: it counts as begun. */
function entryIn(file: string): Entry {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return { kind: 'new' }
    throw unusable(file, error)
  }
  const kept = parseJson(text)
  const { request, result } = isObject(kept) ? kept : ({} as JsonObject)
  if (typeof request !== 'string') return { kind: 'begun', request: undefined }
  return isObject(result) ? { kind: 'done', request, result } : { kind: 'begun', request }
}

/** Ours alone: answers of the server lie in it. A link would lead elsewhere. */
function prepare(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!lstatSync(folder).isDirectory()) throw new Error('it is not a folder')
    chmodSync(folder, 0o700)
  } catch (error) {
    throw unusable(folder, error)
  }
}

async function writeThrough(file: string, value: JsonObject): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(JSON.stringify(value))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Lets the folder's new name reach the disk, where the platform can. */
async function settle(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unusable(folder: string, error: unknown): Problem {
  return new Problem('journal-unusable', { folder, reason: reasonOf(error) }, { cause: error })
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
