import type { Adapter, SandboxRule } from '../../adapter/adapter.ts'
import { idArguments } from '../../adapter/roles.ts'
import { type ListedTool, parameterOf, parametersOf, requiredOf } from '../../adapter/tool.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Try } from './sandbox.ts'

/** How a tool can be tried on a resource; or that it cannot, since nobody knows a value for an argument. */
export type Tries =
  | { readonly kind: 'can'; readonly tries: (id: string) => Try[] }
  | { readonly kind: 'cannot'; readonly missing: string }

/** Most calls of one tool on one resource. */
const mostTries = 24

/**
 * The calls of a tool that are worth trying: the first argument that names a resource names this one, any further one
 * each other; all else takes the values that the adapter gives, or that the schema lists.
 */
export function triesFor(adapter: Adapter, rule: SandboxRule, tool: ListedTool): Tries {
  const names = idArguments(adapter, tool.name)
  const needed = new Set(requiredOf(tool))
  const wanted = parametersOf(tool).filter(name => names.has(name) || needed.has(name) || name in rule.values)
  const [first, ...others] = wanted.filter(name => names.has(name))
  if (first === undefined) return { kind: 'cannot', missing: 'it names no resource' }
  const choices: [string, readonly Json[]][] = []
  for (const name of wanted.filter(each => !names.has(each))) {
    const values = rule.values[name] ?? listedValues(parameterOf(tool, name))
    if (values.length === 0) return { kind: 'cannot', missing: `no value is known for ${name}` }
    choices.push([name, values])
  }
  return {
    kind: 'can',
    tries(id) {
      const rest = rule.resources.filter(each => each !== id)
      const all = others.map((name): [string, readonly Json[]] => [name, rest])
      return combined([...all, ...choices])
        .slice(0, mostTries)
        .map(args => ({ tool: tool.name, args: { [first]: id, ...args } }))
    },
  }
}

/** What a schema says outright that an argument may be. */
function listedValues(schema: JsonObject): readonly Json[] {
  if (Array.isArray(schema.enum)) return schema.enum as readonly Json[]
  if (schema.const !== undefined) return [schema.const]
  if (schema.type === 'boolean') return [true, false]
  const said = [
    ...(schema.default === undefined ? [] : [schema.default]),
    ...(Array.isArray(schema.examples) ? (schema.examples as readonly Json[]) : []),
  ]
  return said
}

function combined(choices: readonly [string, readonly Json[]][]): JsonObject[] {
  return choices.reduce<JsonObject[]>(
    (all, [name, values]) => all.flatMap(args => values.map(value => ({ ...args, [name]: value }))),
    [{}],
  )
}
