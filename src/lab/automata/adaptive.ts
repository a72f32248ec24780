import type { Node } from './observations.ts'

/** What to ask next: an input, and what to go on with after each output. An end has no input. */
export interface Adaptive {
  readonly input: string | undefined
  readonly after: ReadonlyMap<string, Adaptive>
}

interface Scored extends Adaptive {
  readonly score: number
}

/** Nothing more to ask. */
export const end: Scored = { input: undefined, after: new Map(), score: 0 }

/**
 * An adaptive distinguishing sequence for nodes of the observation tree (Vaandrager et al. 2022, section 4.3): of all
 * inputs the one after which the most nodes can be expected to be told apart by what was already seen.
 */
export function distinguish(nodes: readonly Node[], inputs: readonly string[]): Adaptive {
  return best(nodes, inputs)
}

function best(nodes: readonly Node[], inputs: readonly string[]): Scored {
  let found = end
  if (nodes.length < 2) return found
  for (const input of inputs) {
    const parts = partsBy(nodes, input)
    const size = [...parts.values()].reduce((sum, part) => sum + part.length, 0)
    if (size < 2) continue
    const after = new Map([...parts].map(([output, part]) => [output, best(part, inputs)] as const))
    let score = 0
    for (const [output, part] of parts)
      score += (part.length * (size - part.length + after.get(output)!.score)) / size
    if (score > found.score) found = { input, after, score }
  }
  return found
}

function partsBy(nodes: readonly Node[], input: string): Map<string, Node[]> {
  const parts = new Map<string, Node[]>()
  for (const node of nodes) {
    const branch = node.children.get(input)
    if (!branch) continue
    const part = parts.get(branch.output) ?? []
    parts.set(branch.output, part)
    part.push(branch.node)
  }
  return parts
}
