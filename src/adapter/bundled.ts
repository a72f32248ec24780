import type { Adapter } from './adapter.ts'
import { loadAdapter } from './load.ts'
import { own } from './own.ts'
import { bundledAdapters, type ReadyMade } from './ready-made.ts'
import { type ListedTool, parametersOf } from './tool.ts'
import { usable } from './usable.ts'

/** A bundled adapter that is made for a server. */
export interface BundledMatch extends ReadyMade {
  readonly adapter: Adapter
  /** Classes that this server does not let us read: their reading tools are missing, or take other arguments. */
  readonly leftOut: readonly string[]
  /** The server has nothing that changes: it is left in peace. */
  readonly onlyReads: boolean
}

/** The least part of what a server lists that an adapter must know, and the fewest tools of it. */
const leastShare = 0.6
const fewestTools = 3

/**
 * The bundled adapter that is made for a server, judged by the tools that it lists and never by what it is called:
 * names lie, and most servers run in whatever version is newest. A tool is known where it still takes what it required
 * when the adapter was made. What an adapter reads must be readable here, or it is made for another server; of several
 * the most alike is taken.
 */
export function matchBundled(tools: readonly ListedTool[]): BundledMatch | undefined {
  const candidates = bundledAdapters()
    .map(each => ({ each, likeness: likeness(each, tools) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
  for (const { each } of candidates) {
    const match = fitted(each, tools)
    if (match !== undefined) return match
  }
  return undefined
}

/** How much two lists of tools share, from 0 to 1; 0 where that is too little to say that they are of one server. */
function likeness({ tools: recorded }: ReadyMade, tools: readonly ListedTool[]): number {
  const known = tools.filter(tool => isKnown(own(recorded, tool.name), tool)).length
  const all = Object.keys(recorded).length
  if (known < Math.min(fewestTools, all) || known < leastShare * tools.length) return 0
  return known / (all + tools.length - known)
}

function isKnown(required: readonly string[] | undefined, tool: ListedTool): boolean {
  const parameters = parametersOf(tool)
  return required?.every(each => parameters.includes(each)) ?? false
}

function fitted(each: ReadyMade, tools: readonly ListedTool[]): BundledMatch | undefined {
  const adapter = loadAdapter(each.path)
  const classes = new Set(usable(adapter, tools).adapter.resources.map(rule => rule.resourceClass))
  const leftOut = adapter.resources.map(rule => rule.resourceClass).filter(name => !classes.has(name))
  if (adapter.resources.length > 0 && classes.size === 0) return undefined
  return { ...each, adapter, leftOut, onlyReads: onlyReads(adapter) }
}

/** Nothing to read back, and nothing that changes. */
function onlyReads(adapter: Adapter): boolean {
  const effects = Object.values(adapter.effectClasses)
  return (
    adapter.resources.length === 0 &&
    Object.keys(adapter.tools).length === 0 &&
    effects.length > 0 &&
    effects.every(effect => effect === 'READ_ONLY')
  )
}
