import { namesThings } from '../adapter/features.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { argumentsOf, type CallFacts, columnsOf, fieldsOf, isSingle, itemsIn } from './facts.ts'

/** The items of a collection that an argument selects: one by a single value, or as many as its list names. */
export interface Selection {
  /** `order.items[args.item_id]`, `order.items[args.item_ids[]]`. */
  readonly name: string
  readonly isList: boolean
  readonly items: readonly JsonObject[]
  /** What was asked for. */
  readonly asked: readonly (string | number)[]
}

/** Most selections of one call; the rest is dropped. */
const mostSelections = 12

/**
 * The items that arguments select in what was read: under a key of a map, or in a list the one item that is known by
 * the argument's value. The argument is known by where it stands, never by what it is called.
 */
export function selectionsOf(call: CallFacts): Selection[] {
  const found: Selection[] = []
  const collections = call.roles.flatMap(fieldsOf).flatMap(([name, value]) => {
    const pick = pickerOf(value)
    return pick === undefined ? [] : [{ name, pick }]
  })
  if (collections.length === 0) return found
  const add = (name: string, isList: boolean, values: readonly (string | number)[]) => {
    for (const collection of collections) {
      const items = values.map(collection.pick).filter(item => item !== undefined)
      if (items.length > 0 && found.length < mostSelections)
        found.push({ name: `${collection.name}[${name}]`, isList, items, asked: values })
    }
  }
  for (const [name, value] of argumentsOf(call)) {
    if (isSingle(value)) add(name, false, [value])
    else for (const column of columnsOf(name, value)) add(column.name, true, column.values)
  }
  return found
}

type Picker = (value: string | number) => JsonObject | undefined

/** How an item is found in a collection, undefined where it is none. */
function pickerOf(collection: Json): Picker | undefined {
  const items = itemsIn(collection)
  if (items.length === 0) return undefined
  if (isObject(collection)) {
    return key => {
      const item: Json | undefined = Object.hasOwn(collection, String(key))
        ? collection[String(key)]
        : undefined
      return isObject(item) ? item : undefined
    }
  }
  const keys = Object.keys(items[0] ?? {}).filter(key => namesThings(key) || tellsApart(items, key))
  return value => items.find(item => keys.some(key => item[key] === value))
}

/** Every item has another text there. */
function tellsApart(items: readonly JsonObject[], key: string): boolean {
  const values = items.map(item => item[key])
  return values.every(value => typeof value === 'string') && new Set(values).size === items.length
}
