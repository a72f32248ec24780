import { describe, expect, it } from 'vitest'
import { difference } from '../../../src/lab/automata/difference.ts'
import { perfect } from '../../../src/lab/automata/equivalence.ts'
import { kv } from '../../../src/lab/automata/kv.ts'
import { type Learner, learnMealy } from '../../../src/lab/automata/lesson.ts'
import { lsharp } from '../../../src/lab/automata/lsharp.ts'
import { lstar } from '../../../src/lab/automata/lstar.ts'
import { type Mealy, machineOf } from '../../../src/lab/automata/mealy.ts'
import { angluin, coffee, tlsServer, tomita3 } from './models.ts'

/**
 * Queries and steps that the field's library needs for these public models, with a perfect oracle that gives a shortest
 * counterexample, Rivest-Schapire processing, and no word asked twice.
 */
describe('the learners ask as many words, of as many steps, as is known of them', () => {
  it.each<[string, Mealy, string, string, string]>([
    ["Angluin's example", angluin, '21/70', '19/56', '16/47'],
    ['the coffee machine', coffee, '8/20', '6/12', '6/12'],
    ['a TLS server of 6 states and 8 inputs', tlsServer, '384/1472', '101/363', '111/401'],
  ])('%s', (_name, model, ofLstar, ofKv, ofLsharp) => {
    expect([lstar, kv, lsharp].map(learner => asked(learner, model))).toEqual([ofLstar, ofKv, ofLsharp])
  })

  /**
   * The known figures of Tomita's third language (22/80, 17/54, 16/53) are those of an acceptor, whose states differ in
   * whether the empty word is accepted. Our learners learn Mealy machines, which tell states apart by the outputs of
   * moves only, and need more words for it.
   */
  it("Tomita's third language takes a Mealy machine more words than an acceptor", () => {
    expect([lstar, kv, lsharp].map(learner => asked(learner, tomita3))).toEqual(['26/107', '22/82', '19/69'])
  })
})

function asked(learner: Learner, model: Mealy): string {
  const task = { machine: machineOf(model), inputs: model.inputs, equivalence: perfect(model) }
  const { hypothesis, ended, counts } = learnMealy(learner, task)
  expect(ended).toBe('equivalent')
  expect(difference(hypothesis, model)).toBeUndefined()
  expect(counts.resets).toBe(counts.queries)
  return `${counts.queries}/${counts.steps}`
}
