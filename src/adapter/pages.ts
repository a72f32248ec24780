import { at, type Json, type JsonObject } from '../json.ts'
import type { PageRule, ResourceRule } from './adapter.ts'
import { findIn, isCursor } from './find.ts'
import { failed } from './missing.ts'
import type { Reading } from './read.ts'
import { jsonOf } from './result.ts'

/**
 * The call that reads the next page of a list, or undefined where reading ends: the item was found, there is no further
 * page, the reading failed, or as many pages were read as the adapter allows. `page` counts from 1.
 */
export function nextPage(
  rule: ResourceRule,
  id: readonly string[],
  reading: Reading,
  result: JsonObject,
  page: number,
): Reading | undefined {
  const pages = rule.find?.pages
  if (!rule.find || !pages || page >= pages.most || failed(rule, result)) return undefined
  if (findIn(rule.find, id.at(-1), result).kind !== 'more') return undefined
  const next = nextOf(pages, reading.arguments, jsonOf(result))
  return next === undefined
    ? undefined
    : { ...reading, arguments: { ...reading.arguments, [pages.param]: next } }
}

function nextOf({ param, next, first }: PageRule, args: JsonObject, json: Json | undefined) {
  if (next !== null) {
    const cursor = at(json, next)
    return isCursor(cursor) && cursor !== args[param] ? cursor : undefined
  }
  const here = args[param]
  return (typeof here === 'number' ? here : first) + 1
}
