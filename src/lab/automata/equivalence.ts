import { difference } from './difference.ts'
import type { Equivalence } from './lesson.ts'
import { accessWords, type Mealy, outputsOf } from './mealy.ts'

/** Knows the machine itself, asks nothing and finds a shortest counterexample: for tests and for lower bounds. */
export function perfect(target: Mealy): Equivalence {
  return hypothesis => difference(hypothesis, target)
}

export interface RandomWords {
  /** A source of numbers from 0 to below 1. The same source gives the same words. */
  readonly random: () => number
  /** How many words in a row must agree until a hypothesis is taken for right. */
  readonly words: number
  /** How many random inputs follow the access word of a state. */
  readonly length: number
}

/** Asks random words, each through a state of the hypothesis chosen at random. Every one costs calls. */
export function randomWords({ random, words, length }: RandomWords): Equivalence {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  return (hypothesis, observations) => {
    if (hypothesis.inputs.length === 0) return undefined
    const access = accessWords(hypothesis).filter(word => word !== undefined)
    for (let tried = 0; tried < words; tried++) {
      const word = [...pick(access), ...Array.from({ length }, () => pick(hypothesis.inputs))]
      const foreseen = outputsOf(hypothesis, word)
      const differs = observations.ask(word).findIndex((output, index) => output !== foreseen[index])
      if (differs !== -1) return word.slice(0, differs + 1)
    }
    return undefined
  }
}
