import { at, isObject, type Json } from '../json.ts'

/** Where to look for one part of an id: a path from a value. */
export interface Place {
  readonly from: Json
  readonly path: string
}

/** The ids at the places of their parts. Parts out of one list belong together item by item. */
export function idsAt(places: readonly Place[]): string[][] {
  if (places.length === 0) return [[]] // there is one such resource only, so every call names it
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
  if (!isInside(place, from, list)) return place
  return { from: item, path: place.path.slice(list.length + everyItem.length).replace(/^\./, '') }
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
