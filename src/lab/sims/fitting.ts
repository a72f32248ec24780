import { parseAdapter } from '../../adapter/load.ts'
import type { ListedTool } from '../../adapter/tool.ts'
import type { Found } from '../../project/find-adapter.ts'
import type { SimRules } from './rules.ts'
import { sims } from './sims.ts'

/** The adapter of the simulator that lists exactly these tools: chosen by them, and never by what a server is called. */
export function simAdapter(tools: readonly ListedTool[]): Found | undefined {
  const rules = simOf(tools)
  if (rules === undefined) return undefined
  const from = `${rules.name} (comes with the simulator)`
  return { adapter: parseAdapter(JSON.stringify(rules.adapter), from), from }
}

/** The simulator that has exactly these tools. */
export function simOf(tools: readonly { readonly name: string }[]): SimRules | undefined {
  const names = new Set(tools.map(({ name }) => name))
  return sims.find(({ readTool, listTool, tools: acting }) => {
    const all = [readTool, listTool, ...Object.keys(acting)]
    return all.length === names.size && all.every(name => names.has(name))
  })
}
