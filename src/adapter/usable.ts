import type { Adapter, ResourceRule } from './adapter.ts'
import { checkAdapter } from './check.ts'
import { effectOf } from './effect.ts'
import { readingOf } from './read.ts'
import type { ListedTool } from './tool.ts'

/**
 * An adapter without the resources that cannot be read on this server: their reading tool is not listed, or is not
 * known to read. The rest of it holds. `problems` says what was left out and why.
 */
export function usable(
  adapter: Adapter,
  tools: readonly ListedTool[],
): { adapter: Adapter; problems: { what: string; now: string }[] } {
  const findings = checkAdapter(adapter, tools)
  const blind = adapter.resources.filter(
    rule =>
      !isKnownToRead(adapter, rule, tools) ||
      findings.some(
        ({ severity, path }) => severity === 'error' && path.startsWith(`${rule.resourceClass}.`),
      ),
  )
  const about = (rule: ResourceRule) => findings.find(({ path }) => path.startsWith(`${rule.resourceClass}.`))
  const problems = blind
    .flatMap(rule => about(rule) ?? [])
    .map(({ path, what, now }) => ({ what: `${path}: ${what}`, now }))
  return {
    adapter: { ...adapter, resources: adapter.resources.filter(each => !blind.includes(each)) },
    problems,
  }
}

function isKnownToRead(adapter: Adapter, rule: ResourceRule, tools: readonly ListedTool[]): boolean {
  const tool = tools.find(({ name }) => name === rule.observationTool)
  if (tool === undefined) return false
  const { arguments: args } = readingOf(rule, rule.idParams, tool.inputSchema)
  return effectOf(adapter, tool.name, args, tool.hints) === 'READ_ONLY'
}
