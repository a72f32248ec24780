import type { JsonObject } from '../../json.ts'
import type { ArgRule, SimRules, ToolRule } from './rules.ts'

/** The tools of a simulator as `tools/list` gives them. Their descriptions never say when they work. */
export function definitionsOf(rules: SimRules): JsonObject[] {
  const { readTool, listTool, idParam, resource } = rules
  return [
    definition(readTool, `Read one ${resource}.`, { [idParam]: { names: resource } }, { readOnlyHint: true }),
    definition(listTool, `List all ${resource}s. The list may lag behind.`, {}, { readOnlyHint: true }),
    ...Object.entries(rules.tools).map(([name, { about, args, destroys }]) =>
      definition(name, about, args, { readOnlyHint: false, destructiveHint: destroys === true }),
    ),
  ]
}

function definition(
  name: string,
  description: string,
  args: ToolRule['args'],
  annotations: JsonObject,
): JsonObject {
  const properties = Object.fromEntries(Object.entries(args).map(([arg, rule]) => [arg, schemaOf(rule)]))
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required: Object.keys(args), additionalProperties: false },
    annotations,
  }
}

function schemaOf(rule: ArgRule): JsonObject {
  if ('names' in rule) return { type: 'string', description: `The id of the ${rule.names}` }
  if ('text' in rule) return { type: 'string' }
  return { type: 'number', exclusiveMinimum: 0 }
}
