import type { Evidence } from '../graph/evidence.ts'

/**
 * What became of a call (`forwarded`, `noted`, `refused`, `held`, `approved`, `unsent`: the server was gone, or the host
 * took it back), or what else belongs in the log: a change of `mode`, a `problem` of ours. Stored by its place in this list, so the list only grows.
 */
export const decisions = [
  'forwarded',
  'noted',
  'refused',
  'held',
  'approved',
  'mode',
  'problem',
  'unsent',
] as const
export type LogDecision = (typeof decisions)[number]

/**
 * One entry of the audit log, before it is written. All of it is covered by the chain, so nothing in it may
 * be something that a user can ask to delete later: arguments and results stand here by their digest only.
 * (Values kept by `record_values` will lie in a table of their own under the entry's number; deleting them
 * leaves every entry, and so the chain, as it was, and a kept value can be checked against its digest.)
 */
export interface LogEntry {
  readonly server: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly session: string
  /** The tool that was called, '' where the entry is of no call. */
  readonly tool: string
  /** The resources that the call named, as `class:id`. */
  readonly resources: readonly string[]
  readonly decision: LogDecision
  /** Why, in our words, free of control characters; '' where there is nothing to say. */
  readonly reason: string
  /** Digest of the request's parameters. */
  readonly requestDigest: string
  /** Digest of the server's result; `none` where nothing was sent on, `lost` where no answer came. */
  readonly replyDigest: string | 'none' | 'lost' | 'error'
}

/** An entry as the log holds it. */
export interface LoggedEntry extends LogEntry {
  /** Its number in the database: strictly increasing over all servers. */
  readonly seq: number
  /** Its place in the chain of its server, from 1 and without gaps. */
  readonly number: number
  /** The sequence number of the evidence that was written with it: its own. Absent where there is none. */
  readonly evidence?: number
  /** SHA-256 over every field above and over the digest of the entry before, in hex. */
  readonly digest: string
}

/** One piece of evidence with its number: that of the log entry written with it. */
export interface StoredEvidence {
  readonly seq: number
  readonly evidence: Evidence
}

/** The model of one server as text, up to and including the piece of evidence `upTo`. */
export interface Snapshot {
  readonly upTo: number
  /** The version of the text's form; a reader ignores a snapshot of another form and learns from the evidence. */
  readonly format: number
  readonly text: string
}

/** What was last seen of a resource. */
export interface KnownResource {
  /** `class:id`. */
  readonly ref: string
  readonly resourceClass: string
  /** null where it could not be read after the last call on it. */
  readonly state: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A tool as its server last listed it. */
export interface KnownTool {
  readonly name: string
  /** Fingerprint of its schema. */
  readonly schema: string
  /** The whole definition, as JSON text. */
  readonly definition: string
}

/** What one call looked like, without what it was about; see adapter/sketch.ts. */
export interface KnownSketch {
  readonly tool: string
  /** The call failed, as far as the form of its answer tells. */
  readonly failed: boolean
  /** Arguments and result, as JSON text. */
  readonly text: string
}

/** What happened with one server so far. */
export interface ServerSummary {
  readonly server: string
  /** Calls that came: forwarded, noted, refused or held. */
  readonly calls: number
  /** Pieces of evidence: the version of its model. */
  readonly evidence: number
  readonly failures: number
  readonly noted: number
  readonly refused: number
  readonly held: number
  readonly problems: number
  /** When the first and the last entry were written, milliseconds since 1970. */
  readonly first: number
  readonly last: number
}

/** Which entries of the log to read; all of them where nothing is said. */
export interface EntryFilter {
  /** Only entries with a greater number. */
  readonly after?: number
  /** Only entries that name this resource (`class:id`). */
  readonly resource?: string
  readonly decision?: LogDecision
  /** At most so many, from the oldest on. */
  readonly limit?: number
  /** Only the last so many, still oldest first. */
  readonly tail?: number
}

/** Whether the chain of a server's log holds. `at` is the number of the first entry that does not fit. */
export type Verdict =
  | { readonly ok: true; readonly entries: number }
  | { readonly ok: false; readonly at: number; readonly why: string }

/**
 * Evidence, snapshots and the audit log of all servers of a project, in one database that several processes
 * share. Every method fails with a Problem whose code begins with `database-`, and then has changed nothing.
 * Writes happen in the order in which they were asked for. While another process holds the database, a method
 * waits without blocking this process.
 */
export interface Store {
  /**
   * Keeps one call for good: its evidence, its log entry, and the last state of each resource that it named,
   * together or not at all. Gives the number of the evidence.
   *
   * Another process may have appended since you last read: read on from the last number that you *read*
   * (skipping pieces that you wrote yourself), never from the number that this returns.
   */
  append(evidence: Evidence, entry: LogEntry): Promise<number>
  /** Writes a log entry that has no evidence: a refusal, a hold, an approval, a change of mode, a problem. */
  record(entry: LogEntry): Promise<void>
  /** The evidence of a server after a number, oldest first, exactly as it was appended; `limit` pieces at most. */
  evidence(server: string, after: number, limit?: number): Promise<StoredEvidence[]>
  /**
   * Has another process written since this was last asked (or since the store was opened)? Costs microseconds.
   * Throws `database-gone` where the file was removed or replaced meanwhile.
   */
  changed(): Promise<boolean>
  snapshot(server: string): Promise<Snapshot | undefined>
  /** Keeps a snapshot in place of the one before; one that reaches less far than what is there is dropped. */
  saveSnapshot(server: string, snapshot: Snapshot): Promise<void>
  resource(server: string, ref: string): Promise<KnownResource | undefined>
  /** Known resources, the one touched last first; `limit` at most. */
  resources(server: string, limit?: number): Promise<KnownResource[]>
  /** The tools as last seen, in the server's order. */
  tools(server: string): Promise<KnownTool[]>
  /** Replaces the list of tools. */
  saveTools(server: string, tools: readonly KnownTool[]): Promise<void>
  /** Keeps what a call looked like, where there is room; false where there is none for another like it. */
  addSketch(server: string, sketch: KnownSketch): Promise<boolean>
  /** What calls looked like, by tool. */
  sketches(server: string): Promise<KnownSketch[]>
  /** Every server that has an entry in the log, by name. */
  servers(): Promise<ServerSummary[]>
  /** Log entries of one server, or of all, oldest first. */
  entries(server?: string, filter?: EntryFilter): Promise<LoggedEntry[]>
  /** Recomputes the chain of a server's log from its first entry on. */
  verify(server: string): Promise<Verdict>
  /** Finishes the writes that were asked for, and lets go of the file. */
  close(): Promise<void>
}

export interface StoreOptions {
  /** Only look: the file must exist, and nothing is written. */
  readonly readonly?: boolean
  /** How long to wait for another process that holds the database, in milliseconds; 5000 if not given. */
  readonly busyTimeout?: number
}
