import type { Evidence } from '../../graph/evidence.ts'
import { emptyModel, type Model } from '../../graph/model.ts'
import type { SimRules } from '../sims/rules.ts'
import { gatedChannel } from './gated.ts'
import { type LabMemory, labMemory } from './memory.ts'
import type { Source, Started } from './source.ts'

/** What of the proxy is taken away, to see what it was worth. */
export interface Without {
  readonly hints?: boolean
  readonly retest?: boolean
  /** What is left of a piece of evidence before it is learned from. */
  readonly evidence?: (evidence: Evidence) => Evidence
}

/** The proxy as it ships, with a model that grows from task to task. */
export function proxySource(name: string, about: string, without: Without = {}): Source {
  return { name, about, start: simulators => startProxy(simulators, emptyModels(simulators), without) }
}

/** The proxy before some simulators, beginning with what is known of each. */
export function startProxy(
  simulators: readonly SimRules[],
  models: ReadonlyMap<string, Model>,
  { hints = true, retest = true, evidence }: Without,
): Omit<Started, 'spent'> & { readonly spent: 0 } {
  const memories = new Map(
    simulators.map(({ name }): [string, LabMemory] => [
      name,
      labMemory(models.get(name) ?? emptyModel(name), evidence),
    ]),
  )
  const memoryOf = ({ name }: SimRules) => {
    const memory = memories.get(name)
    if (memory === undefined) throw new RangeError(`${name} is not in this suite`)
    return memory
  }
  // a call takes a second, and a minute lies between two tasks
  let now = 0
  return {
    spent: 0,
    channelTo: ({ rules }) => {
      now += 60_000
      return sim =>
        gatedChannel({
          sim,
          memory: memoryOf(rules),
          now: () => (now += 1000),
          hints,
          retestEvery: retest ? retestEvery : 0,
        })
    },
    modelOf: rules => memoryOf(rules).known,
  }
}

/** As the proxy is started by default. */
const retestEvery = 16

function emptyModels(simulators: readonly SimRules[]): Map<string, Model> {
  return new Map(simulators.map(({ name }) => [name, emptyModel(name)]))
}
