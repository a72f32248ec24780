import { at, isObject, type Json, type JsonObject } from '../../json.ts'
import type { ResourceRule } from '../adapter.ts'
import { featuresOf, isStateWord, namesThings } from '../features.ts'
import type { FeatureForm } from '../schema.ts'

/** Most features of a draft: more would tell every resource apart from every other. */
const most = 12

/** Most different values of a field that is a state; a field with more tells one thing from another. */
const mostValues = 6

/**
 * The fields of real readings that look like state, for a person to prune: booleans, words such as `in_progress`, and
 * whether a list or a time is set. Never times themselves, ids, sizes, names or texts.
 */
export function featuresFrom(rule: ResourceRule, readings: readonly JsonObject[]): FeatureForm[] {
  const values = new Map<string, Json[]>()
  for (const fields of readings) {
    const shaped = featuresOf({ ...rule, features: null, ignore: [] }, fields).map(([name]) => name)
    const names = [...shaped, ...Object.keys(fields).filter(key => isSwitch(key, fields[key]))]
    for (const name of new Set(names.filter(each => !isNeighbour(each, fields)))) {
      values.set(name, [...(values.get(name) ?? []), valueIn(fields, name)])
    }
  }
  const found = [...values].flatMap(([name, seen]) => {
    const form = formOf(name, seen)
    return form === undefined ? [] : [{ form, rank: rankOf(name, seen) }]
  })
  return [...found, ...countsIn(readings[0] ?? {}).map(form => ({ form, rank: 1 }))]
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ form }) => form)
}

/** `epic_status` beside an `epic_id` says how another thing stands. */
function isNeighbour(name: string, fields: JsonObject): boolean {
  const [, other] = /^(\w+?)_\w+$/.exec(name) ?? []
  return other !== undefined && Object.hasOwn(fields, `${other}_id`)
}

/** Two counts of the same that may agree: all of `totalTasks` are among the `completedTasks`. */
function countsIn(fields: JsonObject): FeatureForm[] {
  const counts = Object.keys(fields).filter(key => typeof fields[key] === 'number')
  return counts.flatMap(total => {
    const [, noun] = /^total_?([A-Z]?\w+)$/.exec(total) ?? []
    const parts = noun === undefined ? [] : counts.filter(key => key !== total && key.endsWith(noun))
    return parts.map((path): FeatureForm => {
      const name = `all_${path.slice(0, -(noun?.length ?? 0)).replace(/_$/, '')}`
      return { name, path, test: 'same_as', value: total }
    })
  })
}

/** A number that is a yes or no: `needs_rework: 0`. */
function isSwitch(key: string, value: Json | undefined): boolean {
  return (value === 0 || value === 1) && /^(?:is|has|needs|can|should|was)(?:[_-]|(?=[A-Z]))/.test(key)
}

function valueIn(fields: JsonObject, name: string): Json {
  return (Object.hasOwn(fields, name) ? fields[name] : at(fields, name)) ?? null
}

function formOf(name: string, seen: readonly Json[]): FeatureForm | undefined {
  const key = name.split('.').at(-1) ?? name
  if (seen.every(value => value === '') || /(?:_by|By)$/.test(key)) return undefined
  if (seen.every(value => typeof value === 'string' && value.length < 2)) return undefined
  if (seen.some(value => value === null || Array.isArray(value) || isObject(value))) {
    const isTime = /(?:_at|At|_on|_date|Date)$/.test(key)
    return namesThings(key) && !isTime ? undefined : { name: plain(name), path: name, test: 'nonempty' }
  }
  const different = new Set(seen.filter(value => typeof value === 'string'))
  if (
    different.size > mostValues ||
    (different.size > 2 && different.size === seen.length && !isStateWord(key))
  )
    return undefined
  return plain(name) === name ? name : { name: plain(name), path: name }
}

/** States first, then yes and no, then other words, then what may be empty. */
function rankOf(name: string, seen: readonly Json[]): number {
  if (seen.some(value => value === null || typeof value === 'object')) return 3
  if (typeof seen[0] === 'string') return isStateWord(name) ? 0 : 2
  return 1
}

/** `Needs Review` of a text's line is called `needs_review`; the fields of JSON keep their names. */
function plain(name: string): string {
  return /^[\w.$-]+$/.test(name) && !/^[A-Z][a-z]+$/.test(name)
    ? name
    : name.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, '_')
}

/** The same as far as the schema of results promises it: yes or no, a choice, a state, a list. */
export function featuresInSchema(schema: JsonObject | null): FeatureForm[] {
  const properties = isObject(schema?.properties) ? schema.properties : {}
  return Object.entries(properties)
    .flatMap(([name, each]): FeatureForm[] => {
      if (!isObject(each) || namesThings(name) || !/^[\w$-]+$/.test(name)) return []
      const types = [each.type ?? []].flat()
      if (types.includes('array')) return [{ name, path: name, test: 'nonempty' }]
      const isState =
        types.includes('boolean') ||
        each.enum !== undefined ||
        (types.includes('string') && isStateWord(name))
      return isState ? [name] : []
    })
    .slice(0, most)
}

/** The part of a schema at a dotted path, through lists where the path leads into one. */
export function schemaAt(schema: JsonObject | null, path: string): JsonObject | null {
  let here: Json | undefined = schema ?? undefined
  for (const step of path === '' ? [] : path.split('.')) {
    here = at(here, 'properties')
    here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined
  }
  return isObject(here) ? here : null
}
