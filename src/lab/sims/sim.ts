import type { Json } from '../../json.ts'
import { answerTo, type SimAnswer } from './answer.ts'
import { definitionsOf } from './definitions.ts'
import { judge, type SimCall, type Verdict } from './judge.ts'
import type { SimRules } from './rules.ts'
import { step } from './step.ts'
import { type World, worldOf } from './world.ts'

/** One simulated server that runs in this process: what it is now, and what can be done with it. */
export interface Sim {
  readonly rules: SimRules
  /** Its tools, as `tools/list` gives them. */
  readonly definitions: readonly Json[]
  /** What it is at this moment. A value: keep it, and `restore` it later. */
  world(): World
  call(call: SimCall): SimAnswer
  /** The oracle: what a call would do now. */
  judge(call: SimCall): Verdict
  /** Back to how it began. */
  reset(): void
  restore(world: World): void
  /** Throws the drift switch: from now on other rules hold. */
  drift(): void
}

export interface SimOptions {
  readonly seed: number
  readonly fixtures?: number
}

/** Starts a simulator. The same seed and the same calls give the same answers, on every machine. */
export function createSim(rules: SimRules, { seed, fixtures = 20 }: SimOptions): Sim {
  const start = worldOf(rules, seed, fixtures)
  let world = start
  return {
    rules,
    definitions: definitionsOf(rules),
    world: () => world,
    call(call) {
      const { world: next, verdict, scope } = step(rules, world, call)
      world = next
      return answerTo(rules, next, call, verdict, scope)
    },
    judge: call => judge(rules, world, call),
    reset: () => {
      world = start
    },
    restore: other => {
      world = other
    },
    drift: () => {
      world = { ...world, drifted: true }
    },
  }
}
