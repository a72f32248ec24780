import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, reasonOf } from '../problem.ts'
import { makeFolder } from './folder.ts'
import { checkWay, readOwn, writeOwn } from './own.ts'
import type { Folder } from './paths.ts'
import { acceptInstead, isAccepted } from './trust.ts'

/** What stands where a project keeps the adapter of a server. */
export type ProjectAdapter =
  | { readonly kind: 'none'; readonly path: string }
  /** It came with the project and the user has not accepted it: it names tools to call, so it is not used. */
  | { readonly kind: 'unaccepted'; readonly path: string; readonly text: string }
  | { readonly kind: 'accepted'; readonly path: string; readonly text: string }

function adaptersFolder(folder: Folder): string {
  return join(folder.path, 'adapters')
}

/** The file that holds, or would hold, the adapter of a server. */
export function adapterPath(folder: Folder, server: string): string {
  return join(adaptersFolder(folder), `${fileNameOf(server)}.json`)
}

/**
 * Reads the adapter that a project keeps for a server, and whether it may be used. Throws `adapter-file-unreadable`,
 * `own-link` or `own-folder`.
 */
export function projectAdapter(folder: Folder, user: Folder, server: string): ProjectAdapter {
  const path = adapterPath(folder, server)
  try {
    const bytes = readOwn(folder, path)
    if (bytes === undefined) return { kind: 'none', path }
    return {
      kind: isAccepted(user, path, bytes) ? 'accepted' : 'unaccepted',
      path,
      text: bytes.toString('utf8'),
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('adapter-file-unreadable', { file: path, reason: reasonOf(error) }, { cause: error })
  }
}

/** The adapter files of a folder, as absolute paths, sorted by name; what is a link is none. */
export function projectAdapterFiles(folder: Folder): string[] {
  try {
    checkWay(folder, adaptersFolder(folder))
    const files = readdirSync(adaptersFolder(folder), { withFileTypes: true }).filter(
      each => each.isFile() && each.name.endsWith('.json') && !each.name.startsWith('.'),
    )
    return files.map(({ name }) => join(adaptersFolder(folder), name)).sort()
  } catch {
    return []
  }
}

/** Writes the adapter of a server into a folder. What we write ourselves is accepted with that. Gives its path. */
export async function writeProjectAdapter(
  folder: Folder,
  user: Folder,
  server: string,
  text: string,
): Promise<string> {
  const path = adapterPath(folder, server)
  await makeFolder(folder)
  await writeOwn(folder, { path, bytes: text, mode: 0o600 })
  await acceptInstead(user, path, Buffer.from(text))
  return path
}

/** The text of the draft that was last written for a server: what differs from it in the file is a person's. */
export function lastDraft(folder: Folder, server: string): string | undefined {
  return readOwn(folder, draftPath(folder, server))?.toString('utf8')
}

/** Keeps the text of a draft, to tell it from what a person changes later. */
export async function keepDraft(folder: Folder, server: string, text: string): Promise<void> {
  await writeOwn(folder, { path: draftPath(folder, server), bytes: text, mode: 0o600 })
}

function draftPath(folder: Folder, server: string): string {
  return join(folder.path, 'drafts', `${fileNameOf(server)}.json`)
}

/** Lays the schema of the format where the adapters of a folder name it, so that an editor completes and checks them. */
export async function laySchema(folder: Folder, schema: string): Promise<void> {
  await writeOwn(folder, { path: join(folder.path, 'adapter.schema.json'), bytes: schema, mode: 0o600 })
}

/**
 * A server's name as a name for a file on every system: letters, digits, `-`, `_` and inner dots stay,
 * the rest is percent-coded, and so is the first letter of what Windows keeps for devices.
 * No two names that differ in more than case share a file.
 */
export function fileNameOf(server: string): string {
  const coded = [...Buffer.from(server, 'utf8')].map(codeOf).join('')
  const name = coded
    .replace(/^\.|\.$/g, '%2E')
    .replace(/^(?=(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))./i, codeOfLetter)
  if (name.length <= 120) return name || '%'
  return `${name.slice(0, 100)}%${createHash('sha256').update(server).digest('hex').slice(0, 16)}`
}

function codeOf(byte: number): string {
  const letter = String.fromCharCode(byte)
  return /[A-Za-z0-9_.-]/.test(letter) ? letter : codeOfLetter(letter)
}

function codeOfLetter(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
