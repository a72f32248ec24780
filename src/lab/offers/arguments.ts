import type { Adapter, ResourceRule } from '../../adapter/adapter.ts'
import { edgeLabel } from '../../adapter/effect.ts'
import { refOf } from '../../adapter/ref.ts'
import { rolesOf } from '../../adapter/roles.ts'
import { sourcesOf } from '../../adapter/sources.ts'
import { fill } from '../../adapter/template.ts'
import { type ListedTool, parametersOf } from '../../adapter/tool.ts'
import type { JsonObject } from '../../json.ts'

/** What an offer is about: a tool, in one role, for one resource. */
export interface Target {
  /** The edge label; see Evidence.tool. */
  readonly label: string
  readonly role: string
  readonly rule: ResourceRule
  readonly id: readonly string[]
}

/** The tool that an edge label names, and the argument that chose its action where there is one. */
export function toolOf(
  label: string,
  isTool: (name: string) => boolean,
): { tool: string; action: JsonObject } {
  if (isTool(label)) return { tool: label, action: {} }
  const [, tool = label, param, value] = /^(\S+) ([^=\s]+)=(.*)$/s.exec(label) ?? []
  return { tool, action: param === undefined || value === undefined ? {} : { [param]: value } }
}

/**
 * The arguments of an offer's call: those that were given, with the resource and the action put in where they are
 * missing. A text instead of arguments says why they would call something else than what was offered.
 */
export function argumentsFor(
  adapter: Adapter,
  tool: ListedTool,
  { label, role, rule, id }: Target,
  given: JsonObject,
  action: JsonObject,
): JsonObject | string {
  const ref = refOf(rule, id)
  const args = { ...typed(tool, action), ...typed(tool, naming(adapter, tool, { role, rule, id })), ...given }
  if (edgeLabel(adapter, tool.name, args) !== label)
    return `these arguments choose another action than ${label}`
  const named = rolesOf(adapter, tool.name, args).filter(each => each.role === role)
  if (named.length === 0) return `name the resource in the arguments: ${ref}`
  return named.every(each => each.ref === ref) ? args : `these arguments name another resource than ${ref}`
}

/** The id by the parameters that the tool has for it. */
function naming(adapter: Adapter, tool: ListedTool, { role, rule, id }: Omit<Target, 'label'>): JsonObject {
  const parameters = new Set(parametersOf(tool))
  const source = sourcesOf(adapter, rule, tool.name).find(
    each => each.role === role && each.paths.every(path => parameters.has(path)),
  )
  return Object.fromEntries((source?.paths ?? []).map((path, index) => [path, id[index] ?? '']))
}

/** Texts as the tool's schema wants them: `12` becomes a number, `true` a switch, where they are such. */
function typed(tool: ListedTool, texts: JsonObject): JsonObject {
  const parts = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, String(value)]))
  const template = Object.fromEntries(Object.keys(texts).map(name => [name, `\${${name}}`]))
  return fill(template, parts, tool.inputSchema)
}
