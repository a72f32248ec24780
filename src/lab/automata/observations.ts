import { type Adaptive, end } from './adaptive.ts'
import type { Counts, Machine, Word } from './machine.ts'

/** A node of the observation tree: what was answered after the word that leads here. */
export interface Node {
  readonly depth: number
  readonly parent: Node | undefined
  /** The input that leads here from the parent. */
  readonly by: string
  readonly children: Map<string, Branch>
}

export interface Branch {
  readonly output: string
  readonly node: Node
}

/** Thrown where no call is left. Learning catches it; nobody else sees it. */
export class Spent extends Error {}

/**
 * Everything that a machine was asked, as a tree. What it holds is never asked again, which is what the field's
 * figures count: a word is a query only when the machine is run for it.
 */
export interface Observations {
  readonly root: Node
  /** The outputs of a word: from the tree, else from the machine. Throws `Spent`. */
  ask(word: Word): string[]
  /** The node that a word leads to, asking for it where the tree does not reach so far. Throws `Spent`. */
  reach(word: Word): Node
  /** Asks a word and goes on with what depends on each answer. Throws `Spent`. */
  adapt(word: Word, next: Adaptive): void
  counts(): Counts
  /** How many answers differed from what the same word had answered before. The first answer stays. */
  conflicts(): number
}

export interface ObservationOptions {
  /** The calls that may be made: steps and resets together. */
  readonly budget?: number | undefined
}

export function observing(machine: Machine, { budget = Infinity }: ObservationOptions = {}): Observations {
  const root = nodeUnder(undefined, '')
  let queries = 0
  let steps = 0
  let conflicts = 0
  const call = () => {
    if (queries + steps >= budget) throw new Spent()
  }
  const step = (node: Node, input: string): Branch => {
    call()
    steps++
    const output = machine.step(input)
    const known = node.children.get(input)
    if (known && known.output !== output) conflicts++
    return known ?? grow(node, input, output)
  }
  const adapt = (word: Word, next: Adaptive) => {
    if (isKnown(root, word, next)) return
    call()
    queries++
    machine.reset()
    let node = root
    for (const input of word) node = step(node, input).node
    for (let at: Adaptive | undefined = next; at?.input !== undefined; ) {
      const branch = step(node, at.input)
      node = branch.node
      at = at.after.get(branch.output)
    }
  }
  const ask = (word: Word) => {
    adapt(word, end)
    return outputsIn(root, word)
  }
  return {
    root,
    ask,
    adapt,
    reach: word => {
      ask(word)
      return nodeAfter(root, word)!
    },
    counts: () => ({ queries, steps, resets: queries }),
    conflicts: () => conflicts,
  }
}

/** The word that leads to a node. */
export function accessOf(node: Node): Word {
  const word: string[] = []
  for (let at = node; at.parent; at = at.parent) word.push(at.by)
  return word.reverse()
}

function nodeUnder(parent: Node | undefined, by: string): Node {
  return { depth: parent ? parent.depth + 1 : 0, parent, by, children: new Map() }
}

function grow(node: Node, input: string, output: string): Branch {
  const branch = { output, node: nodeUnder(node, input) }
  node.children.set(input, branch)
  return branch
}

function outputsIn(root: Node, word: Word): string[] {
  const outputs: string[] = []
  let node = root
  for (const input of word) {
    const branch = node.children.get(input)
    if (!branch) break
    outputs.push(branch.output)
    node = branch.node
  }
  return outputs
}

function nodeAfter(root: Node, word: Word): Node | undefined {
  let node: Node | undefined = root
  for (const input of word) node = node?.children.get(input)?.node
  return node
}

function isKnown(root: Node, word: Word, next: Adaptive): boolean {
  let node = nodeAfter(root, word)
  for (let at: Adaptive | undefined = next; node && at?.input !== undefined; ) {
    const branch: Branch | undefined = node.children.get(at.input)
    at = branch && at.after.get(branch.output)
    node = branch?.node
  }
  return node !== undefined
}
