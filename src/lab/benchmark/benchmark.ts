import { auditDrift, auditHeldOut } from './audit.ts'
import type { Measured } from './measure.ts'
import { type Audits, type Result, resultOf, type SourceResult } from './result.ts'
import { runSource } from './run.ts'
import type { Started } from './source.ts'
import { ablations, sources } from './sources.ts'
import type { Suite } from './suites.ts'
import type { Task } from './task.ts'
import { tasksOf } from './tasks.ts'

/** How far a run is: which source, and how many of all steps. */
export type Progress = (source: string, done: number, all: number) => void

/** Runs a suite with every source of guidance, one after the other. The first is the one that all are held against. */
export async function runBenchmark(suite: Suite, seed: number, progress: Progress): Promise<Result> {
  progress('tasks', 0, 1)
  const tasks = tasksOf(suite, seed)
  const all = [...sources, ...ablations]
  const results: SourceResult[] = []
  let raw: readonly Measured[] | undefined
  for (const [index, source] of all.entries()) {
    let audits: Audits = {}
    const run = await runSource(
      source,
      tasks,
      seed,
      done => progress(source.name, index * tasks.length + done, all.length * tasks.length),
      async started => {
        if (!ablations.includes(source)) audits = await audited(started, suite, seed)
      },
    )
    raw ??= run.measured
    results.push(resultOf(run, tasks, raw, seed, audits))
  }
  return {
    format: 1,
    suite: suite.name,
    seed,
    tasks: tasks.map(factsOf),
    sources: results.slice(0, sources.length),
    ablations: results.slice(sources.length),
  }
}

async function audited({ modelOf }: Started, suite: Suite, seed: number): Promise<Audits> {
  if (modelOf === undefined) return {}
  const models = suite.rules.map(rules => [rules, modelOf(rules)] as const)
  return { held_out: await auditHeldOut(models, seed), drift: await auditDrift(models, seed) }
}

function factsOf({ rules, category, goal, reachable }: Task) {
  return { simulator: rules.name, category, goal, reachable }
}
