import { randomBytes } from 'node:crypto'
import { lstat, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtOnce } from '../hosts/write.ts'
import { Problem } from '../problem.ts'
import type { Folder } from '../project/paths.ts'

/** The token that hosts of a listener need, and where it comes from. */
export interface Token {
  readonly value: string
  /** Words for where it stands. */
  readonly where: string
  /** Made or kept by us: it may be shown to whoever started the listener. */
  readonly isOurs: boolean
}

/**
 * The token from the environment, else the one in the folder, which is made where there is none: the hosts' configs
 * hold it, so it stays the same from start to start. A file that others can read is not trusted but made anew.
 * Throws Problem `token-unfit`.
 */
export async function tokenFor(folder: Folder, name: string, given: string | undefined): Promise<Token> {
  if (given !== undefined) {
    if (!form.test(given)) throw new Problem('token-unfit', { where: 'MCPGRAPHY_TOKEN' })
    return { value: given, where: 'MCPGRAPHY_TOKEN', isOurs: false }
  }
  const path = join(folder.path, `listen-${name.replace(/[^\w.-]/g, '_')}.token`)
  const value = (await keptToken(path)) ?? (await newToken(path))
  return { value, where: path, isOurs: true }
}

const form = /^[\w.~+/=-]{16,}$/

async function keptToken(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined)
  const isPrivate = process.platform === 'win32' || ((found?.mode ?? 0) & 0o077) === 0
  if (!found?.isFile() || !isPrivate) return undefined
  const value = (await readFile(path, 'utf8').catch(() => '')).trim()
  return form.test(value) ? value : undefined
}

async function newToken(path: string): Promise<string> {
  const value = randomBytes(32).toString('hex')
  await rm(path, { force: true }) // a new file has the permissions that we say, and is no link
  await writeFileAtOnce({ path, bytes: `${value}\n`, mode: 0o600, isOurs: true })
  return value
}
