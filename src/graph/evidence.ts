export type { Observation } from '../adapter/observation.ts'

/**
 * The chosen features of an observation: a canonical text, `exists=false` or `status="DRAFT", tests_passed=true`.
 * See graph/state.ts for how it is made and read.
 */
export type StateKey = string

/** Why a call failed, as far as its form says. Only `state` is a candidate for teaching an edge. */
export type FailureKind = 'state' | 'arguments' | 'access' | 'transient' | 'protocol'

/** What a call did. */
export type Outcome =
  /**
   * `changed`: whether anything that can be read of its resources is different after it; absent where nobody could
   * tell: a call that only reads, or resources that were not read before and after.
   */
  | { readonly kind: 'ok'; readonly changed?: boolean }
  | {
      readonly kind: 'failure'
      readonly failure: FailureKind
      /** The server's code where there is one (`ENOENT`, `-32602`, `ERR_STATE`), else ''. */
      readonly code: string
      /** The text with ids, paths, numbers and quoted values masked: equal for failures of one sort. */
      readonly fingerprint: string
      /** Words of the error that name a feature or a value of the state, or say that something is missing. */
      readonly names: readonly string[]
    }
  /** Some of what it was to do was done and some was not; code and text are those of the first failure in it. */
  | { readonly kind: 'partial'; readonly code: string; readonly fingerprint: string }
  /** It never reached the server, so it did nothing: the server had ended, or the host took the call back. */
  | { readonly kind: 'unsent'; readonly why: 'server-gone' | 'cancelled' }
  /**
   * The server died, never answered, or the call was cancelled: nobody knows what it did. `too-long`: its answer is
   * many megabytes of data that nobody looked into. `retest`: there was no call; a
   * person wants what was learned of the tool to be seen again before it is held against a call.
   */
  | {
      readonly kind: 'unknown'
      readonly why: 'server-gone' | 'cancelled' | 'timeout' | 'deferred' | 'too-long' | 'retest'
    }

/** One resource that a call named, and what was seen of it. */
export interface RoleEvidence {
  /** The part it plays in the call: the resource class, or a role that the adapter names (`source`). */
  readonly role: string
  /** `class:id`. */
  readonly resource: string
  readonly resourceClass: string
  /** null where it could not be read. */
  readonly before: StateKey | null
  readonly after: StateKey | null
}

/** A number that a call brings with it (`file.size`, `args.limit`), for thresholds. */
export type Quantity = readonly [name: string, value: number]

/** One call, with the state before, the outcome and the state after. Append-only. */
export interface Evidence {
  readonly server: string
  /** The tool, with the argument that chooses its action where an adapter says so (`git_branch mode=delete`). */
  readonly tool: string
  /** Fingerprint of the tool's schema as the server listed it, '' where it is not known. */
  readonly schema: string
  readonly roles: readonly RoleEvidence[]
  /** What could be said of the call before it was made; see graph/atoms.ts. */
  readonly atoms: readonly string[]
  readonly quantities: readonly Quantity[]
  /** Digest of tool, arguments and everything that was read of the resources named: "exactly this call, exactly here". */
  readonly callDigest: string
  /** Digest of the arguments without the resource ids: "the same request, of whichever resource". */
  readonly requestDigest: string
  readonly outcome: Outcome
  /** It ran at the same time as another call on one of its resources: kept, but teaches nothing. */
  readonly overlapped: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  readonly session: string
}
