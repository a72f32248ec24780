import { namesThings } from '../adapter/features.ts'
import { saysHow } from '../adapter/spoken.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Observation } from './evidence.ts'

/** What a call's atoms are made from: every resource that it names, as it was just read, and the arguments. */
export interface CallFacts {
  readonly roles: readonly RoleFacts[]
  readonly args: JsonObject
  /** Top-level arguments that name a resource. Which one it is never explains anything, so they make no atom. */
  readonly idArguments: ReadonlySet<string>
}

export interface RoleFacts {
  readonly role: string
  readonly observation: Observation
  /** The chosen features of the observation. */
  readonly features: readonly (readonly [string, Json])[]
  /** The fields that a condition may speak of, beside the features; see adapter/spoken.ts. */
  readonly spoken: JsonObject
  /** Features that were found by shape and that the adapter did not choose: they explain nothing, and may be proposed. */
  readonly aside?: readonly (readonly [string, Json])[]
}

/** A value with the name by which an atom speaks of it: `args.amount`, `order.address.zip`. */
export type Named = readonly [name: string, value: Json]

/** Single values of one kind, one of each item of a list: `args.payments[].amount`. */
export interface Column {
  readonly name: string
  readonly values: readonly (string | number)[]
}

/** Most members of an object, and items of a list or map, that are looked at: with more of them it is left alone. */
const mostMembers = 16
const mostItems = 100

/** The arguments, and the members of those that are small objects, without those that name a resource. */
export function argumentsOf({ args, idArguments }: CallFacts): Named[] {
  const given = Object.entries(args).filter(([name]) => !idArguments.has(name))
  return given.flatMap(([name, value]) => [
    [`args.${name}`, value] as const,
    ...membersOf(`args.${name}`, value),
  ])
}

/** The fields of a resource that a condition may speak of, and the members of those that are small objects. */
export function fieldsOf({ role, spoken }: RoleFacts): Named[] {
  return Object.entries(spoken).flatMap(([name, value]) => [
    [`${role}.${name}`, value] as const,
    ...membersOf(`${role}.${name}`, value).filter(([member, of]) => saysHow(lastOf(member), of)),
  ])
}

/** The members of an object that is one thing, not a map of things under their own names. */
export function membersOf(name: string, value: Json): Named[] {
  if (!isObject(value)) return []
  const members = Object.entries(value)
  const isSmall = members.length <= mostMembers && members.every(([key, of]) => !isObject(of) && isName(key))
  return isSmall ? members.map(([key, of]) => [`${name}.${key}`, of]) : []
}

/** A name as programs give them, no id. */
function isName(key: string): boolean {
  return /^[\p{L}_$][\p{L}\d_$-]*$/u.test(key) && !/\d{3,}/.test(key)
}

/** The things in a list or under the keys of a map; none where there are too many, or where they are no objects. */
export function itemsIn(value: Json): readonly JsonObject[] {
  const items: readonly Json[] = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  return items.length <= mostItems && items.every(isObject) ? (items as readonly JsonObject[]) : []
}

/** The columns of a list: its values themselves, or a column for each single value of its items. */
export function columnsOf(name: string, list: Json): Column[] {
  if (Array.isArray(list) && list.length > 0 && list.length <= mostItems && list.every(isSingle))
    return [{ name: `${name}[]`, values: list }]
  const items = itemsIn(list)
  const [first] = items
  if (first === undefined) return []
  return Object.keys(first)
    .slice(0, mostMembers)
    .flatMap(key => {
      const values = items.map(item => (Object.hasOwn(item, key) ? item[key] : undefined))
      return values.every(isSingle) ? [{ name: `${name}[].${key}`, values }] : []
    })
}

/** A text or a number. */
export function isSingle(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** One short word, such as a status or an enumerated choice. */
export function isToken(value: Json): value is string {
  return typeof value === 'string' && /^[A-Za-z][A-Za-z_-]{0,31}$/.test(value)
}

/** Does a member of an item say how the item stands, in a value that an atom can name? */
export function isTelling(name: string, value: Json): boolean {
  if (namesThings(name) || isSecret(name)) return false
  return value === null || typeof value === 'boolean' || isToken(value)
}

/** What by its name holds a secret: its value is neither kept nor ever told. */
export function isSecret(name: string): boolean {
  return /pass(?:word|wd|phrase|code)?\b|passw|secret|token|credential|api[_-]?key|private[_-]?key|bearer|cookie|\bpin\b|\botp\b|\bauth/i.test(
    name.replace(/([a-z])([A-Z])/g, '$1_$2').replace(/_/g, '-'),
  )
}

/** The last part of a dotted name. */
export function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
