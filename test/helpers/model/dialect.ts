import type { JsonObject } from '../../../src/json.ts'

/** A way in which hosts speak to their model: the form of a request, and of the stream that answers it. */
export interface Dialect {
  /** Does this path ask the model for its next turn? */
  asksForTurn(path: string): boolean
  /** The names of the tools that the host lets its model call. */
  offered(request: JsonObject): readonly string[]
  /** What the model is shown of each call that it made, by the id that it gave the call. */
  shown(request: JsonObject): ReadonlyMap<string, Shown>
  /** The bodies of server-sent events with which the model calls a tool, or ends its turn with a few words. */
  call(call: NamedCall): readonly JsonObject[]
  say(text: string): readonly JsonObject[]
}

/** A call as the model makes it: the tool by the name under which the host offers it. */
export interface NamedCall {
  readonly id: string
  readonly tool: string
  readonly args: JsonObject
}

/** What the model reads of one result. */
export interface Shown {
  readonly text: string
  readonly isError: boolean
}
