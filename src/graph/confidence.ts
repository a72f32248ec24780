/** An interval in which a rate lies, with the level at which that is so. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** How often, at most, a true rate may ever lie outside of its interval. */
const error = 0.05

/**
 * The interval of a rate after so many trials, that holds at all times at once: however long one goes on looking, and
 * stops when one likes, a true rate leaves it with a probability of at most 5 %. It is a confidence sequence: the rates
 * against which a bet, spread evenly over all rates, has not yet won twenty times its stake.
 * @see Robbins 1970 (method of mixtures, uniform prior, which makes it beta-binomial); Ville 1939 for the bound;
 * Waudby-Smith and Ramdas 2024 (arXiv 2010.09686) on estimating by betting.
 */
export function intervalOf(hits: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 }
  const best = hits / trials
  const misses = trials - hits
  const mean = logOfFactorial(hits) + logOfFactorial(misses) - logOfFactorial(trials + 1)
  // what the bet has made of a stake of 1: the mean likelihood of all rates over that of this one
  const isWon = (rate: number) =>
    mean - times(hits, Math.log(rate)) - times(misses, Math.log1p(-rate)) >= -Math.log(error)
  return {
    low: hits === 0 ? 0 : boundary(isWon, 0, best),
    high: hits === trials ? 1 : boundary(rate => !isWon(rate), best, 1),
  }
}

function times(count: number, log: number): number {
  return count === 0 ? 0 : count * log
}

/** Where a claim that holds at `from` ceases to hold on the way to `to`. */
function boundary(holds: (rate: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** ln n!, by Stirling's series where n is large. */
function logOfFactorial(n: number): number {
  if (n < 32) {
    let sum = 0
    for (let each = 2; each <= n; each++) sum += Math.log(each)
    return sum
  }
  const x = n + 1
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3)
}
