/** Servers that are there and that we do not change, with the reason and what can be done by hand. */
export interface Seen {
  readonly kind: 'code' | 'extension' | 'plugin' | 'managed' | 'ide'
  /** Absolute. */
  readonly path: string
  /** From 1, for a place in a text. */
  readonly line?: number
  /** What stands there. */
  readonly what: string
  /** The change to make by hand, or why there is none. */
  readonly now: string
}
