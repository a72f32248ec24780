import { applied } from '../adapter/draft/apply.ts'
import { type Change, changesFor } from '../adapter/draft/merge.ts'
import { spellPath } from '../adapter/form-faults.ts'
import { adapterJsonSchema } from '../adapter/json-schema.ts'
import { readAdapter } from '../adapter/load.ts'
import { machineOf } from '../hosts/machine.ts'
import { isObject, type JsonObject } from '../json.ts'
import { parseJsonc } from '../jsonc.ts'
import { Problem } from '../problem.ts'
import {
  keepDraft,
  lastDraft,
  laySchema,
  type ProjectAdapter,
  projectAdapter,
  writeProjectAdapter,
} from '../project/adapters.ts'
import { type Folder, userFolder } from '../project/paths.ts'
import { json } from './print.ts'
import type { Shell } from './shell.ts'

/** A file that was written, and what became of the one that was there. */
export interface Written {
  readonly file: string
  readonly became: 'new' | 'the same' | 'merged' | 'replaced'
  /** What the new draft changed in it. */
  readonly changed: readonly string[]
}

/** Where editors find the schema, from an adapter in the project's folder. */
export const schemaReference = '../adapter.schema.json'

/**
 * Writes a drafted adapter into a folder. In one that is there, what a person changed since the draft before stays as
 * it is, with all comments. Throws `adapter-exists` where the file cannot be read, or came with the project and was not
 * accepted, and `force` is not given.
 */
export async function writeDraft(
  { server, folder, adapter, text }: { server: string; folder: Folder; adapter: JsonObject; text: string },
  force: boolean,
  shell: Shell,
): Promise<Written> {
  const user = userFolder(machineOf(shell))
  const there = projectAdapter(folder, user, server)
  const mine = there.kind === 'none' || force ? undefined : theirs(there, server)
  const changes = mine === undefined ? [] : changesFor(mine, adapter, before(folder, server))
  const merged = mine === undefined || there.kind === 'none' ? text : applied(there.text, changes)
  if ('faults' in readAdapter(merged)) throw new Problem('adapter-exists', { path: there.path, server })
  const file = await writeProjectAdapter(folder, user, server, merged)
  await keepDraft(folder, server, json(adapter))
  await laySchema(folder, json(adapterJsonSchema()))
  return { file, became: becameOf(there, merged, mine !== undefined), changed: changes.map(inWords) }
}

function theirs(there: Exclude<ProjectAdapter, { kind: 'none' }>, server: string): JsonObject {
  const parsed = parseJsonc(there.text)
  const isTheirs = there.kind === 'accepted' && parsed.kind === 'value' && isObject(parsed.value)
  if (!isTheirs || !Array.isArray(parsed.value.resources))
    throw new Problem('adapter-exists', { path: there.path, server })
  return parsed.value
}

function before(folder: Folder, server: string): JsonObject | undefined {
  const parsed = parseJsonc(lastDraft(folder, server) ?? '')
  return parsed.kind === 'value' && isObject(parsed.value) ? parsed.value : undefined
}

function becameOf(there: ProjectAdapter, text: string, isMerged: boolean): Written['became'] {
  if (there.kind === 'none') return 'new'
  if (there.text === text) return 'the same'
  return isMerged ? 'merged' : 'replaced'
}

function inWords({ path, value, isNew }: Change): string {
  return `${value === undefined ? 'took out' : isNew ? 'added' : 'changed'} ${spellPath(path)}`
}
