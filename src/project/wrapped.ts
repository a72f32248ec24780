import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { type Original, originalIn } from '../hosts/embed.ts'
import { writeFileAtOnce } from '../hosts/write.ts'
import { isObject, type Json } from '../json.ts'
import { type Path, parseJsonc } from '../text-edit.ts'
import { makeFolder } from './folder.ts'
import type { Folder } from './paths.ts'

/** A copy of what was replaced in one entry: the second way back, where a host dropped what the entry carries. */
export interface Copy {
  /** Absolute. */
  readonly file: string
  /** From the root of the file to the entry. */
  readonly at: Path
  readonly original: Original
}

export function wrappedPath(folder: Folder): string {
  return join(folder.path, 'wrapped.json')
}

/** The copies that a folder keeps. A file that cannot be read counts as none: the copies are never the only way. */
export function readCopies(folder: Folder): Copy[] {
  const parsed = parseJsonc(textOf(folder))
  const list = parsed.kind === 'value' && isObject(parsed.value) ? parsed.value.wrapped : undefined
  return Array.isArray(list) ? list.flatMap(each => copyIn(each, folder)) : []
}

/** The copy for one entry of a file. */
export function findCopy(copies: readonly Copy[], file: string, at: Path): Original | undefined {
  return copies.find(each => isSame(each, { file, at }))?.original
}

/** Keeps copies, each in the place of an older one for the same entry. */
export async function keepCopies(folder: Folder, added: readonly Copy[]): Promise<void> {
  const rest = readCopies(folder).filter(old => !added.some(each => isSame(each, old)))
  await writeCopies(folder, [...rest, ...added])
}

/** Forgets the copies of entries that were unwrapped. */
export async function dropCopies(folder: Folder, gone: readonly Pick<Copy, 'file' | 'at'>[]): Promise<void> {
  const all = readCopies(folder)
  const rest = all.filter(old => !gone.some(each => isSame(each, old)))
  if (rest.length === 0) await rm(wrappedPath(folder), { force: true })
  else if (rest.length < all.length) await writeCopies(folder, rest)
}

/** Paths are kept relative to the folder, so that a project can be moved. */
async function writeCopies(folder: Folder, copies: readonly Copy[]): Promise<void> {
  await makeFolder(folder)
  const wrapped = copies.map(({ file, at, original }) => ({
    file: relative(dirname(folder.path), file),
    at,
    original,
  }))
  const bytes = `${JSON.stringify({ version: 1, wrapped }, null, 2)}\n`
  await writeFileAtOnce({ path: wrappedPath(folder), bytes, mode: 0o600 })
}

function copyIn(value: Json, folder: Folder): Copy[] {
  if (!isObject(value) || typeof value.file !== 'string' || !Array.isArray(value.at)) return []
  const original = originalIn(value.original)
  const file = resolve(dirname(folder.path), value.file)
  return original === undefined ? [] : [{ file, at: value.at.map(String), original }]
}

function isSame(one: Pick<Copy, 'file' | 'at'>, other: Pick<Copy, 'file' | 'at'>): boolean {
  return one.file === other.file && sameWay(one.at, other.at)
}

/** The number of an item may have been read back as a text. */
function sameWay(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((step, index) => String(step) === String(other[index]))
}

function textOf(folder: Folder): string {
  try {
    return readFileSync(wrappedPath(folder), 'utf8')
  } catch {
    return ''
  }
}
