import { Contradicted } from './lesson.ts'
import type { Word } from './machine.ts'
import { type Mealy, outputsOf, stateAfter } from './mealy.ts'
import type { Observations } from './observations.ts'

/** Where a hypothesis goes wrong: after `before`, the input `input` leads to a state that `suffix` tells apart. */
export interface Split {
  readonly before: Word
  readonly input: string
  readonly suffix: Word
}

/**
 * Takes a counterexample apart by binary search (Rivest and Schapire 1993), in a number of queries logarithmic in its
 * length. `access` gives the word by which the learner reaches a state of the hypothesis.
 */
export function split(
  counterexample: Word,
  hypothesis: Mealy,
  access: (state: number) => Word,
  observations: Observations,
): Split {
  const word = upToTheDifference(counterexample, hypothesis, observations)
  const answer = observations.ask(word).at(-1)
  const agrees = (at: number) => {
    const state = stateAfter(hypothesis, word.slice(0, at))!
    return observations.ask([...access(state), ...word.slice(at)]).at(-1) === answer
  }
  // What the machine answers after the access word of the state at `low` is right, at `high` it is not.
  let low = 0
  let high = word.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (agrees(middle)) low = middle
    else high = middle
  }
  if (high === low) throw new Contradicted()
  return { before: word.slice(0, low), input: word[low]!, suffix: word.slice(low + 1) }
}

function upToTheDifference(word: Word, hypothesis: Mealy, observations: Observations): Word {
  const answered = observations.ask(word)
  const foreseen = outputsOf(hypothesis, word)
  const at = answered.findIndex((output, index) => output !== foreseen[index])
  if (at === -1) throw new Contradicted()
  return word.slice(0, at + 1)
}
