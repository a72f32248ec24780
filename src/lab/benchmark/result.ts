import type { DriftAudit, HeldOut } from './audit.ts'
import type { Measured } from './measure.ts'
import type { SourceRun } from './run.ts'
import { type Estimate, mean, pairedDifference, round } from './statistics.ts'
import { type Category, categories, type Task } from './task.ts'

/** All that one run of a suite found, as it is kept and printed: the same bytes for the same suite and seed. */
export interface Result {
  readonly format: 1
  readonly suite: string
  readonly seed: number
  readonly tasks: readonly TaskFacts[]
  readonly sources: readonly SourceResult[]
  /** The proxy with one thing taken away. */
  readonly ablations: readonly SourceResult[]
}

export interface TaskFacts {
  readonly simulator: string
  readonly category: Category
  readonly goal: Task['goal']
  readonly reachable: boolean
}

export interface Figures {
  /** Share of the tasks that were completed. */
  readonly completed: number
  /** All others: a task, on average. */
  readonly invalid: number
  readonly refused: number
  readonly wrongly_refused: number
  readonly calls: number
  readonly server_calls: number
  readonly false_success: number
  readonly wrongly_denied: number
}

export interface SourceResult extends Figures {
  readonly name: string
  readonly about: string
  /** Calls that sandboxes got before the first task, resets included. */
  readonly sandbox_calls: number
  /** Invalid calls a task, less than raw. */
  readonly against_raw: Estimate
  readonly by_category: Readonly<Record<string, Figures>>
  readonly held_out?: HeldOut
  readonly drift?: DriftAudit
  /** Task by task, in order: completed, invalid, refused, wrongly refused, calls, false success. */
  readonly by_task: readonly (readonly number[])[]
}

/** What the audits found of a source that has a model of ours. */
export interface Audits {
  readonly held_out?: HeldOut
  readonly drift?: DriftAudit
}

/** Sums up one source. */
export function resultOf(
  { source, started, measured }: SourceRun,
  tasks: readonly Task[],
  raw: readonly Measured[],
  seed: number,
  audits: Audits,
): SourceResult {
  const of = (category: Category) => measured.filter((_, index) => tasks[index]?.category === category)
  return {
    name: source.name,
    about: source.about,
    sandbox_calls: started.spent,
    ...figuresOf(measured),
    against_raw: pairedDifference(
      measured.map(({ invalid }) => invalid),
      raw.map(({ invalid }) => invalid),
      seed,
    ),
    by_category: Object.fromEntries(categories.map(each => [each, figuresOf(of(each))])),
    ...audits,
    by_task: measured.map(each => [
      Number(each.completed),
      each.invalid,
      each.refused,
      each.wronglyRefused,
      each.calls,
      Number(each.falseSuccess),
    ]),
  }
}

function figuresOf(measured: readonly Measured[]): Figures {
  const of = (value: (each: Measured) => number) => round(mean(measured.map(value)))
  return {
    completed: of(({ completed }) => Number(completed)),
    invalid: of(({ invalid }) => invalid),
    refused: of(({ refused }) => refused),
    wrongly_refused: of(({ wronglyRefused }) => wronglyRefused),
    calls: of(({ calls }) => calls),
    server_calls: of(({ serverCalls }) => serverCalls),
    false_success: of(({ falseSuccess }) => Number(falseSuccess)),
    wrongly_denied: of(({ wronglyDenied }) => wronglyDenied),
  }
}
