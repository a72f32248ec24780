import type { Adapter } from '../adapter/adapter.ts'
import { matchBundled } from '../adapter/bundled.ts'
import { loadAdapter, parseAdapter } from '../adapter/load.ts'
import type { ListedTool } from '../adapter/tool.ts'
import { Problem } from '../problem.ts'
import { projectAdapter } from './adapters.ts'
import type { Folder } from './paths.ts'

/** An adapter, and where it is from, in words. */
export interface Found {
  readonly adapter: Adapter
  readonly from: string
}

/** The adapter in a file that somebody named. Throws as `loadAdapter`. */
export function namedAdapter(path: string): Found {
  return { adapter: loadAdapter(path), from: path }
}

/** The adapter that the project keeps for a server. Throws `adapter-unaccepted` where a stranger brought it. */
export function keptAdapter(folder: Folder, user: Folder, server: string): Found | undefined {
  const kept = projectAdapter(folder, user, server)
  if (kept.kind === 'none') return undefined
  if (kept.kind === 'unaccepted') throw new Problem('adapter-unaccepted', { path: kept.path })
  return { adapter: parseAdapter(kept.text, kept.path), from: kept.path }
}

/** The adapter that comes with us and is made for the tools that a server lists. */
export function fittingAdapter(tools: readonly ListedTool[]): Found | undefined {
  const match = matchBundled(tools)
  const note = match?.onlyReads ? ': this server only reads and is left in peace' : ''
  return match && { adapter: match.adapter, from: `${match.name} (comes with mcpgraphy${note})` }
}
