import type { Counts, Machine, Word } from './machine.ts'
import type { Mealy } from './mealy.ts'
import { type Observations, observing, Spent } from './observations.ts'
import { rpni } from './rpni.ts'

/** What a learner works with: the inputs, all that was asked, and somebody who knows counterexamples. */
export interface Lesson {
  readonly inputs: readonly string[]
  readonly observations: Observations
  /** A word that the machine answers otherwise than the hypothesis, or nothing: then the lesson is over. */
  counterexample(hypothesis: Mealy): Word | undefined
}

/** A learner for Mealy machines. It returns the hypothesis to which there is no counterexample. */
export type Learner = (lesson: Lesson) => Mealy

/** Looks for a counterexample. What it asks of the machine goes through the observations, and is counted. */
export type Equivalence = (hypothesis: Mealy, observations: Observations) => Word | undefined

export interface Task {
  readonly machine: Machine
  readonly inputs: readonly string[]
  readonly equivalence: Equivalence
  /** The calls that may be made: steps and resets together. Without it there is no bound. */
  readonly budget?: number | undefined
}

export interface Learned {
  readonly hypothesis: Mealy
  /**
   * `equivalent`: no counterexample was found. `budget`: no calls were left. `contradicted`: the machine answered the
   * same word in two ways, or a counterexample did not bear itself out, so that no Mealy machine fits.
   */
  readonly ended: 'equivalent' | 'budget' | 'contradicted'
  readonly counts: Counts
  /** Answers that differed from what the same word had answered before. */
  readonly conflicts: number
}

/** Thrown where a counterexample leads nowhere. Learning catches it; nobody else sees it. */
export class Contradicted extends Error {}

/**
 * Learns a machine with a learner. Running out of calls is a way to end: what comes back then is the last hypothesis,
 * or, where there was none yet, what the passive learner makes of all that was asked.
 */
export function learnMealy(learner: Learner, { machine, inputs, equivalence, budget }: Task): Learned {
  const observations = observing(machine, { budget })
  let last: Mealy | undefined
  const counterexample = (hypothesis: Mealy) => {
    last = hypothesis
    return equivalence(hypothesis, observations)
  }
  const ended = (how: Learned['ended'], hypothesis = last): Learned => ({
    hypothesis: hypothesis ?? rpni({ inputs, root: observations.root }),
    ended: how,
    counts: observations.counts(),
    conflicts: observations.conflicts(),
  })
  try {
    return ended('equivalent', learner({ inputs, observations, counterexample }))
  } catch (error) {
    if (error instanceof Spent) return ended('budget')
    if (error instanceof Contradicted) return ended('contradicted')
    throw error
  }
}
