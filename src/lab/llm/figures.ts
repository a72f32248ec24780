import { categories } from '../benchmark/task.ts'
import type { JobResult } from './job.ts'
import { costOf, type Price } from './prices.ts'
import { type Side, sides } from './prompt.ts'

/** What came out for one side; null where there is nothing to divide by, or no price. */
export interface Figures {
  readonly side: Side
  readonly jobs: number
  /** Jobs finished, of those that can be; jobs declared unreachable, of those that are. */
  readonly achievable: number
  readonly finished: number
  readonly unreachable: number
  readonly declared: number
  readonly falseSuccesses: number
  /** A job, on average. */
  readonly toolCalls: number | null
  readonly turns: number | null
  readonly rejected: number | null
  readonly refused: number | null
  readonly wronglyBlocked: number | null
  readonly malformed: number | null
  /** All tokens by the jobs that were finished, and by all of them. */
  readonly tokensPerJobDone: number | null
  readonly tokensPerJobAttempted: number | null
  /** Dollars. */
  readonly costPerJobDone: number | null
  readonly cost: number | null
  /** Jobs finished or rightly declared unreachable, of how many, by category. */
  readonly byCategory: Readonly<Record<string, { readonly right: number; readonly jobs: number }>>
}

/** The figures of each side that has jobs. */
export function figuresOf(jobs: readonly JobResult[], price: Price | undefined): Figures[] {
  return sides.flatMap(side => {
    const own = jobs.filter(each => each.side === side)
    return own.length === 0 ? [] : [figures(side, own, price)]
  })
}

function figures(side: Side, jobs: readonly JobResult[], price: Price | undefined): Figures {
  const count = (is: (job: JobResult) => boolean) => jobs.filter(is).length
  const sum = (of: (job: JobResult) => number) => jobs.reduce((all, job) => all + of(job), 0)
  const mean = (of: (job: JobResult) => number) => ratio(sum(of), jobs.length)
  const done = count(each => each.finished)
  const tokens = sum(({ usage }) => usage.input + usage.output)
  const cost = price === undefined ? null : sum(({ usage }) => costOf(usage, price))
  return {
    side,
    jobs: jobs.length,
    achievable: count(each => each.reachable),
    finished: done,
    unreachable: count(each => !each.reachable),
    declared: count(each => each.declared),
    falseSuccesses: count(each => each.falseSuccess),
    toolCalls: mean(each => each.toolCalls),
    turns: mean(each => each.turns),
    rejected: mean(each => each.rejected),
    refused: mean(each => each.refused),
    wronglyBlocked: mean(each => each.wronglyBlocked),
    malformed: mean(each => each.malformed),
    tokensPerJobDone: ratio(tokens, done),
    tokensPerJobAttempted: ratio(tokens, jobs.length),
    costPerJobDone: cost === null ? null : ratio(cost, done),
    cost,
    byCategory: Object.fromEntries(
      categories.flatMap(category => {
        const own = jobs.filter(each => each.category === category)
        const right = own.filter(each => each.finished || each.declared).length
        return own.length === 0 ? [] : [[category, { right, jobs: own.length }]]
      }),
    ),
  }
}

function ratio(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count
}
