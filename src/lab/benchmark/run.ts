import { createSim } from '../sims/sim.ts'
import { type Measured, measure } from './measure.ts'
import type { Source, Started } from './source.ts'
import type { Task } from './task.ts'

/** What became of every task with one source of guidance. */
export interface SourceRun {
  readonly source: Source
  readonly started: Started
  readonly measured: readonly Measured[]
}

/** Lets one agent after the other work on the tasks, in their order, with one source. `each` is told of each task. */
export async function runSource(
  source: Source,
  tasks: readonly Task[],
  seed: number,
  each: (done: number) => void,
  beforeDrift: (started: Started) => Promise<void> = async () => undefined,
): Promise<SourceRun> {
  const simulators = [...new Set(tasks.map(({ rules }) => rules))]
  const sims = new Map(simulators.map(rules => [rules, createSim(rules, { seed, fixtures: 0 })]))
  const started = await source.start(simulators, seed)
  const measured: Measured[] = []
  let hasDrifted = false
  for (const task of tasks) {
    if (task.world.drifted && !hasDrifted) await beforeDrift(started)
    hasDrifted ||= task.world.drifted
    const sim = sims.get(task.rules)
    if (sim === undefined) throw new RangeError(`${task.rules.name} was not started`)
    measured.push(await measure(task, seed, sim, started.channelTo(task)))
    each(measured.length)
  }
  return { source, started, measured }
}
