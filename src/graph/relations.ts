import { isObject, type Json } from '../json.ts'
import type { Comparison } from './amounts.ts'
import type { Atom } from './atoms.ts'
import {
  argumentsOf,
  type CallFacts,
  columnsOf,
  fieldsOf,
  isSingle,
  isTelling,
  lastOf,
  membersOf,
  type Named,
} from './facts.ts'
import type { Selection } from './items.ts'
import { spell } from './state.ts'

/**
 * How arguments stand to what was read: in a list, a key of a map, the same as a field, less or more; a list of them,
 * whether all of it is there.
 */
export function relationsOf(call: CallFacts): Atom[] {
  const given = argumentsOf(call)
  const fields = call.roles.flatMap(fieldsOf)
  const within = given.flatMap(each => fields.flatMap(field => memberships(each, field)))
  const equal = given.flatMap(each => fields.flatMap(field => equality(each, field)))
  return [...within, ...lengths(given), ...equal, ...amongArguments(given), ...amongRoles(call)]
}

/**
 * What is so of the items that arguments select: a field of the one item; of several, of every or of some of them. By
 * what an item was found says nothing.
 */
export function sayingsOf(selections: readonly Selection[]): Atom[] {
  return selections.flatMap(({ name, isList, items, asked }) => {
    const [first] = items
    if (first === undefined) return []
    const members = membersDeep('', first).filter(([, value]) => !isSingle(value) || !asked.includes(value))
    if (!isList) return members.map(([member, value]) => `${name}${member} is ${spell(value)}`)
    return members.flatMap(([member]) => ofSeveral(name, member, items))
  })
}

/** Which amounts are the same and which are not; less and more are bounds of their difference. */
export function equalitiesOf(comparisons: readonly Comparison[]): Atom[] {
  return comparisons.map(
    ({ left, right }) =>
      `${left.name} ${Math.abs(left.value - right.value) < 1e-6 ? 'equals' : 'differs from'} ${right.name}`,
  )
}

function memberships([name, value]: Named, [field, there]: Named): Atom[] {
  if (isSingle(value)) return isIn(value, there, field).map(where => `${name} ${where}`)
  return columnsOf(name, value).flatMap(({ name: column, values }) => {
    const all = values.map(each => isIn(each, there, field))
    if (all.every(places => places.length === 0)) return []
    const inside = all.filter(places => places.some(where => !/^no/.test(where))).length
    const of = isObject(there) ? `keys of ${field}` : `in ${field}`
    const most = inside === all.length ? 'all' : 'not all'
    return [`${column} ${most} ${of}`, ...(inside === 0 ? [`${column} none ${of}`] : [])]
  })
}

/** Where one value is or is not: in a list, in a column of a list, a key of a map. */
function isIn(value: string | number, there: Json, field: string): string[] {
  if (isObject(there)) return [`${Object.hasOwn(there, String(value)) ? 'a key of' : 'no key of'} ${field}`]
  if (!Array.isArray(there)) return []
  if (there.every(isSingle)) return [`${there.includes(value) ? 'in' : 'not in'} ${field}`]
  return columnsOf(field, there)
    .filter(({ values }) => typeof values[0] === typeof value)
    .slice(0, 4)
    .map(({ name, values }) => `${values.includes(value) ? 'in' : 'not in'} ${name}`)
}

function equality([name, value]: Named, [field, there]: Named): Atom[] {
  if (!isSingle(value) || typeof there !== typeof value) return []
  return compared(name, value, field, there as string | number)
}

function compared(name: string, value: string | number, other: string, there: string | number): Atom[] {
  if (typeof value === 'string') return [`${name} ${value === there ? 'equals' : 'differs from'} ${other}`]
  if (value === there) return [`${name} equals ${other}`]
  return [`${name} differs from ${other}`, `${name} ${value < Number(there) ? 'less' : 'more'} than ${other}`]
}

/** How two lists among the arguments stand to each other. */
function lengths(given: readonly Named[]): Atom[] {
  const lists = given.filter((each): each is readonly [string, readonly Json[]] => Array.isArray(each[1]))
  return pairsOf(lists).flatMap(([[name, list], [other, otherList]]) =>
    list.length === otherList.length
      ? [`${name} as long as ${other}`]
      : [
          `${name} not as long as ${other}`,
          `${name} ${list.length < otherList.length ? 'shorter' : 'longer'} than ${other}`,
        ],
  )
}

/** Most single arguments that are compared with each other. */
const mostCompared = 6

function amongArguments(given: readonly Named[]): Atom[] {
  const single = given.filter((each): each is readonly [string, string | number] => isSingle(each[1]))
  return pairsOf(single.slice(0, mostCompared)).flatMap(([[name, value], [other, there]]) =>
    typeof value === typeof there ? compared(name, value, other, there) : [],
  )
}

/** How two resources of one call stand to each other: fields of one name. */
function amongRoles({ roles }: CallFacts): Atom[] {
  return pairsOf(roles).flatMap(([one, other]) =>
    [...new Map([...one.features, ...Object.entries(one.spoken)])].flatMap(([name, value]) => {
      const there = new Map([...other.features, ...Object.entries(other.spoken)]).get(name)
      if (there === undefined || !isComparable(value) || !isComparable(there)) return []
      const [left, right] = [`${one.role}.${name}`, `${other.role}.${name}`]
      if (isSingle(value) && isSingle(there) && typeof value === typeof there)
        return compared(left, value, right, there)
      return [`${left} ${value === there ? 'equals' : 'differs from'} ${right}`]
    }),
  )
}

function isComparable(value: Json): value is string | number | boolean | null {
  return value === null || typeof value !== 'object'
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other): [T, T] => [one, other]))
}

/** The members of an item that say how it stands, also one level deeper. */
function membersDeep(name: string, item: { readonly [key: string]: Json }): Named[] {
  return Object.entries(item)
    .flatMap(([key, value]): Named[] =>
      isObject(value) ? membersOf(`${name}.${key}`, value) : [[`${name}.${key}`, shapeOf(value)]],
    )
    .filter(([member, value]) => isTelling(lastOf(member), value))
    .slice(0, 12)
}

/** Of a list in an item only whether there is something in it. */
function shapeOf(value: Json): Json {
  return Array.isArray(value) ? (value.length === 0 ? 'empty' : 'filled') : value
}

function ofSeveral(name: string, member: string, items: readonly { readonly [key: string]: Json }[]): Atom[] {
  const values = items.map(item => membersDeep('', item).find(([each]) => each === member)?.[1])
  const kinds = [...new Set(values.map(value => (value === undefined ? 'unsaid' : spell(value))))]
  const every = `every ${name}${member} is ${kinds.length === 1 ? kinds[0] : 'mixed'}`
  return kinds.length === 1
    ? [every]
    : [every, ...kinds.slice(0, 4).map(kind => `some ${name}${member} like ${kind}`)]
}
