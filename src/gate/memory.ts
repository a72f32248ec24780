import type { Evidence } from '../graph/evidence.ts'
import type { Model } from '../graph/model.ts'

/** What became of a call, for the audit log: digests of what was said, never the values. */
export interface Record {
  readonly at: number
  readonly tool: string
  readonly resources: readonly string[]
  readonly decision: 'forwarded' | 'noted' | 'refused' | 'held' | 'approved' | 'problem' | 'unsent'
  /** Why, in our words. */
  readonly reason: string
  readonly requestDigest: string
  /** Digest of the answer; `none` where nothing was sent on, `lost` where no answer came. */
  readonly replyDigest: string
}

/** A tool as its server lists it, kept for the next start and for commands that have no server. */
export interface ToolRecord {
  readonly name: string
  readonly schema: string
  /** The whole definition, as JSON text. */
  readonly definition: string
}

/** Counts that `mcpgraphy_status` tells. */
export interface Counts {
  readonly calls: number
  readonly failures: number
  readonly noted: number
  readonly refused: number
  readonly held: number
}

/** What the gate keeps and what it knows: the model of its server, and where evidence goes. */
export interface Memory {
  /** Takes in what other proxies learned since, and gives the model as it is then. */
  model(): Promise<Model>
  /** Keeps one call for good, and learns from it. */
  keep(evidence: Evidence, record: Record): Promise<void>
  /** Keeps what was decided on a call that never reached the server. */
  note(record: Record): Promise<void>
  tools(): Promise<readonly ToolRecord[]>
  saveTools(tools: readonly ToolRecord[]): Promise<void>
  /** Keeps what a call looked like, for a draft; false where there is room for no more of its kind. */
  sketch?(tool: string, failed: boolean, text: string): Promise<boolean>
  counts(): Promise<Counts>
}
