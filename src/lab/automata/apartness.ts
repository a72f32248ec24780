import type { Word } from './machine.ts'
import { type Mealy, moveOf } from './mealy.ts'
import type { Node } from './observations.ts'

/** A shortest word that two nodes answered differently (a witness of their apartness), or nothing. */
export function witness(one: Node, other: Node): Word | undefined {
  const queue: { readonly a: Node; readonly b: Node; readonly word: Word }[] = [
    { a: one, b: other, word: [] },
  ]
  for (const { a, b, word } of queue) {
    for (const [input, left] of a.children) {
      const right = b.children.get(input)
      if (!right) continue
      if (left.output !== right.output) return [...word, input]
      queue.push({ a: left.node, b: right.node, word: [...word, input] })
    }
  }
  return undefined
}

/** Whether two nodes answered some word differently, so that they cannot be the same state. */
export function apart(one: Node, other: Node): boolean {
  const due: (readonly [Node, Node])[] = [[one, other]]
  for (let pair = due.pop(); pair; pair = due.pop()) {
    const [a, b] = pair
    for (const [input, left] of a.children) {
      const right = b.children.get(input)
      if (!right) continue
      if (left.output !== right.output) return true
      due.push([left.node, right.node])
    }
  }
  return false
}

/** A word that was answered otherwise than a machine says, or nothing where the machine agrees with all of the tree. */
export function disagreement(root: Node, mealy: Mealy): Word | undefined {
  const queue: { readonly node: Node; readonly state: number; readonly word: Word }[] = [
    { node: root, state: 0, word: [] },
  ]
  for (const { node, state, word } of queue) {
    for (const [input, { output, node: next }] of node.children) {
      const move = moveOf(mealy, state, input)
      if (move?.output !== output) return [...word, input]
      queue.push({ node: next, state: move.to, word: [...word, input] })
    }
  }
  return undefined
}
