import fc from 'fast-check'
import type { Mealy } from '../../../src/lab/automata/mealy.ts'

/** Complete Mealy machines of 1 to 7 states, 1 to 3 inputs and up to 3 outputs; not minimal, not all reachable. */
export const mealies: fc.Arbitrary<Mealy> = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 3 }))
  .chain(([states, inputs]) =>
    fc
      .array(fc.tuple(fc.nat(states - 1), fc.nat(2)), {
        minLength: states * inputs,
        maxLength: states * inputs,
      })
      .map(moves => built(states, ['a', 'b', 'c'].slice(0, inputs), moves)),
  )

function built(states: number, inputs: readonly string[], moves: readonly [number, number][]): Mealy {
  return {
    inputs,
    states: Array.from(
      { length: states },
      (_, state) =>
        new Map(
          inputs.map((input, index) => {
            const [to, output] = moves[state * inputs.length + index]!
            return [input, { output: `${output}`, to }] as const
          }),
        ),
    ),
  }
}

/** A small source of numbers from 0 to below 1 (a linear congruence), for words at random. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
