import { isObject, type Json, type JsonObject } from '../json.ts'
import type { ResourceRule } from './adapter.ts'
import { isIgnored, namesThings } from './features.ts'

/** A number from here on is a time in seconds or milliseconds since 1970, as far as numbers tell. */
const leastTime = 1_000_000_000

/**
 * The fields of an observation that a condition may speak of: whose numbers may be a threshold, and to which an argument
 * may be compared. What the adapter ignores is never among them, nor what tells things apart instead of saying how they
 * stand: ids, names, sizes, times. Where the adapter names its features, a number or a text counts only if it is one;
 * lists and maps stay, since an argument may be in them or not.
 */
export function spokenOf(rule: ResourceRule, fields: JsonObject): JsonObject {
  const named = rule.features && new Set(rule.features.map(({ path }) => path.split('.')[0] ?? path))
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      if (isIgnored(rule, name)) return false
      return (
        Array.isArray(value) || isObject(value) || (named === null ? saysHow(name, value) : named.has(name))
      )
    }),
  )
}

/** By its name and its value: does it say how a thing stands? */
export function saysHow(name: string, value: Json): boolean {
  if (namesThings(name) || isMeasure(name)) return false
  return typeof value !== 'number' || Math.abs(value) < leastTime
}

/** Numbers that every thing of a kind has and that change by themselves. */
function isMeasure(name: string): boolean {
  return /(?:^|[_-])(?:size|bytes|permissions|number|num|iid|pid|uid|gid|inode|seq|sequence|revision|index|offset)$/i.test(
    name.replace(/([a-z\d])([A-Z])/g, '$1_$2'),
  )
}
