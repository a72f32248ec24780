import type { Word } from './machine.ts'
import { type Mealy, moveOf } from './mealy.ts'

/**
 * A shortest word on which two machines answer differently, or nothing where they are equivalent (bisimilar). A move
 * that one of them does not know differs from every move.
 */
export function difference(one: Mealy, other: Mealy): Word | undefined {
  const seen = new Set(['0,0'])
  const queue: { readonly a: number; readonly b: number; readonly word: Word }[] = [{ a: 0, b: 0, word: [] }]
  for (const { a, b, word } of queue) {
    for (const input of one.inputs) {
      const left = moveOf(one, a, input)
      const right = moveOf(other, b, input)
      if (!left && !right) continue
      if (left?.output !== right?.output || !left || !right) return [...word, input]
      const pair = `${left.to},${right.to}`
      if (seen.has(pair)) continue
      seen.add(pair)
      queue.push({ a: left.to, b: right.to, word: [...word, input] })
    }
  }
  return undefined
}
