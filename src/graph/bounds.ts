/** Bounds that keep a model's size and the cost of one observation constant. */
export const bounds = {
  /** Digests kept to tell calls apart. */
  digests: 16,
  /** Values of one aspect; one more and the aspect is an identity or free text, and its values explain nothing. */
  values: 32,
  /** Aspects of one tool whose values are kept. */
  aspects: 1_000,
  /** Atoms of one tool's successes. */
  atoms: 4_000,
  /** Atoms of one tool that a condition of two may be made of. */
  pairable: 512,
  /** Calls that failed and might be repeated. */
  repeats: 20_000,
  /** Failure classes of one tool; the texts of a server that fails in more ways were not masked well enough. */
  classes: 200,
  /** States of one tool, and of all tools of a server: the one that was longest not met is forgotten first. */
  edges: 1_000,
  edgesInAll: 8_000,
  /** A tool keeps so many of them whatever the others have. */
  edgesAtLeast: 50,
  /** Features of one tool of which it is kept how they change. */
  changes: 64,
  /** Atoms of one class that the words of its errors named. */
  named: 64,
  /** Failures that differ, before conditions of two atoms are looked for. */
  failuresForPairs: 3,
  /** Conditions of two atoms that are left for one class; with more of them nothing is known yet. */
  pairs: 32,
} as const
