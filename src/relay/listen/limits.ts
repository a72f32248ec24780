/** What hosts may use up. Sizes are in bytes, times in milliseconds. */
export interface Limits {
  /** One body that a host sends. */
  readonly body: number
  /** All bodies that are in our hands at once. */
  readonly bodies: number
  readonly sessions: number
  /** Requests of one session, and of all hosts without a session together, that wait for an answer. */
  readonly inFlight: number
  /** A session that nobody uses ends after this time, and so does a shared server. */
  readonly idle: number
  /** What may wait for a host that does not read while others do; and for one that has opened no stream yet. */
  readonly unread: number
  /** A host that reads nothing for so long is taken for gone. */
  readonly stalled: number
  /** A call may take longer than this; then its answer comes as a stream, in which such a time never passes silently. */
  readonly silence: number
}

export const usualLimits: Limits = {
  body: 100 * 1_000_000,
  bodies: 400 * 1_000_000,
  sessions: 64,
  inFlight: 64,
  idle: 30 * 60_000,
  unread: 16_000_000,
  stalled: 2 * 60_000,
  silence: 20_000,
}
