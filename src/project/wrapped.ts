import { rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Original, originalIn } from '../hosts/embed.ts'
import { isObject, type Json } from '../json.ts'
import { Problem, reasonOf } from '../problem.ts'
import { type Path, parseJsonc } from '../text-edit.ts'
import { makeFolder } from './folder.ts'
import { readOwn, writeOwn } from './own.ts'
import type { Folder } from './paths.ts'

/** A copy of what was replaced in one entry: the second way back, where a host dropped what the entry carries. */
export interface Copy {
  /** Absolute. */
  readonly file: string
  /** From the root of the file to the entry. */
  readonly at: Path
  readonly original: Original
}

/** Where a folder keeps the copies of what was replaced. */
export function wrappedPath(folder: Folder): string {
  return join(folder.path, 'wrapped.json')
}

/** The copies that a folder keeps. A file that cannot be read counts as none: the copies are never the only way. */
export function readCopies(folder: Folder): Copy[] {
  try {
    return listIn(folder).list.flatMap(each => copyIn(each, folder))
  } catch {
    return []
  }
}

/** The copy for one entry of a file. */
export function findCopy(copies: readonly Copy[], file: string, at: Path): Original | undefined {
  const byPlace = places.get(copies) ?? new Map(copies.map(each => [keyOf(each), each.original]))
  places.set(copies, byPlace)
  return byPlace.get(keyOf({ file, at }))
}

/** A file may hold thousands of servers, and each is looked for. */
const places = new WeakMap<readonly Copy[], Map<string, Original>>()

/**
 * Keeps copies, each in the place of an older one for the same entry. Throws `copies-invalid` where the file holds
 * what cannot be read, which is then left as it is.
 */
export async function keepCopies(folder: Folder, added: readonly Copy[]): Promise<void> {
  const keys = new Set(added.map(keyOf))
  await changeCopies(folder, list => [
    ...withoutKeys(list, keys, folder),
    ...added.map(each => recordOf(each, folder)),
  ])
}

/** Forgets the copies of entries that were unwrapped. A file that cannot be read has none to forget, and stays. */
export async function dropCopies(folder: Folder, gone: readonly Place[]): Promise<void> {
  if (readCopies(folder).length === 0) return
  const keys = new Set(gone.map(keyOf))
  await changeCopies(folder, list => withoutKeys(list, keys, folder))
}

type Place = Pick<Copy, 'file' | 'at'>

/** Another command may change the file at the same time: the change is then made again on what that one wrote. */
async function changeCopies(
  folder: Folder,
  change: (list: readonly Json[]) => Json[],
  tries = 20,
): Promise<void> {
  const { list, bytes } = listIn(folder)
  const changed = change(list)
  if (changed.length === list.length && changed.every((each, index) => each === list[index])) return
  try {
    if (changed.length === 0 && bytes !== undefined) removeIfStill(folder, bytes)
    else await writeList(folder, changed, bytes)
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== 'file-changed' || tries <= 1) throw problem
    await changeCopies(folder, change, tries - 1)
  }
}

/** Compares and removes without letting go of the thread, so that next to nothing can come between the two. */
function removeIfStill(folder: Folder, bytes: Buffer): void {
  const file = wrappedPath(folder)
  if (readOwn(folder, file)?.equals(bytes) !== true) throw new Problem('file-changed', { file })
  rmSync(file)
}

async function writeList(
  folder: Folder,
  wrapped: readonly Json[],
  before: Buffer | undefined,
): Promise<void> {
  await makeFolder(folder)
  await writeOwn(folder, {
    path: wrappedPath(folder),
    bytes: `${JSON.stringify({ version, wrapped }, null, 2)}\n`,
    mode: 0o600,
    expected: before ?? 'none',
  })
}

const version = 1

/** What the file holds, as it is: also what a newer version may have put there. */
function listIn(folder: Folder): { list: readonly Json[]; bytes: Buffer | undefined } {
  const file = wrappedPath(folder)
  const bytes = bytesOf(folder)
  if (bytes === undefined) return { list: [], bytes }
  const parsed = parseJsonc(bytes.toString('utf8'))
  if (parsed.kind === 'broken')
    throw new Problem('copies-invalid', {
      file,
      what: `line ${parsed.line}, column ${parsed.column}: not JSON`,
    })
  const { value } = parsed
  if (!isObject(value) || value.version !== version || !Array.isArray(value.wrapped))
    throw new Problem('copies-invalid', { file, what: 'it has another form' })
  return { list: value.wrapped, bytes }
}

function bytesOf(folder: Folder): Buffer | undefined {
  const file = wrappedPath(folder)
  try {
    return readOwn(folder, file)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('copies-invalid', { file, what: reasonOf(error) }, { cause: error })
  }
}

function withoutKeys(list: readonly Json[], keys: ReadonlySet<string>, folder: Folder): Json[] {
  return list.filter(each => {
    const place = placeIn(each, folder)
    return place === undefined || !keys.has(keyOf(place))
  })
}

/** Paths are kept relative to the folder, so that a project can be moved. */
function recordOf({ file, at, original }: Copy, folder: Folder): Json {
  return { file: relative(dirname(folder.path), file), at: [...at], original: { ...original } as Json }
}

function copyIn(value: Json, folder: Folder): Copy[] {
  const place = placeIn(value, folder)
  const original = isObject(value) ? originalIn(value.original) : undefined
  return place === undefined || original === undefined ? [] : [{ ...place, original }]
}

function placeIn(value: Json, folder: Folder): Place | undefined {
  if (!isObject(value) || typeof value.file !== 'string' || !Array.isArray(value.at)) return undefined
  const at = value.at.map(step => (typeof step === 'number' ? step : String(step)))
  return { file: resolve(dirname(folder.path), value.file), at }
}

function keyOf({ file, at }: Place): string {
  return JSON.stringify([file, at.map(String)])
}
