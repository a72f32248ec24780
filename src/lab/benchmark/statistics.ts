import { randomFor } from '../random.ts'

/** A figure with the interval that holds it with a confidence of 95 %. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** How often tasks are drawn anew for an interval. */
const resamples = 2000

/**
 * The mean difference of two sources over the same tasks, with a percentile bootstrap interval: tasks are drawn with
 * replacement, and each brings both of its values along.
 * @see Efron and Tibshirani 1993
 */
export function pairedDifference(a: readonly number[], b: readonly number[], seed: number): Estimate {
  const differences = a.map((value, index) => value - (b[index] ?? 0))
  const random = randomFor(seed, 'bootstrap')
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0
    for (let draw = 0; draw < differences.length; draw++)
      sum += differences[random.below(differences.length)] ?? 0
    return sum / differences.length
  }).sort()
  const at = (part: number) => means[Math.floor(part * (resamples - 1))] ?? 0
  return { value: round(mean(differences)), low: round(at(0.025)), high: round(at(0.975)) }
}

/** A share with Wilson's interval. Of nothing: 0, anywhere between 0 and 1. */
export function share(hits: number, all: number): Estimate & { readonly hits: number; readonly of: number } {
  if (all === 0) return { hits, of: all, value: 0, low: 0, high: 1 }
  const z = 1.959964
  const part = hits / all
  const middle = (part + z ** 2 / (2 * all)) / (1 + z ** 2 / all)
  const half = (z / (1 + z ** 2 / all)) * Math.sqrt((part * (1 - part)) / all + z ** 2 / (4 * all ** 2))
  return {
    hits,
    of: all,
    value: round(part),
    low: round(Math.max(0, middle - half)),
    high: round(Math.min(1, middle + half)),
  }
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** To four digits after the point: enough for every table, and the same text everywhere. */
export function round(value: number): number {
  return Math.round(value * 1e4) / 1e4 || 0
}
