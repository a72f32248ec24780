import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { writeFileAtOnce } from '../hosts/write.ts'
import { isObject, parseJson } from '../json.ts'
import { Problem, reasonOf } from '../problem.ts'

/** What is kept of a log-in at one server, for the next proxy and the next day. */
export interface Kept {
  /** How the server knows this program. */
  readonly client?: OAuthClientInformationMixed
  readonly tokens?: OAuthTokens
}

/** The file for a server, by a digest of its address, in a folder of the user's. */
export function keptFile(folder: string, url: string): string {
  const digest = createHash('sha256').update(new URL(url).href).digest('hex').slice(0, 32)
  return join(folder, 'auth', `${digest}.json`)
}

/**
 * Reads what is kept; nothing where there is none, or where the file says nothing that can be understood: logging in
 * again mends that. Throws Problem `login-unreadable`.
 */
export async function readKept(file: string): Promise<Kept> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Problem('login-unreadable', { file, reason: reasonOf(error) }, { cause: error })
  }
  const value = parseJson(text)
  if (!isObject(value) || value.version !== version) return {}
  const { client, tokens } = value
  return {
    ...(isObject(client) && typeof client.client_id === 'string' && { client: client as never }),
    ...(isObject(tokens) && typeof tokens.access_token === 'string' && { tokens: tokens as never }),
  }
}

/** Writes it in one step, readable by the user alone. Throws Problem `file-not-written` or `folder-not-made`. */
export async function writeKept(file: string, server: string, kept: Kept): Promise<void> {
  await makeAuthFolder(file)
  const bytes = `${JSON.stringify({ version, server, ...kept }, null, 2)}\n`
  await writeFileAtOnce({ path: file, bytes, mode: 0o600, isOurs: true })
}

/** Makes the folder that a file of log-ins lies in. */
export async function makeAuthFolder(file: string): Promise<void> {
  const folder = dirname(file)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Problem('folder-not-made', { folder, reason: reasonOf(error) }, { cause: error })
  }
}

/** The header that tokens stand for. */
export function authorizationOf({ tokens }: Kept): string | undefined {
  return tokens && `Bearer ${tokens.access_token}`
}

const version = 1
