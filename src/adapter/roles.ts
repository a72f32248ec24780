import { at, isObject, type Json, type JsonObject } from '../json.ts'
import type { Adapter, ResourceRule } from './adapter.ts'
import { refOf } from './ref.ts'
import { type ListedTool, parametersOf } from './tool.ts'

/** One resource that a call names, and the part that it plays in the call. */
export interface Role {
  /** The resource class, or the argument that the adapter gives a role of its own (`source`). */
  readonly role: string
  readonly resourceClass: string
  readonly rule: ResourceRule
  /** One text for each of the rule's id parameters. */
  readonly id: readonly string[]
  /** `class:id`, see ref.ts. */
  readonly ref: string
}

/** Most resources of one call that are read; a call that names more would cost more reads than it is worth. */
export const mostRoles = 8

/** The resources that a call names: the first `mostRoles` in the order of the adapter and of the arguments. */
export function rolesOf(adapter: Adapter, tool: string, args: JsonObject): Role[] {
  return namedBy(adapter, tool, args).roles
}

/** The resources that a call names, and how many more it names than are looked at. */
export function namedBy(
  adapter: Adapter,
  tool: string,
  args: JsonObject,
): { roles: Role[]; dropped: number } {
  const byKey = new Map<string, Role>()
  for (const rule of adapter.resources) {
    for (const source of sourcesOf(adapter, rule, tool)) {
      for (const id of idsAt(source.paths.map(path => ({ from: args, path })))) {
        const role = { role: source.role, resourceClass: rule.resourceClass, rule, id, ref: refOf(rule, id) }
        byKey.set(JSON.stringify([role.role, role.ref]), role)
      }
    }
  }
  const roles = [...byKey.values()]
  return { roles: roles.slice(0, mostRoles), dropped: Math.max(0, roles.length - mostRoles) }
}

/**
 * The argument paths by which a tool may name resources (`path`, `paths[*]`, `owner`): ids, which never explain
 * anything.
 */
export function idArguments(adapter: Adapter, tool: string): ReadonlySet<string> {
  const sources = adapter.resources.flatMap(rule => sourcesOf(adapter, rule, tool))
  return new Set(sources.flatMap(source => source.paths))
}

/** The roles that resources can play in calls of a tool, as its parameters tell: each role and class once. */
export function rolesOfTool(adapter: Adapter, tool: ListedTool): { role: string; resourceClass: string }[] {
  const parameters = new Set(parametersOf(tool))
  const roles = adapter.resources.flatMap(rule =>
    sourcesOf(adapter, rule, tool.name)
      .filter(({ paths }) => paths.every(path => parameters.has(path) || parameters.has(firstName(path))))
      .map(({ role }) => ({ role, resourceClass: rule.resourceClass })),
  )
  return [...new Map(roles.map(each => [JSON.stringify(each), each])).values()]
}

function firstName(path: string): string {
  return path.split(/[.[]/)[0] ?? path
}

/** One way in which arguments name a resource: the role it plays then, and a path for each part of its id. */
interface Source {
  readonly role: string
  readonly paths: readonly string[]
}

/** A class that the tool's own roles name is looked for only there; other classes by their parameters. */
function sourcesOf(adapter: Adapter, rule: ResourceRule, tool: string): Source[] {
  const roles = own(adapter.tools, tool)?.roles ?? {}
  const named = Object.keys(roles).filter(path => roles[path] === rule.resourceClass)
  if (named.length > 0) return named.map(path => ({ role: lastName(path), paths: [...scopeOf(rule), path] }))
  if (rule.onlyTools !== null && !rule.onlyTools.includes(tool)) return []
  return spellings(rule).map(paths => ({ role: rule.resourceClass, paths }))
}

/** A role stands for the last part of a composite id; the parts before it come from their own parameters. */
function scopeOf(rule: ResourceRule): readonly string[] {
  return rule.idParams.slice(0, -1)
}

/** `relations[*].from` plays the role `from`. */
function lastName(path: string): string {
  return (
    path
      .replace(/\[[^\]]*\]/g, '')
      .split('.')
      .at(-1) || path
  )
}

/** Every choice of one path for each part: its parameter, or one of its aliases. */
function spellings(rule: ResourceRule): string[][] {
  return rule.idParams.reduce<string[][]>(
    (begun, param) => {
      const names = [param, ...(own(rule.idAliases, param) ?? [])]
      return begun.flatMap(paths => names.map(name => [...paths, name]))
    },
    [[]],
  )
}

/** Where to look for one part of an id: a path from a value. */
interface Place {
  readonly from: Json
  readonly path: string
}

/** The ids at the places of their parts. Parts out of one list belong together item by item. */
function idsAt(places: readonly Place[]): string[][] {
  const star = places.find(place => place.path.includes(everyItem))
  if (star === undefined) return idsIn(places.map(valuesAt))
  const list = star.path.slice(0, star.path.indexOf(everyItem))
  const items = at(star.from, list)
  if (!Array.isArray(items) || places.some(place => isApart(place, star.from, list))) return []
  return items.flatMap(item => idsAt(places.map(place => into(item, place, star.from, list))))
}

const everyItem = '[*]'

/** The place as seen from one item of the list, where it leads through that list. */
function into(item: Json, place: Place, from: Json, list: string): Place {
  const isInside = place.from === from && place.path.startsWith(list + everyItem)
  return isInside
    ? { from: item, path: place.path.slice(list.length + everyItem.length).replace(/^\./, '') }
    : place
}

function isInside(place: Place, from: Json, list: string): boolean {
  return place.from === from && place.path.startsWith(list + everyItem)
}

/** It leads through another list: nobody knows which items of the two belong together. */
function isApart(place: Place, from: Json, list: string): boolean {
  return place.path.includes(everyItem) && !isInside(place, from, list)
}

/** A list that stands where an id would is a list of ids; two such lists say nothing of which belong together. */
function idsIn(columns: readonly Json[][]): string[][] {
  const longest = columns.find(column => column.length !== 1) ?? columns[0] ?? []
  if (columns.some(column => column.length !== 1 && column !== longest)) return []
  return longest.flatMap((_, row) => {
    const id = columns.map(column => partOf(column[column === longest ? row : 0]))
    return id.every(part => part !== undefined) ? [id] : []
  })
}

function valuesAt({ from, path }: Place): Json[] {
  const value = isObject(from) && Object.hasOwn(from, path) ? from[path] : at(from, path)
  return Array.isArray(value) ? [...value] : [value ?? null]
}

function partOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
