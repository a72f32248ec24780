import { split } from './counterexample.ts'
import { Contradicted, type Lesson } from './lesson.ts'
import type { Word } from './machine.ts'
import { type Mealy, type Move, stateAfter } from './mealy.ts'
import type { Observations } from './observations.ts'

type Tree = Leaf | Fork

interface Leaf {
  kind: 'leaf'
  state: number
}

interface Fork {
  kind: 'fork'
  suffix: Word
  children: Map<string, Tree>
}

/**
 * The learner of Kearns and Vazirani (1994) for Mealy machines: a tree of suffixes sorts words into states, so that a
 * word is asked only what tells apart the states that it may still be. Counterexamples are taken apart as by Rivest
 * and Schapire.
 */
export function kv({ inputs, observations, counterexample }: Lesson): Mealy {
  const access: Word[] = [[]]
  let tree: Tree = { kind: 'leaf', state: 0 }
  for (;;) {
    const hypothesis = sortAll(tree, access, inputs, observations)
    const word = counterexample(hypothesis)
    if (!word) return hypothesis
    const { before, input, suffix } = split(word, hypothesis, state => access[state]!, observations)
    const from = stateAfter(hypothesis, before)!
    const wrong = hypothesis.states[from]!.get(input)!.to
    const state = access.push([...access[from]!, input]) - 1
    tree = forked(tree, wrong, state, suffix, access, observations)
  }
}

/** Sorts every transition into the tree. An answer that no child stands for yet is a state that was not known. */
function sortAll(tree: Tree, access: Word[], inputs: readonly string[], observations: Observations): Mealy {
  const states: Map<string, Move>[] = []
  for (let state = 0; state < access.length; state++) {
    const moves = new Map<string, Move>()
    for (const input of inputs) {
      const word = [...access[state]!, input]
      const to = sift(tree, word, access, observations)
      moves.set(input, { output: observations.ask(word).at(-1)!, to })
    }
    states.push(moves)
  }
  return { inputs, states }
}

function sift(tree: Tree, word: Word, access: Word[], observations: Observations): number {
  let at = tree
  while (at.kind === 'fork') {
    const answer = answerOf(word, at.suffix, observations)
    const child: Tree = at.children.get(answer) ?? { kind: 'leaf', state: access.push(word) - 1 }
    at.children.set(answer, child)
    at = child
  }
  return at.state
}

/** The tree in which a leaf has become a fork of two. */
function forked(
  tree: Tree,
  leaf: number,
  state: number,
  suffix: Word,
  access: readonly Word[],
  observations: Observations,
): Tree {
  if (tree.kind === 'fork') {
    for (const [answer, child] of tree.children)
      tree.children.set(answer, forked(child, leaf, state, suffix, access, observations))
    return tree
  }
  if (tree.state !== leaf) return tree
  const old = answerOf(access[leaf]!, suffix, observations)
  const own = answerOf(access[state]!, suffix, observations)
  if (old === own) throw new Contradicted()
  return {
    kind: 'fork',
    suffix,
    children: new Map<string, Tree>([
      [old, tree],
      [own, { kind: 'leaf', state }],
    ]),
  }
}

function answerOf(word: Word, suffix: Word, observations: Observations): string {
  return JSON.stringify(observations.ask([...word, ...suffix]).slice(word.length))
}
