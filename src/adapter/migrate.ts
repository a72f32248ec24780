import type { Json, JsonObject } from '../json.ts'
import { formatVersion } from './form-faults.ts'
import { formKeys } from './schema.ts'

/**
 * The file form of an adapter in the newest version of the format: the flat form of the Python program has its one
 * resource in a list. Notes of the author stay where they stood. undefined where it has that version already. The value
 * must be one that loads.
 */
export function migrated(form: JsonObject): JsonObject | undefined {
  if (Object.hasOwn(form, 'resources')) return undefined
  const isOfResource = ([key]: [string, Json | undefined]) =>
    Object.hasOwn(formKeys.resource, key) && !Object.hasOwn(formKeys.server, key)
  const members = Object.entries(form).filter(([key]) => key !== 'version' && key !== '$schema')
  const { $schema } = form
  return {
    ...($schema !== undefined && { $schema }),
    version: formatVersion,
    ...Object.fromEntries(members.filter(([key]) => key === 'server_id')),
    resources: [Object.fromEntries(members.filter(isOfResource)) as JsonObject],
    ...Object.fromEntries(members.filter(each => each[0] !== 'server_id' && !isOfResource(each))),
  }
}
