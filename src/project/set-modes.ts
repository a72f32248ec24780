import { Problem } from '../problem.ts'
import { insertMember, removeMember, replaceValue, valueSpan } from '../text-edit.ts'
import { makeFolder } from './folder.ts'
import { modesThatHold } from './holding.ts'
import { type Mode, type Modes, type ModesFile, modeOf, modesPath, parseModes, readModes } from './modes.ts'
import { readOwn, writeOwn } from './own.ts'
import type { Folder } from './paths.ts'
import { acceptInstead, isAccepted } from './trust.ts'

/** What is to change for a server, or for all of them where none is named. */
export interface ModeChange {
  readonly server: string | undefined
  readonly mode?: Mode | undefined
  readonly approve?: readonly string[]
  readonly unapprove?: readonly string[]
}

const empty = '{\n  "version": 1,\n  "default": "warn",\n  "servers": {}\n}\n'

/**
 * Changes the `modes.json` of a folder and accepts it with that; gives what it says now. Refuses with
 * `modes-unaccepted` where it came with the project and nobody has accepted it: a change of ours must not let in
 * what else stands there. Throws `modes-invalid` where it cannot be read.
 */
export async function setModes(
  folder: Folder,
  user: Folder,
  changes: readonly ModeChange[],
  tries = 10,
): Promise<Modes> {
  try {
    return await setOnce(folder, user, changes)
  } catch (problem) {
    // several proxies may keep an approval at once: the change is made again on what the other wrote
    if (!(problem instanceof Problem) || problem.code !== 'file-changed' || tries <= 1) throw problem
    return await setModes(folder, user, changes, tries - 1)
  }
}

/**
 * Writes the `modes.json` of a folder anew where it cannot be read, with the modes that hold now; approvals have to be
 * given again. Gives what it says, or undefined where the file can be read and so was left as it is.
 */
export async function resetModes(folder: Folder, user: Folder): Promise<Modes | undefined> {
  const file = modesPath(folder)
  if (readModes(folder).kind !== 'broken') return undefined
  const broken = readOwn(folder, file)
  const text = textOf(modesThatHold(folder, user).modes, file)
  await replace(folder, user, text, broken)
  return parseModes(text, file)
}

async function setOnce(folder: Folder, user: Folder, changes: readonly ModeChange[]): Promise<Modes> {
  const file = modesPath(folder)
  const now = readModes(folder)
  if (now.kind === 'broken') throw now.problem
  if (now.kind === 'modes' && !isAccepted(user, file, now.bytes))
    throw new Problem('modes-unaccepted', { file })
  const before = textBefore(now, folder, user)
  const text = changes.reduce((each, change) => changedModes(each, change, file), before)
  await replace(folder, user, text, now.kind === 'modes' ? now.bytes : undefined)
  return parseModes(text, file)
}

/** Where the file is gone, what was stricter still holds, and is not to end because another server is set. */
function textBefore(now: ModesFile, folder: Folder, user: Folder): string {
  if (now.kind === 'modes') return now.bytes.toString('utf8')
  return textOf(modesThatHold(folder, user).modes, modesPath(folder))
}

/** A `modes.json` that says these modes, and approves nothing. */
function textOf(modes: Modes, file: string): string {
  const start = changedModes(empty, { server: undefined, mode: modes.default }, file)
  return [...modes.servers].reduce(
    (text, [server, { mode }]) => changedModes(text, { server, mode }, file),
    start,
  )
}

async function replace(
  folder: Folder,
  user: Folder,
  text: string,
  before: Buffer | undefined,
): Promise<void> {
  const file = modesPath(folder)
  const bytes = Buffer.from(text)
  await makeFolder(folder)
  await acceptInstead(user, file, bytes, () =>
    writeOwn(folder, { path: file, bytes, mode: 0o600, expected: before ?? 'none' }),
  )
}

/** The text of a `modes.json` with a change made in it; comments and all else stay. */
export function changedModes(text: string, change: ModeChange, file: string): string {
  const modes = parseModes(text, file)
  if (change.server !== undefined) return changedServer(text, modes, change.server, change)
  if (change.mode === undefined) return text
  const byDefault = withMember(text, [], 'default', JSON.stringify(change.mode), '\n  ')
  const named = [...modes.servers].filter(([, each]) => each.mode !== undefined).map(([name]) => name)
  return named.reduce(
    (each, name) => withMember(each, ['servers', name], 'mode', JSON.stringify(change.mode), ' '),
    byDefault,
  )
}

function changedServer(text: string, modes: Modes, server: string, change: ModeChange): string {
  const approve = approvals(modeOf(modes, server).approve, change)
  const mode = change.mode ?? modes.servers.get(server)?.mode
  if (modes.servers.get(server) === undefined) return withServer(text, server, mode, approve)
  const at = ['servers', server]
  const withMode = mode === undefined ? text : withMember(text, at, 'mode', JSON.stringify(mode), ' ')
  if (approve.length > 0) return withMember(withMode, at, 'approve', list(approve), ' ')
  return removeMember(withMode, [...at, 'approve']) ?? withMode
}

function approvals(now: readonly string[], { approve = [], unapprove = [] }: ModeChange): string[] {
  return [...new Set([...now, ...approve])].filter(tool => !unapprove.includes(tool))
}

function withServer(
  text: string,
  server: string,
  mode: Mode | undefined,
  approve: readonly string[],
): string {
  const parts = [
    mode && `"mode": ${JSON.stringify(mode)}`,
    approve.length > 0 && `"approve": ${list(approve)}`,
  ]
  const json = `{ ${parts.filter(Boolean).join(', ')} }`
  const span = valueSpan(text, ['servers'])
  const isBlank = span === undefined || text.slice(span.start + 1, span.end - 1).trim() === ''
  if (isBlank)
    return withMember(text, [], 'servers', `{\n    ${JSON.stringify(server)}: ${json}\n  }`, '\n  ')
  return withMember(text, ['servers'], server, json, '\n    ')
}

function withMember(text: string, at: readonly string[], name: string, json: string, lead: string): string {
  return replaceValue(text, [...at, name], json) ?? insertMember(text, at, { name, json, lead }) ?? text
}

function list(words: readonly string[]): string {
  return `[${words.map(word => JSON.stringify(word)).join(', ')}]`
}
