import type { Word } from './machine.ts'
import type { Mealy, MealyState } from './mealy.ts'
import { type Node, observing } from './observations.ts'

/** Inputs and the outputs that they were answered with, from the beginning on. */
export type Trace = readonly { readonly input: string; readonly output: string }[]

interface Merging {
  /** Which node each node was merged into. */
  readonly into: Int32Array
  /** The moves of each node, those of the nodes merged into it among them. */
  readonly moves: ReadonlyMap<string, { readonly output: string; readonly to: number }>[]
}

/**
 * The passive baseline: RPNI (Oncina and García 1992) for Mealy machines. It takes the tree of what was seen and merges
 * states in breadth-first order wherever no output speaks against it. It asks nothing.
 */
export function rpni({ inputs, root }: { readonly inputs: readonly string[]; readonly root: Node }): Mealy {
  const known = flat(root)
  let merging: Merging = { into: Int32Array.from(known.keys()), moves: known }
  const red: number[] = [0]
  for (let blue = nextBlue(red, merging); blue !== undefined; blue = nextBlue(red, merging)) {
    const merged = firstMerge(merging, red, blue)
    if (merged) merging = merged
    else red.push(blue)
  }
  return { inputs, states: red.map(state => stateOf(state, red, merging)) }
}

/** The tree of what traces showed, for `rpni`. Where two disagree, the first holds. */
export function treeOf(traces: readonly Trace[]): Node {
  let trace: Trace = []
  let at = 0
  const replay = {
    reset: () => {
      at = 0
    },
    step: () => trace[at++]!.output,
  }
  const observations = observing(replay)
  for (trace of traces) observations.ask(trace.map(({ input }) => input) satisfies Word)
  return observations.root
}

/** The nodes in breadth-first order, by number. */
function flat(root: Node): Map<string, { output: string; to: number }>[] {
  const nodes = [root]
  const moves: Map<string, { output: string; to: number }>[] = []
  for (const node of nodes) {
    const own = new Map<string, { output: string; to: number }>()
    for (const [input, branch] of node.children)
      own.set(input, { output: branch.output, to: nodes.push(branch.node) - 1 })
    moves.push(own)
  }
  return moves
}

/** The first node that a red one leads to and that is not red itself. */
function nextBlue(red: readonly number[], merging: Merging): number | undefined {
  let first: number | undefined
  for (const state of red) {
    for (const { to } of merging.moves[state]!.values()) {
      const target = find(merging.into, to)
      if (!red.includes(target) && (first === undefined || target < first)) first = target
    }
  }
  return first
}

function firstMerge(merging: Merging, red: readonly number[], blue: number): Merging | undefined {
  for (const state of red) {
    const merged = merge(merging, state, blue)
    if (merged) return merged
  }
  return undefined
}

/** Merges two nodes and whatever follows from it, or nothing where two outputs disagree. */
function merge(merging: Merging, one: number, other: number): Merging | undefined {
  const into = merging.into.slice()
  const moves = merging.moves.slice()
  const due: [number, number][] = [[one, other]]
  for (const [a, b] of due) {
    const left = find(into, a)
    const right = find(into, b)
    if (left === right) continue
    const [keep, drop] = left < right ? [left, right] : [right, left]
    into[drop] = keep
    const joined = new Map(moves[keep])
    for (const [input, move] of moves[drop]!) {
      const same = joined.get(input)
      if (!same) joined.set(input, move)
      else if (same.output !== move.output) return undefined
      else due.push([same.to, move.to])
    }
    moves[keep] = joined
  }
  return { into, moves }
}

function find(into: Int32Array, node: number): number {
  let at = node
  while (into[at] !== at) at = into[at]!
  return at
}

function stateOf(state: number, red: readonly number[], { into, moves }: Merging): MealyState {
  return new Map(
    [...moves[state]!].map(([input, { output, to }]) => [input, { output, to: red.indexOf(find(into, to)) }]),
  )
}
