import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Adapter } from './adapter.ts'
import { loadAdapter } from './load.ts'
import { type ListedTool, parametersOf } from './tool.ts'

/** An adapter that comes with mcpgraphy. */
export interface BundledAdapter {
  readonly name: string
  readonly path: string
}

/** Beside `src` and beside `dist` alike. */
const folder = fileURLToPath(new URL('../../adapters/', import.meta.url))

/** The adapters that come with mcpgraphy, by name. */
export function bundledAdapters(): BundledAdapter[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.json') && !file.endsWith('.schema.json'))
    .sort()
    .map(file => ({ name: file.slice(0, -'.json'.length), path: `${folder}${file}` }))
}

/** The bundled adapter of that name, or undefined. */
export function bundledAdapter(name: string): BundledAdapter | undefined {
  return bundledAdapters().find(each => each.name === name)
}

/**
 * The bundled adapter that is made for a server, judged by the tools that it lists and never by what it is called: all
 * that the adapter cannot do without must be there, reading tools with the parameters of their ids.
 */
export function matchBundled(
  tools: readonly ListedTool[],
): (BundledAdapter & { readonly adapter: Adapter }) | undefined {
  for (const each of bundledAdapters()) {
    const adapter = loadAdapter(each.path)
    if (fits(adapter, tools)) return { ...each, adapter }
  }
  return undefined
}

function fits(adapter: Adapter, tools: readonly ListedTool[]): boolean {
  const toolsByName = new Map(tools.map(tool => [tool.name, tool]))
  return (
    neededTools(adapter).every(name => toolsByName.has(name)) &&
    adapter.resources.every(rule => {
      const reading = toolsByName.get(rule.observationTool)
      if (reading === undefined) return false
      return (
        rule.observationArgs !== null || rule.idParams.every(param => parametersOf(reading).includes(param))
      )
    })
  )
}

/** Effect classes may name tools of other versions of the server; the rest must be there. */
function neededTools(adapter: Adapter): string[] {
  const ofRules = adapter.resources.flatMap(rule => [rule.observationTool, ...(rule.onlyTools ?? [])])
  return [...ofRules, ...Object.keys(adapter.tools), ...adapter.approvalRequired]
}
