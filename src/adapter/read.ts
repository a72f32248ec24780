import { at, isObject, type Json, type JsonObject } from '../json.ts'
import type { ResourceRule } from './adapter.ts'
import { type Found, findIn } from './find.ts'
import { fieldsInText, scalarOf } from './kv-text.ts'
import { failed, saysMissing } from './missing.ts'
import type { Observation } from './observation.ts'
import { found } from './pattern.ts'
import { jsonOf, textOf } from './result.ts'
import { fill, partsOf, templateOf, unfill } from './template.ts'

/** One call of a reading tool. */
export interface Reading {
  readonly tool: string
  readonly arguments: JsonObject
}

/** The call that reads a resource back. With the reading tool's input schema, ids that must be numbers are numbers. */
export function readingOf(rule: ResourceRule, id: readonly string[], inputSchema: JsonObject = {}): Reading {
  return { tool: rule.observationTool, arguments: fill(templateOf(rule), partsOf(rule, id), inputSchema) }
}

/**
 * The id of the resource that this very call reads, or undefined where it is not the call that `readingOf` would make:
 * another tool, arguments more or less, or a template in which the id does not stand (a list).
 */
export function isReadingOf(
  rule: ResourceRule,
  tool: string,
  args: JsonObject,
): readonly string[] | undefined {
  if (tool !== rule.observationTool) return undefined
  const parts = unfill(templateOf(rule), args)
  if (parts === undefined) return undefined
  const last = rule.idParams.length - 1
  const id = rule.idParams.map((param, index) => parts[param] ?? (index === last ? parts.id : undefined))
  return id.every(part => part !== undefined && part !== '') ? (id as string[]) : undefined
}

/**
 * What a reading showed: fields, that the resource does not exist, or that it could not be read and why.
 * `result` is the answer's result, or the error object of JSON-RPC. A failure that no `missing` rule knows is `unread`.
 */
export function observationOf(rule: ResourceRule, id: readonly string[], result: JsonObject): Observation {
  const found = rule.find === null ? undefined : findIn(rule.find, id.at(-1), result)
  const part = found === undefined ? partOf(rule, result) : at(itemOf(found), rule.root)
  const isFailure = failed(rule, result)
  const isUnclear = found?.kind === 'more' || found?.kind === 'no list'
  if (saysMissing(rule, result, isUnclear ? 'unclear' : { part }, isFailure)) return { kind: 'absent' }
  if (isFailure) return unread(`${rule.observationTool} failed: ${firstLine(textOf(result))}`)
  if (rule.format === 'kv_text') return fromLines(textOf(result))
  if (rule.format === 'patterns') return fromPatterns(rule, textOf(result))
  if (part === undefined && (rule.find !== null || rule.format === 'fields'))
    return unread(whyNothing(rule, result, found))
  if (rule.format === 'exists') return { kind: 'seen', fields: {} }
  return isObject(part) ? { kind: 'seen', fields: part } : unread(`${place(rule)} is not an object`)
}

/** What a result holds of the resource: the part at the root, or its text. */
function partOf(rule: ResourceRule, result: JsonObject): Json | undefined {
  const json = jsonOf(result)
  if (json === undefined) return rule.format === 'fields' ? undefined : textOf(result).trim()
  return at(json, rule.root)
}

function itemOf(found: Found): Json | undefined {
  return found.kind === 'item' ? found.item : undefined
}

function fromLines(text: string): Observation {
  const fields = fieldsInText(text)
  return Object.keys(fields).length > 0
    ? { kind: 'seen', fields }
    : unread('no line of the result is "key: value"')
}

/** Where patterns capture values, at least one must be found: else this is some other text. */
function fromPatterns(rule: ResourceRule, text: string): Observation {
  const fields: Record<string, Json> = {}
  let captures = false
  for (const [name, pattern] of Object.entries(rule.patterns)) {
    const match = found(pattern, text)
    const hasGroup = groupsIn(pattern) > 0
    captures ||= hasGroup
    if (hasGroup) fields[name] = match?.[1] === undefined ? null : scalarOf(match[1].trim())
    else fields[name] = match !== null
  }
  const isOther = captures && Object.values(fields).every(value => value === null || value === false)
  return isOther ? unread('none of the patterns is in the result') : { kind: 'seen', fields }
}

function groupsIn(pattern: RegExp): number {
  return (new RegExp(`${pattern.source}|`, pattern.flags).exec('')?.length ?? 1) - 1
}

function whyNothing(rule: ResourceRule, result: JsonObject, found: Found | undefined): string {
  if (jsonOf(result) === undefined) return 'the result holds no JSON'
  switch (found?.kind) {
    case undefined:
      return `the result has nothing at ${place(rule)}`
    case 'item':
      return `the item that was found has nothing at ${place(rule)}`
    case 'no list':
      return `the result has no list at "${rule.find?.in}"`
    case 'more':
      return 'it is on none of the pages that were read, and there are more'
    case 'nowhere':
      return 'it is not in the list, and no "missing" rule says that this means absent'
  }
}

function place(rule: ResourceRule): string {
  return rule.root === '' ? 'the result' : `"${rule.root}"`
}

/** A server's words are data: one line, without control characters, cut. */
function firstLine(text: string): string {
  const line = text.trim().split(/[\r\n]/)[0] ?? ''
  return (
    line.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e]/g, ' ').slice(0, 120) ||
    'no words'
  )
}

function unread(why: string): Observation {
  return { kind: 'unread', why }
}
