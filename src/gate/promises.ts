import { at, type Json } from '../json.ts'

/**
 * What a host was promised of the form of results. One that was shown a tool with an output schema rejects a success
 * without structured content, as if the call had failed; and modes change between a listing and a call.
 */
export interface Promises {
  /** These tools were shown to the host, their output schemas left out or not. */
  shown(tools: readonly Json[], withoutSchemas: boolean): void
  /** May a success of this tool come without structured content? Not where the host has not asked for the tools. */
  mayGoWithout(tool: string): boolean
}

export function createPromises(): Promises {
  const free = new Set<Json | undefined>()
  return {
    shown(tools, withoutSchemas) {
      for (const tool of tools) {
        const name = at(tool, 'name')
        if (withoutSchemas || at(tool, 'outputSchema') === undefined) free.add(name)
        else free.delete(name)
      }
    },
    mayGoWithout: tool => free.has(tool),
  }
}
