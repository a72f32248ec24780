import type { Evidence, StateKey } from '../graph/evidence.ts'

/** What a tool does to the world: as its adapter, its name and its hints say. */
export type EffectClass = 'READ_ONLY' | 'MUTATING' | 'DESTRUCTIVE' | 'UNKNOWN'

/** May it be called? Set by people and by rules that people wrote; never inferred from what was observed. */
export type Authorization = 'not-required' | 'required' | 'approved'

/** A call that waits for a decision. */
export interface Call
  extends Pick<Evidence, 'tool' | 'schema' | 'atoms' | 'quantities' | 'callDigest' | 'at'> {
  readonly roles: readonly {
    readonly role: string
    readonly resource: string
    readonly resourceClass: string
    readonly before: StateKey | null
  }[]
  readonly effect: EffectClass
  readonly authorization: Authorization
}

/** What the proxy may do for a server. */
export type Mode = 'pass' | 'observe' | 'warn' | 'block'
