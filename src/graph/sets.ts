import { bounds } from './bounds.ts'

/** Keeps the smallest few of a growing set: which ones does not depend on the order in which they came. */
export function keepSmallest(set: Set<string>, item: string): void {
  set.add(item)
  if (set.size <= bounds.digests) return
  let largest = item
  for (const each of set) if (each > largest) largest = each
  set.delete(largest)
}

/** Takes out of a set what is not among the others. */
export function keepOnly<T>(set: Set<T>, others: ReadonlySet<T>): void {
  for (const item of set) if (!others.has(item)) set.delete(item)
}

/** One more of this kind. */
export function count<K>(map: Map<K, number>, key: K): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

/** The range that holds a value as well. */
export function widened(range: Range | undefined, value: number): Range {
  if (range === undefined) return [value, value]
  return value >= range[0] && value <= range[1]
    ? range
    : [Math.min(range[0], value), Math.max(range[1], value)]
}

/** The least and the greatest value. */
export type Range = readonly [least: number, greatest: number]
