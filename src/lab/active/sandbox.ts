import type { Adapter } from '../../adapter/adapter.ts'
import type { Json, JsonObject } from '../../json.ts'

/**
 * A server that somebody has said to be a sandbox: nothing in it matters, and all of it can be set back to how it
 * began. Experiments are made on nothing else.
 */
export interface Sandbox {
  readonly server: string
  readonly adapter: Adapter
  /** The tools as the server lists them. */
  readonly definitions: readonly Json[]
  /** Ids of the resources to experiment on. */
  readonly ids: readonly string[]
  /** The calls worth trying on a resource, which was last seen so. */
  moves(id: string, seen: JsonObject | undefined): readonly Try[]
  /** Calls a tool; gives what stands in the answer beside its id: a result or an error. */
  call(call: Try): Promise<JsonObject>
  /** Sets everything back to how it began. */
  reset(): Promise<void>
}

export interface Try {
  readonly tool: string
  readonly args: JsonObject
}
