import type { Evidence } from '../../graph/evidence.ts'
import type { Model } from '../../graph/model.ts'
import type { Random } from '../random.ts'
import type { Bench } from './bench.ts'
import type { Sandbox, Try } from './sandbox.ts'
import { type Question, type Worth, worthOf } from './worth.ts'

/** What came of a course of experiments. */
export interface Course {
  readonly experiments: number
  readonly resets: number
  /** Calls that the server got, reading ones and resets included. */
  readonly spent: number
  /** How many experiments were made for which question. */
  readonly questions: Readonly<Partial<Record<Question, number>>>
  /** `settled`: nothing was left that one more experiment would have settled. `budget`: no calls were left. */
  readonly ended: 'settled' | 'budget'
}

export interface CourseOptions {
  readonly sandbox: Sandbox
  readonly bench: Bench
  readonly model: Model
  /** Calls that the server may get, reading ones and resets included. */
  readonly budget: number
  readonly random: Random
  /** Keeps a piece of evidence, and learns from it. */
  readonly keep: (evidence: Evidence) => Promise<void>
  readonly progress: (spent: number) => void
}

/**
 * Learns by experiments: each time the one that would settle most. Where those within reach settle little, it looks at
 * one more resource; and when all were looked at, it sets the sandbox back, where everything is as it began.
 */
export async function takeCourse(options: CourseOptions): Promise<Course> {
  const { sandbox, bench, model, budget, random, keep, progress } = options
  const unread = random.shuffled(sandbox.ids)
  const questions: Partial<Record<Question, number>> = {}
  let experiments = 0
  let resets = 0
  /** Since the last reset nothing was done: one more would change nothing. */
  let isFresh = true
  const course = (ended: Course['ended']): Course => ({
    experiments,
    resets,
    spent: bench.spent(),
    questions,
    ended,
  })
  while (bench.spent() + mostOfOne <= budget) {
    progress(bench.spent())
    const best = bestOf(sandbox, bench, model, random)
    const next = best !== undefined && best.worth >= little ? undefined : unread.shift()
    if (next !== undefined) {
      await bench.read(next)
    } else if (best !== undefined && best.worth >= (isFresh ? least : little)) {
      const evidence = await bench.experiment(best.call)
      await keep(evidence)
      questions[best.question] = (questions[best.question] ?? 0) + 1
      experiments++
      isFresh = false
    } else if (!isFresh) {
      await bench.reset()
      resets++
      isFresh = true
    } else return course('settled')
  }
  return course('budget')
}

/** Calls that one experiment costs at most: two resources read, the call, and both read again. */
const mostOfOne = 5

/** Below this, looking at one more resource or setting all back is worth more; and below that, nothing is. */
const little = 0.9
const least = 0.1

interface Best extends Worth {
  readonly call: Try
}

/** The experiment that settles most; of several that settle as much, one that is drawn. */
function bestOf(sandbox: Sandbox, bench: Bench, model: Model, random: Random): Best | undefined {
  let best: Best | undefined
  for (const id of random.shuffled(bench.known())) {
    for (const call of random.shuffled(sandbox.moves(id, bench.seen(id)))) {
      const foreseen = bench.foresee(call)
      // what it names beside was not read yet: as good as a resource that was never looked at
      const worth: Worth =
        foreseen === undefined
          ? { worth: 1, question: 'what the tool does at all' }
          : worthOf(model, foreseen)
      if (best === undefined || worth.worth > best.worth) best = { ...worth, call }
    }
  }
  return best
}
