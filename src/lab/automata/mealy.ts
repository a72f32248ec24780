import type { Machine, Word } from './machine.ts'

/** A Mealy machine. It begins in state 0. A move that is not there is not known: a learned machine may be partial. */
export interface Mealy {
  readonly inputs: readonly string[]
  readonly states: readonly MealyState[]
}

export type MealyState = ReadonlyMap<string, Move>

export interface Move {
  readonly output: string
  readonly to: number
}

/** The move that an input makes from a state, or nothing where it is not known. */
export function moveOf({ states }: Mealy, state: number, input: string): Move | undefined {
  return states[state]?.get(input)
}

/** The state after a word, or nothing where a move on the way is not known. */
export function stateAfter(mealy: Mealy, word: Word): number | undefined {
  let state: number | undefined = 0
  for (const input of word) state = state === undefined ? state : moveOf(mealy, state, input)?.to
  return state
}

/** The outputs of a word, as far as they are known. */
export function outputsOf(mealy: Mealy, word: Word): string[] {
  const outputs: string[] = []
  let state = 0
  for (const input of word) {
    const move = moveOf(mealy, state, input)
    if (!move) break
    outputs.push(move.output)
    state = move.to
  }
  return outputs
}

/** A Mealy machine to be asked. It must be complete. */
export function machineOf(mealy: Mealy): Machine {
  let state = 0
  return {
    reset: () => {
      state = 0
    },
    step: input => {
      const move = moveOf(mealy, state, input)
      if (!move) throw new RangeError(`State ${state} has no move for the input ${input}.`)
      state = move.to
      return move.output
    },
  }
}

/** A shortest word to each state that can be reached, in breadth-first order; nothing for the others. */
export function accessWords(mealy: Mealy): (Word | undefined)[] {
  const words: (Word | undefined)[] = mealy.states.map(() => undefined)
  const queue: number[] = [0]
  words[0] = []
  for (const state of queue) {
    for (const input of mealy.inputs) {
      const to = moveOf(mealy, state, input)?.to
      if (to === undefined || words[to]) continue
      words[to] = [...(words[state] ?? []), input]
      queue.push(to)
    }
  }
  return words
}
