import { at, canonical, isObject, type Json, type JsonObject } from '../json.ts'
import type { FeatureRule, FeatureTest, ResourceRule } from './adapter.ts'
import { isEmpty, matchesText } from './match.ts'

/** One feature of a state. */
export type Feature = readonly [name: string, value: Json]

/** Most features that are found by shape: more would tell every resource apart from every other. */
const mostFound = 24

/**
 * The features that an observation's fields give, sorted by name. As the adapter names them; all fields that it has
 * patterns for; else by the shape of their values: booleans, enum-like texts, null, and whether a list is empty. Never
 * timestamps, ids, sizes, hashes or free text. A field that is not there gives no feature.
 */
export function featuresOf(rule: ResourceRule, fields: JsonObject): Feature[] {
  const features =
    rule.features === null ? foundIn(rule, fields) : rule.features.flatMap(each => testedIn(each, fields))
  return features
    .filter(([name]) => !isIgnored(rule, name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, rule.features === null ? mostFound : undefined)
}

/**
 * What else the fields would give as features by their shapes, where the adapter has chosen some: nothing is decided
 * by these, but one of them may turn out to be what decides.
 */
export function asideOf(rule: ResourceRule, fields: JsonObject): Feature[] {
  if (rule.features === null || rule.format === 'patterns') return []
  const chosen = new Set(rule.features.flatMap(({ name, path }) => [name, path]))
  return featuresOf({ ...rule, features: null }, fields).filter(([name]) => !chosen.has(name))
}

function testedIn(feature: FeatureRule, fields: JsonObject): Feature[] {
  const value = Object.hasOwn(fields, feature.path) ? fields[feature.path] : at(fields, feature.path)
  const result = tested(feature.test, value, fields)
  return result === undefined ? [] : [[feature.name, result]]
}

function tested(test: FeatureTest, value: Json | undefined, fields: JsonObject): Json | undefined {
  switch (test.kind) {
    case 'value':
      return value
    case 'nonempty':
      return !isEmpty(value)
    case 'null':
      return value === undefined || value === null
    case 'present':
      return value !== undefined
    case 'equals':
      return value !== undefined && canonical(value) === canonical(test.value)
    case 'matches':
      return (
        value !== undefined && matchesText(test.pattern, typeof value === 'string' ? value : canonical(value))
      )
    case 'same_as': {
      const other = at(fields, test.path)
      return value !== undefined && other !== undefined && canonical(value) === canonical(other)
    }
  }
}

function foundIn(rule: ResourceRule, fields: JsonObject): Feature[] {
  return rule.format === 'patterns' ? Object.entries(fields) : shapedIn(fields, '')
}

/** Fields of an object, and those of the objects in it, one level deep. */
function shapedIn(fields: JsonObject, parent: string): Feature[] {
  return Object.entries(fields).flatMap(([key, value]): Feature[] => {
    if (isObject(value) && parent === '' && !isEmpty(value) && !isMap(value)) return shapedIn(value, key)
    const shape = shapeOf(key === 'name' && isStateWord(parent) ? parent : key, value)
    return shape === undefined ? [] : [[parent === '' ? key : `${parent}.${key}`, shape]]
  })
}

/** An object whose members are things, each under its own id, says no more than a list of them: whether it is empty. */
function isMap(value: JsonObject): boolean {
  return Object.keys(value).some(key => /\d{3,}/.test(key) || !/^[\p{L}_$][\p{L}\d_$-]*$/u.test(key))
}

/** What a value's shape lets into the state, or undefined where it is no state. */
function shapeOf(key: string, value: Json): Json | undefined {
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'object') return isEmpty(value) ? 'empty' : 'not empty'
  if (value === '') return 'empty'
  if (typeof value !== 'string' || namesThings(key)) return undefined
  return isEnumLike(isStateWord(key) ? value.replaceAll(' ', '_') : value) ? value : undefined
}

/** Where the field's own name says state, a status of two or three words is one too: `In Progress`. */
export function isStateWord(key: string): boolean {
  return /(?:status|state|phase|stage|priority|severity|resolution|kind|type)$/i.test(key)
}

/** One short word of letters, with few digits: `DRAFT`, `in_progress`, `P1`; not `a3f9c2e`, `task-41823`, `Fix the bug`. */
export function isEnumLike(value: string): boolean {
  const isWord = /^[\p{L}][\p{L}\d]*(?:[_-][\p{L}\d]+)*$/u.test(value) && value.length <= 32
  const digits = value.replace(/\D/g, '').length
  return isWord && digits <= 2 && digits < value.length / 2 + 1 && !/^[0-9a-f]{7,}$/i.test(value)
}

/** A field that by its name tells things apart, however short its value is. */
export function namesThings(key: string): boolean {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  return thingWords.has(words.at(-1) ?? '') || words[0] === 'id'
}

const thingWords = new Set(
  (
    'id ids uid uuid guid key sha hash digest etag token cursor name names title label slug path file filename url uri ' +
    'href link email login user username author owner creator assignee description summary text body content message ' +
    'comment note notes reason result output version at date time timestamp created updated modified accessed'
  ).split(' '),
)

/** Does the adapter say that this field is never state? */
export function isIgnored(rule: ResourceRule, name: string): boolean {
  return rule.ignore.some(each => name === each || name.startsWith(`${each}.`))
}
