import { all, type JsonObject } from '../json.ts'
import type { Adapter } from './adapter.ts'
import { own } from './own.ts'
import { refOf } from './ref.ts'
import { jsonOf, saysError } from './result.ts'
import type { Role } from './roles.ts'

/**
 * The resources that a call made, where the adapter says how their ids stand in the result. Of a composite id that is
 * the last part; the parts before it are the call's own arguments.
 */
export function createdBy(adapter: Adapter, tool: string, args: JsonObject, result: JsonObject): Role[] {
  const creates = own(adapter.tools, tool)?.creates
  const rule = adapter.resources.find(each => each.resourceClass === creates?.resourceClass)
  if (!creates || rule === undefined || saysError(result)) return []
  const scope = rule.idParams.slice(0, -1).map(param => args[param])
  return all(jsonOf(result), creates.idFrom)
    .map(last => [...scope, last])
    .filter((id): id is (string | number)[] => id.every(isIdPart))
    .map(parts => {
      const id = parts.map(String)
      return { role: rule.resourceClass, resourceClass: rule.resourceClass, rule, id, ref: refOf(rule, id) }
    })
}

function isIdPart(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
