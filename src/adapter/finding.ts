import { nearest } from './nearest.ts'
import { type ListedTool, parametersOf } from './tool.ts'

/** One thing that an adapter says of a server and that the server's tools do not bear out. */
export interface Finding {
  /** `error`: with this the adapter cannot work, or does not do what its author meant. */
  readonly severity: 'error' | 'warning'
  /** Where in the adapter: the resource class or the tool, and the key (`file.id_param`). */
  readonly path: string
  /** One sentence. */
  readonly what: string
  /** What to do about it. */
  readonly now: string
}

/** The finding that a tool has no such parameter. */
export function missingParameter(path: string, tool: ListedTool, name: string): Finding {
  const parameters = parametersOf(tool)
  const now = didYouMean(nearest(name, parameters)) ?? `It takes ${parameters.join(', ') || 'nothing'}.`
  return { severity: 'error', path, what: `${tool.name} has no parameter "${name}"`, now }
}

/** The question that helps, where a name was nearly right. */
export function didYouMean(meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `Did you mean "${meant}"?`
}
