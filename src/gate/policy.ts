import type { Mode } from '../advice/call.ts'

/** What people decided for this server. Asked anew for each call, so that a change holds from the next one on. */
export interface Policy {
  mode(): Mode
  isApproved(tool: string): boolean
  /** Approves a tool for good, because a person said so. */
  approve(tool: string): Promise<void>
  /** One refused call in so many is let through as a retest; 0: none is. */
  readonly retestEvery: number
  /** The line that comes back with reads and actions is wanted. */
  readonly hints: boolean
  /** What to do with structured content that hides the line from a model. */
  readonly structured: 'keep' | 'drop' | 'auto'
}
