import { canonical, isObject, type Json, type JsonObject } from '../json.ts'
import type { ResourceRule } from './adapter.ts'

/**
 * The template of a reading's arguments: as the adapter gives it, or every id parameter by its own name.
 * `${owner}` stands for a part of the id, `${id}` for its last part.
 */
export function templateOf(rule: ResourceRule): JsonObject {
  return rule.observationArgs ?? Object.fromEntries(rule.idParams.map(param => [param, `\${${param}}`]))
}

/**
 * The template with an id filled in. An id is text, but a schema may want a number: where the schema of the place
 * says so, and the text spells one exactly, the number stands there.
 */
export function fill(template: JsonObject, parts: Parts, schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, fillValue(value, parts, propertyOf(schema, key))]),
  )
}

/** By name of a placeholder: what stands for it. */
export type Parts = Readonly<Record<string, string>>

/** The parts of an id by the names that a template uses. */
export function partsOf(rule: ResourceRule, id: readonly string[]): Parts {
  return {
    id: id.at(-1) ?? '',
    ...Object.fromEntries(rule.idParams.map((param, index) => [param, id[index] ?? ''])),
  }
}

/**
 * The parts with which the template would give exactly these arguments, or undefined where none would.
 * Numbers and texts that spell the same are the same here. A placeholder within a longer text is not read back.
 */
export function unfill(template: Json, value: Json | undefined): Parts | undefined {
  const name = placeholderIn(template)
  if (name !== undefined) return isScalar(value) ? { [name]: String(value) } : undefined
  if (Array.isArray(template)) {
    return Array.isArray(value) && value.length === template.length
      ? merged(template.map((each, index) => unfill(each, value[index])))
      : undefined
  }
  if (!isObject(template))
    return value !== undefined && canonical(template) === canonical(value) ? {} : undefined
  if (!isObject(value) || Object.keys(value).some(key => !Object.hasOwn(template, key))) return undefined
  return merged(Object.keys(template).map(key => unfill(template[key] ?? null, value[key])))
}

function fillValue(template: Json, parts: Parts, schema: JsonObject): Json {
  const name = placeholderIn(template)
  if (name !== undefined) return typed(parts[name] ?? '', typesIn(schema))
  if (typeof template === 'string')
    return template.replace(/\$\{([^}]*)\}/g, (_, part: string) => parts[part] ?? '')
  if (Array.isArray(template)) {
    const items = isObject(schema.items) ? schema.items : {}
    return template.map(each => fillValue(each, parts, items))
  }
  return isObject(template) ? fill(template, parts, schema) : template
}

/** The name in a text that is one placeholder and nothing else. */
function placeholderIn(template: Json): string | undefined {
  return typeof template === 'string' ? /^\$\{([^}]*)\}$/.exec(template)?.[1] : undefined
}

function typed(part: string, types: readonly Json[]): Json {
  if (types.length === 0 || types.includes('string')) return part
  const wantsNumber = types.includes('number') || types.includes('integer')
  if (wantsNumber && String(Number(part)) === part) return Number(part)
  return types.includes('boolean') && (part === 'true' || part === 'false') ? part === 'true' : part
}

/** The types that a schema names, also as alternatives. */
function typesIn(schema: JsonObject): readonly Json[] {
  const choices = [schema.anyOf, schema.oneOf].flatMap(each => (Array.isArray(each) ? each : []))
  return [schema.type ?? [], ...choices.map(each => (isObject(each) ? (each.type ?? []) : []))].flat()
}

function propertyOf(schema: JsonObject, key: string): JsonObject {
  const { properties } = schema
  const property = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  return isObject(property) ? property : {}
}

/** All parts together, or undefined where one is missing or two contradict each other. */
function merged(all: readonly (Parts | undefined)[]): Parts | undefined {
  const parts: Record<string, string> = {}
  for (const each of all) {
    if (each === undefined) return undefined
    for (const [name, part] of Object.entries(each)) {
      if ((parts[name] ?? part) !== part) return undefined
      parts[name] = part
    }
  }
  return parts
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
