/** Draws that a seed decides: the same seed gives the same draws, on every machine. */
export interface Random {
  /** From 0 up to 1, without 1. */
  next(): number
  /** A whole number from 0 up to `below`, without it. */
  below(below: number): number
  pick<Item>(items: readonly Item[]): Item | undefined
  /** The same items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[]
}

/**
 * A generator for a seed and a purpose, so that one more draw for one thing changes nothing elsewhere.
 * mulberry32 (Tommy Ettinger, public domain) on a hash of both; for studies, never for secrets.
 */
export function randomFor(seed: number, ...purpose: readonly (string | number)[]): Random {
  let state = hash(`${seed}\n${purpose.join('\n')}`)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    pick: items => items[below(items.length)],
    shuffled(items) {
      const order = [...items]
      for (let last = order.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const [a, b] = [order[last], order[other]]
        if (a !== undefined && b !== undefined) [order[last], order[other]] = [b, a]
      }
      return order
    },
  }
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value | 0
}
