import type { Model } from '../../graph/model.ts'
import type { SimRules } from '../sims/rules.ts'
import type { Sim } from '../sims/sim.ts'
import type { Channel } from './reply.ts'
import type { Task } from './task.ts'

/** Where an agent gets its guidance from. */
export interface Source {
  readonly name: string
  readonly about: string
  /** Begins anew, knowing nothing but what it learns now, in sandboxes. */
  start(simulators: readonly SimRules[], seed: number): Started | Promise<Started>
}

export interface Started {
  /** Calls that sandboxes got before the first task, resets included. */
  readonly spent: number
  /** What stands between the agent and the simulator in one task. */
  channelTo(task: Task): (sim: Sim) => Channel
  /** What it has learned of a server, where that is a model of ours. */
  modelOf?(rules: SimRules): Model
}
