import { at, type Json, type JsonObject } from '../json.ts'
import type { FindRule } from './adapter.ts'
import { jsonOf } from './result.ts'

/** What a list tells of one resource: itself, that it is in no list of this kind, or that nobody can know. */
export type Found =
  | { readonly kind: 'item'; readonly item: Json }
  | { readonly kind: 'nowhere' }
  /** It may be on a page that was not read. */
  | { readonly kind: 'more' }
  | { readonly kind: 'no list' }

/** Looks for the item with an id in the list that a result holds. */
export function findIn(find: FindRule, id: string | undefined, result: JsonObject): Found {
  const json = jsonOf(result)
  const list = at(json, find.in)
  if (!Array.isArray(list)) return { kind: 'no list' }
  const item = list.find(each => idText(at(each, find.key)) === id)
  if (item !== undefined) return { kind: 'item', item }
  return { kind: find.pages !== null && goesOn(find.pages.next, json, list) ? 'more' : 'nowhere' }
}

/** Numbered pages go on until one is empty; others until none is named as the next. */
function goesOn(next: string | null, json: Json | undefined, list: readonly Json[]): boolean {
  return next === null ? list.length > 0 : isCursor(at(json, next))
}

/** Does this ask for a page? Servers end with nothing, null, an empty text or false. */
export function isCursor(value: Json | undefined): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

function idText(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
