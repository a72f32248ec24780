import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { difference } from '../../../src/lab/automata/difference.ts'
import { type Mealy, outputsOf } from '../../../src/lab/automata/mealy.ts'
import { rpni, type Trace, treeOf } from '../../../src/lab/automata/rpni.ts'
import { mealies } from './generate.ts'
import { angluin, coffee } from './models.ts'

describe('RPNI', () => {
  it('agrees with everything that it has seen', () => {
    const words = fc.array(fc.array(fc.nat(2), { maxLength: 8 }), { maxLength: 12 })
    fc.assert(
      fc.property(mealies, words, (target, chosen) => {
        const traces = chosen.map(word =>
          traceOf(
            target,
            word.map(each => target.inputs[each % target.inputs.length]!),
          ),
        )
        const learned = rpni({ inputs: target.inputs, root: treeOf(traces) })
        for (const trace of traces) {
          const outputs = outputsOf(
            learned,
            trace.map(({ input }) => input),
          )
          expect(outputs).toEqual(trace.map(({ output }) => output))
        }
      }),
      { numRuns: 80 },
    )
  })

  it.each([
    ["Angluin's example", angluin, 6],
    ['the coffee machine', coffee, 4],
  ])('finds %s from all words of a length', (_name, target, length) => {
    const learned = rpni({ inputs: target.inputs, root: treeOf(allWords(target, length)) })
    expect(difference(learned, target)).toBeUndefined()
    expect(learned.states.length).toBe(target.states.length)
  })

  it('of nothing it makes one state that knows no move', () => {
    expect(rpni({ inputs: ['a'], root: treeOf([]) }).states).toEqual([new Map()])
  })

  it('keeps what was seen first where two traces disagree', () => {
    const root = treeOf([[{ input: 'a', output: 'first' }], [{ input: 'a', output: 'second' }]])
    expect(outputsOf(rpni({ inputs: ['a'], root }), ['a'])).toEqual(['first'])
  })
})

function traceOf(target: Mealy, word: readonly string[]): Trace {
  const outputs = outputsOf(target, word)
  return word.map((input, index) => ({ input, output: outputs[index]! }))
}

function allWords(target: Mealy, length: number): Trace[] {
  let words: string[][] = [[]]
  for (let at = 0; at < length; at++)
    words = words.flatMap(word => target.inputs.map(input => [...word, input]))
  return words.map(word => traceOf(target, word))
}
