import { distinguish } from './adaptive.ts'
import { apart, disagreement, witness } from './apartness.ts'
import { Contradicted, type Lesson } from './lesson.ts'
import type { Word } from './machine.ts'
import { type Mealy, stateAfter } from './mealy.ts'
import { accessOf, type Node, type Observations } from './observations.ts'

/**
 * What L# knows. The nodes of the basis are pairwise apart; their other successors are the frontier, each with the
 * nodes of the basis that it may still be. Nodes that are apart stay apart, so candidates only become fewer.
 */
interface Knowledge {
  readonly inputs: readonly string[]
  readonly observations: Observations
  readonly basis: Node[]
  readonly frontier: Map<Node, readonly Node[]>
}

/**
 * L# (Vaandrager, Garhewal, Rot and Wißmann 2022). It works on the tree of what was asked and on nothing else; its four
 * rules may be tried in any order. As the paper does in practice, a new input is followed at once by a word that tells
 * states apart, and a node that may still be three states or more is asked adaptively.
 */
export function lsharp({ inputs, observations, counterexample }: Lesson): Mealy {
  const known: Knowledge = { inputs, observations, basis: [observations.root], frontier: new Map() }
  for (;;) {
    refresh(known)
    if (extend(known) || identify(known) || promote(known)) continue
    const hypothesis = hypothesisOf(known)
    const word = disagreement(observations.root, hypothesis) ?? counterexample(hypothesis)
    if (!word) return hypothesis
    explain(word, hypothesis, known)
    refresh(known)
    if (isIdentified(known)) throw new Contradicted()
  }
}

function refresh({ basis, frontier }: Knowledge): void {
  for (const node of basis) {
    for (const { node: next } of node.children.values()) {
      if (basis.includes(next)) continue
      const candidates = frontier.get(next) ?? basis
      frontier.set(
        next,
        candidates.filter(each => !apart(each, next)),
      )
    }
  }
}

/** Rule 1: a node of the frontier that is apart from the whole basis joins it. */
function promote({ basis, frontier }: Knowledge): boolean {
  const isolated = [...frontier].find(([, candidates]) => candidates.length === 0)?.[0]
  if (!isolated) return false
  basis.push(isolated)
  frontier.delete(isolated)
  for (const [node, candidates] of frontier) frontier.set(node, [...candidates, isolated])
  return true
}

/** Rule 2: an input that was never tried in a state of the basis is tried. */
function extend({ inputs, observations, basis }: Knowledge): boolean {
  for (const node of basis) {
    const untried = inputs.find(input => !node.children.has(input))
    if (untried === undefined) continue
    const other = basis.find(each => each !== node)
    observations.ask([...accessOf(node), untried, ...(other ? witness(node, other)! : [])])
    return true
  }
  return false
}

/** Rule 3: a node of the frontier that may still be several states is asked what tells these apart. */
function identify({ inputs, observations, frontier }: Knowledge): boolean {
  for (const [node, candidates] of frontier) {
    const [one, other] = candidates
    if (!one || !other) continue
    if (candidates.length > 2) observations.adapt(accessOf(node), distinguish(candidates, inputs))
    else observations.ask([...accessOf(node), ...witness(one, other)!])
    return true
  }
  return false
}

function isIdentified({ frontier }: Knowledge): boolean {
  return [...frontier.values()].every(candidates => candidates.length === 1)
}

/** Rule 4: every node of the frontier is one state of the basis, and that makes a machine. */
function hypothesisOf({ inputs, basis, frontier }: Knowledge): Mealy {
  const stateOf = (node: Node) => basis.indexOf(frontier.get(node)?.[0] ?? node)
  const movesOf = (node: Node) =>
    [...node.children].map(
      ([input, { output, node: next }]) => [input, { output, to: stateOf(next) }] as const,
    )
  return { inputs, states: basis.map(node => new Map(movesOf(node))) }
}

/** Halves a word on which the hypothesis is wrong, until the frontier itself shows what is wrong. */
function explain(word: Word, hypothesis: Mealy, known: Knowledge): void {
  const { observations, basis } = known
  const stateNode = (to: Word) => basis[stateAfter(hypothesis, to)!]!
  let wrong = shortestWrong(word, stateNode, observations)
  for (let reached = reachedIn(wrong, known); reached < wrong.length; reached = reachedIn(wrong, known)) {
    const eta = witness(stateNode(wrong), observations.reach(wrong))
    if (!eta) throw new Contradicted()
    const half = (reached + wrong.length) >> 1
    const before = wrong.slice(0, half)
    const rest = [...accessOf(stateNode(before)), ...wrong.slice(half)]
    observations.ask([...rest, ...eta])
    wrong = apart(stateNode(before), observations.reach(before)) ? before : rest
  }
}

/** The shortest beginning of a word that leads to another state than the hypothesis says. */
function shortestWrong(word: Word, stateNode: (to: Word) => Node, observations: Observations): Word {
  observations.ask(word)
  for (let length = 1; length <= word.length; length++) {
    const beginning = word.slice(0, length)
    if (apart(stateNode(beginning), observations.reach(beginning))) return beginning
  }
  throw new Contradicted()
}

/** How much of a word it takes to leave the basis. */
function reachedIn(word: Word, { observations, basis }: Knowledge): number {
  let node = observations.root
  let length = 0
  while (length < word.length && basis.includes(node)) node = node.children.get(word[length++]!)!.node
  return length
}
