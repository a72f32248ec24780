import type { Model } from './model.ts'

/** How many calls of a server were neither a plain success nor a failure. */
export interface OutcomeTally {
  /** Successes after which nothing was different that can be read. */
  readonly unchanged: number
  /** Done in part. */
  readonly partial: number
  /** The server died, or nobody waited for its answer: what they did is unknown. */
  readonly unknown: number
  /** They never reached the server. */
  readonly unsent: number
}

/** Counts them over all tools of a model. */
export function outcomeTally({ tools }: Model): OutcomeTally {
  const all = [...tools.values()]
  const of = (...kinds: string[]) =>
    all.reduce((sum, { other }) => sum + kinds.reduce((some, kind) => some + (other.get(kind) ?? 0), 0), 0)
  return {
    unchanged: all.reduce((sum, { unchanged }) => sum + unchanged, 0),
    partial: of('partial'),
    unknown: of('server-gone', 'cancelled', 'timeout'),
    unsent: of('unsent'),
  }
}
