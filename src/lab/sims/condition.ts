import { at, canonical, type Json, type JsonObject } from '../../json.ts'
import type { Condition, From } from './rules.ts'

/** What conditions and changes speak of: the arguments, and by role each resource that a call names, where it exists. */
export interface Scope {
  readonly args: JsonObject
  readonly roles: Readonly<Record<string, { readonly id: string; readonly fields: JsonObject | undefined }>>
}

/** Does a sentence hold for a call? A field that is not there is like nothing: over no number, in no list. */
export function holds([left, verb, right]: Condition, scope: Scope): boolean {
  const value = valueAt(left, scope)
  switch (verb) {
    case 'is':
      return same(value, right)
    case 'is not':
      return !same(value, right)
    case 'equals':
      return same(value, valueAt(right, scope))
    case 'differs from':
      return !same(value, valueAt(right, scope))
    case 'in':
      return isIn(value, valueAt(right, scope))
    case 'not in':
      return !isIn(value, valueAt(right, scope))
    case 'over':
      return numberIn(value) > numberIn(measure(right, scope))
    case 'under':
      return numberIn(value) < numberIn(measure(right, scope))
  }
}

/** The value of a path: `release.status`, `args.tag`, `destination.exists`; null where there is none. */
export function valueAt(path: string, { args, roles }: Scope): Json {
  const [role = '', ...rest] = path.split('.')
  if (role === 'args') return at(args, rest.join('.')) ?? null
  const fields = roles[role]?.fields
  if (rest[0] === 'exists') return fields !== undefined
  return at(fields, rest.join('.')) ?? null
}

/** A value as it is, or the one that it points to. */
export function given(value: Json | From, scope: Scope): Json {
  return isFrom(value) ? valueAt(value.from, scope) : value
}

function isFrom(value: Json | From): value is From {
  return typeof value === 'object' && value !== null && 'from' in value
}

function measure(right: string | number, scope: Scope): Json {
  return typeof right === 'number' ? right : valueAt(right, scope)
}

function numberIn(value: Json): number {
  return typeof value === 'number' ? value : Number.NaN
}

function isIn(value: Json, list: Json): boolean {
  return Array.isArray(list) && list.some(item => same(item, value))
}

function same(a: Json, b: Json): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && canonical(a) === canonical(b))
}
