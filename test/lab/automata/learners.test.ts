import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { difference } from '../../../src/lab/automata/difference.ts'
import { perfect, randomWords } from '../../../src/lab/automata/equivalence.ts'
import { kv } from '../../../src/lab/automata/kv.ts'
import { learnMealy } from '../../../src/lab/automata/lesson.ts'
import { lsharp } from '../../../src/lab/automata/lsharp.ts'
import { lstar } from '../../../src/lab/automata/lstar.ts'
import type { Machine } from '../../../src/lab/automata/machine.ts'
import { machineOf, outputsOf } from '../../../src/lab/automata/mealy.ts'
import { mealies, numbersFrom } from './generate.ts'
import { angluin } from './models.ts'

const learners = Object.entries({ lstar, kv, lsharp })

describe.each(learners)('%s', (_name, learner) => {
  it('learns every machine, with no more states than it has', () => {
    fc.assert(
      fc.property(mealies, target => {
        const learned = learnMealy(learner, {
          machine: machineOf(target),
          inputs: target.inputs,
          equivalence: perfect(target),
        })
        expect(learned.ended).toBe('equivalent')
        expect(difference(learned.hypothesis, target)).toBeUndefined()
        expect(learned.hypothesis.states.length).toBeLessThanOrEqual(target.states.length)
      }),
      { numRuns: 80 },
    )
  })

  it('makes no more calls than it may, and hands back a hypothesis all the same', () => {
    fc.assert(
      fc.property(mealies, fc.nat(60), fc.nat(), (target, budget, seed) => {
        const counted = counting(machineOf(target))
        const { hypothesis, counts, ended } = learnMealy(learner, {
          machine: counted,
          inputs: target.inputs,
          equivalence: randomWords({ random: numbersFrom(seed), words: 20, length: 5 }),
          budget,
        })
        expect(counts.steps + counts.resets).toBe(counted.calls())
        expect(counted.calls()).toBeLessThanOrEqual(budget)
        expect(ended).not.toBe('contradicted')
        expect(hypothesis.states.length).toBeGreaterThan(0)
      }),
      { numRuns: 80 },
    )
  })

  it('ends with a value where the machine answers one word in two ways', () => {
    fc.assert(
      fc.property(mealies, fc.integer({ min: 2, max: 7 }), fc.nat(), (target, every, seed) => {
        const learned = learnMealy(learner, {
          machine: fickle(machineOf(target), every),
          inputs: target.inputs,
          equivalence: randomWords({ random: numbersFrom(seed), words: 20, length: 5 }),
          budget: 400,
        })
        expect(['equivalent', 'budget', 'contradicted']).toContain(learned.ended)
        expect(learned.hypothesis.states.length).toBeGreaterThan(0)
      }),
      { numRuns: 80 },
    )
  })

  it('without a single call it knows nothing, and says so', () => {
    const { hypothesis, ended, counts } = learnMealy(learner, {
      machine: machineOf(angluin),
      inputs: angluin.inputs,
      equivalence: perfect(angluin),
      budget: 0,
    })
    expect({ ended, counts }).toEqual({ ended: 'budget', counts: { queries: 0, steps: 0, resets: 0 } })
    expect(outputsOf(hypothesis, ['a'])).toEqual([])
  })

  it('asks the same words in every run', () => {
    const runs = [1, 2].map(() => {
      const asked: string[] = []
      const machine = heard(machineOf(angluin), asked)
      const equivalence = randomWords({ random: numbersFrom(7), words: 30, length: 6 })
      learnMealy(learner, { machine, inputs: angluin.inputs, equivalence, budget: 300 })
      return asked.join('')
    })
    expect(runs[0]).toBe(runs[1])
  })
})

function counting(machine: Machine): Machine & { calls(): number } {
  let calls = 0
  return {
    reset: () => {
      calls++
      machine.reset()
    },
    step: input => {
      calls++
      return machine.step(input)
    },
    calls: () => calls,
  }
}

/** Answers otherwise at every so-many-th step. */
function fickle(machine: Machine, every: number): Machine {
  let steps = 0
  return {
    reset: () => machine.reset(),
    step: input => {
      const output = machine.step(input)
      return ++steps % every === 0 ? `not ${output}` : output
    },
  }
}

function heard(machine: Machine, asked: string[]): Machine {
  return {
    reset: () => {
      asked.push('|')
      machine.reset()
    },
    step: input => {
      asked.push(input)
      return machine.step(input)
    },
  }
}
