import type { ListedTool } from '../adapter/tool.ts'
import type { JsonObject } from '../json.ts'
import { lint } from './lint.ts'

/** Most violations that are told of one call. */
const mostTold = 6

/** Looks whether arguments fit their tool's schema. */
export interface Checks {
  /** Loads the validator while nobody waits. */
  warm(): void
  /** The violations of a call, as atoms; see graph/violations.ts. Never rejects: what cannot be checked is not wrong. */
  violationsOf(tool: ListedTool | undefined, args: JsonObject): Promise<string[]>
}

/** The validator is loaded after the first listing or with the first call: a host waits for the server's start, not for us. */
export function createChecks(): Checks {
  let loading: Promise<((tool: ListedTool, args: JsonObject) => string[]) | undefined> | undefined
  const load = () => {
    loading ??= import('./validator.ts').then(
      ({ validate }) => validate,
      () => undefined,
    )
    return loading
  }
  return {
    warm: () => void setTimeout(() => void load(), 0).unref(),
    async violationsOf(tool, args) {
      if (tool === undefined) return []
      const validate = await load()
      return [...new Set([...lint(tool, args), ...(validate?.(tool, args) ?? [])])].slice(0, mostTold)
    },
  }
}
