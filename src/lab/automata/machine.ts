/** A system under learning: it can be set back to where it began, and answers each input with one output. */
export interface Machine {
  reset(): void
  step(input: string): string
}

/** Inputs in their order, from the beginning on. */
export type Word = readonly string[]

/** What it cost to ask: words, steps and resets. A server's calls are steps and resets together. */
export interface Counts {
  readonly queries: number
  readonly steps: number
  readonly resets: number
}
