import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** What the property tests of this run are generated from. */
    seed: number
  }
}

/**
 * Property tests are the same on every run, so that a change is judged by itself; `MCPGRAPHY_SEED=random` looks elsewhere,
 * and the number that it prints looks there again.
 */
export default function chooseSeed({ provide }: TestProject): void {
  const asked = process.env.MCPGRAPHY_SEED ?? String(usual)
  const seed = asked === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(asked)
  if (!Number.isInteger(seed))
    throw new Error(`MCPGRAPHY_SEED is a whole number or "random", not “${asked}”.`)
  process.stdout.write(`Property tests: seed ${seed}. Others: MCPGRAPHY_SEED=random npm test\n`)
  provide('seed', seed)
}

const usual = 20261130
