import type { Atom } from './atoms.ts'
import { bounds } from './bounds.ts'
import type { FailureClass, ToolModel } from './model.ts'
import { wereTogether } from './together.ts'

/**
 * The conditions of two atoms that the evidence has left for a class: both held in all its failures, and no success had
 * both. Looked for only where no single atom is left. Atoms that no success ever told apart count as one, spoken for by
 * the first of them. With more conditions than `bounds.pairs` nothing is known yet, and none is given.
 */
export function pairsLeft(tool: ToolModel, { candidates, left }: FailureClass): [Atom, Atom][] {
  if (left.size > 0) return []
  const atoms = distinguished(tool, candidates)
  const pairs: [Atom, Atom][] = []
  for (let one = 0; one < atoms.length; one++) {
    for (let other = one + 1; other < atoms.length; other++) {
      const [a, b] = [atoms[one], atoms[other]]
      if (a === undefined || b === undefined || wereTogether(tool.together, a.place, b.place)) continue
      if (pairs.length >= bounds.pairs) return []
      pairs.push([a.atom, b.atom])
    }
  }
  return pairs
}

interface Placed {
  readonly atom: Atom
  readonly place: number
}

/**
 * One atom of each group that was seen with just the same others. One that was seen with every other, as most are,
 * belongs to no pair.
 */
function distinguished(tool: ToolModel, candidates: ReadonlySet<Atom>): Placed[] {
  const placed = [...candidates].flatMap(atom => {
    const place = tool.okAtoms.get(atom)
    return place === undefined || place < 0 ? [] : [{ atom, place }]
  })
  const words = wordsOf(placed)
  const byRow = new Map<string, Placed>()
  for (const each of placed) {
    const row = rowOf(tool, each.place)
    if (words.every(([word, mask]) => ((row[word] ?? 0) & mask) === mask)) continue
    const key = row.join()
    if (!byRow.has(key)) byRow.set(key, each)
  }
  return [...byRow.values()]
}

/** Of each word of a row, the bits of these atoms. */
function wordsOf(placed: readonly Placed[]): [word: number, mask: number][] {
  const masks = new Map<number, number>()
  for (const { place } of placed)
    masks.set(place >>> 5, (masks.get(place >>> 5) ?? 0) | (1 << (place & 31)))
  return [...masks]
}

function rowOf({ together }: ToolModel, place: number): Uint32Array {
  return together.bits.subarray(place * together.width, (place + 1) * together.width)
}
