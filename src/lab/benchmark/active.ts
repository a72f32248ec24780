import { learn } from '../../graph/learn.ts'
import { emptyModel, type Model } from '../../graph/model.ts'
import { createBench } from '../active/bench.ts'
import { takeCourse } from '../active/learner.ts'
import { simSandbox } from '../active/sim-sandbox.ts'
import { randomFor } from '../random.ts'
import { startProxy } from './passive.ts'
import type { Source } from './source.ts'

/** The proxy again, which begins with what experiments in a sandbox have taught, and learns on like any other. */
export function activeSource(budget: number): Source {
  return {
    name: 'active',
    about: `the proxy, after experiments with ${budget} calls of each sandbox`,
    async start(simulators, seed) {
      const models = new Map<string, Model>()
      let spent = 0
      for (const rules of simulators) {
        const sandbox = simSandbox(rules, seed, fixtures)
        const model = emptyModel(rules.name)
        let now = 0
        const course = await takeCourse({
          sandbox,
          bench: createBench({ sandbox, session: 'study', now: () => (now += 1000) }),
          model,
          budget,
          random: randomFor(seed, 'active', rules.name),
          keep: async evidence => learn(model, evidence),
          progress: () => undefined,
        })
        models.set(rules.name, model)
        spent += course.spent
      }
      return { ...startProxy(simulators, models, {}), spent }
    },
  }
}

const fixtures = 20
