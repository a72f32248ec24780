import { at, canonical, type Json, type JsonObject } from '../json.ts'
import type { JsonTest, Match } from './adapter.ts'
import { found } from './pattern.ts'
import { jsonOf, textOf } from './result.ts'

/** Does a rule hold for a result (or a JSON-RPC error object)? */
export function matches(rule: Match, result: JsonObject): boolean {
  if (rule.kind === 'text') return matchesText(rule.pattern, textOf(result))
  const json = jsonOf(result)
  if (rule.kind === 'empty') return json === undefined ? textOf(result).trim() === '' : isEmpty(json)
  return holds(rule.test, at(json, rule.path))
}

/** Does a pattern match the beginning of a text, as far as patterns are tried? */
export function matchesText(pattern: RegExp, text: string): boolean {
  return found(pattern, text) !== null
}

/** Nothing there: not given, null, no text, no item, no member. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function holds(test: JsonTest, value: Json | undefined): boolean {
  if (test.kind === 'present') return test.present === (value !== undefined && value !== null)
  if (value === undefined) return false
  if (test.kind === 'equals') return canonical(value) === canonical(test.value)
  return matchesText(test.pattern, typeof value === 'string' ? value : canonical(value))
}
