import { type Atom, isAside } from './atoms.ts'
import { bounds } from './bounds.ts'
import type { FailureClass, ToolModel } from './model.ts'
import { wereTogether } from './together.ts'

/**
 * The conditions of two atoms that the evidence has left for a class: both held in all its failures, and no success had
 * both. Looked for only where no single atom is left. Atoms that no success ever told apart count as one, spoken for by
 * the first of them. With more conditions than `bounds.pairs` nothing is known yet, and none is given.
 */
export function pairsLeft(tool: ToolModel, { candidates, left, distinct }: FailureClass): [Atom, Atom][] {
  if ([...left].some(atom => !isAside(atom)) || distinct.size < bounds.failuresForPairs) return []
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
 * One atom of each group that no success has told apart, as far as these atoms go. One that was seen with every
 * other, as most are, belongs to no pair.
 */
function distinguished({ okAtoms, together }: ToolModel, candidates: ReadonlySet<Atom>): Placed[] {
  const { width, bits } = together
  const mask = new Uint32Array(width)
  const placed: Placed[] = []
  for (const atom of candidates) {
    const place = okAtoms.get(atom) ?? -1
    if (place < 0 || isAside(atom)) continue
    placed.push({ atom, place })
    mask[place >>> 5] = (mask[place >>> 5] ?? 0) | (1 << (place & 31))
  }
  const byRow = new Map<string, Placed>()
  for (const each of placed) {
    let missing = ''
    for (let word = 0; word < width; word++) {
      const lacks = ~(bits[each.place * width + word] ?? 0) & (mask[word] ?? 0)
      if (lacks !== 0) missing += `${word}:${lacks},`
    }
    if (missing !== '' && !byRow.has(missing)) byRow.set(missing, each)
  }
  return [...byRow.values()]
}
