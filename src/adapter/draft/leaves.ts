import { isObject, type JsonObject } from '../../json.ts'
import { type ListedTool, parameterOf, parametersOf, requiredOf } from '../tool.ts'

/** One place in a tool's arguments where a plain value stands, or a list of plain values. */
export interface Leaf {
  /** As adapters write it: `task_id`, `request.flagKey`, `names[*]`, `entities[*].name`. */
  readonly path: string
  /** Its own name: `flagKey` of `request.flagKey`. */
  readonly name: string
  readonly schema: JsonObject
  /** Without it the tool cannot be called. */
  readonly isRequired: boolean
  /** The parameter whose items it stands in (`entities`); null where it stands in none. */
  readonly list: string | null
}

/** The places of a tool's arguments: its parameters, and one level of what stands in objects and in lists of them. */
export function leavesOf(tool: ListedTool): readonly Leaf[] {
  const known = leaves.get(tool) ?? placesIn(tool)
  leaves.set(tool, known)
  return known
}

/** Asked for each pair of a thing and a tool: once for each tool is enough. */
const leaves = new WeakMap<ListedTool, readonly Leaf[]>()

function placesIn(tool: ListedTool): Leaf[] {
  const required = new Set(requiredOf(tool))
  return parametersOf(tool).flatMap(name => {
    const schema = parameterOf(tool, name)
    const isRequired = required.has(name)
    const items = isObject(schema.items) ? schema.items : {}
    if (isObject(schema.properties)) return inside(schema, { path: `${name}.`, isRequired, list: null })
    if (isObject(items.properties)) return inside(items, { path: `${name}[*].`, isRequired, list: name })
    const isList = schema.type === 'array'
    const own = isList
      ? { ...(schema.description !== undefined && { description: schema.description }), ...items }
      : schema
    return [{ path: isList ? `${name}[*]` : name, name, schema: own, isRequired, list: isList ? name : null }]
  })
}

function inside(schema: JsonObject, around: Pick<Leaf, 'path' | 'isRequired' | 'list'>): Leaf[] {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(properties).flatMap(([name, each]) =>
    isObject(each) && each.type !== 'array' && each.type !== 'object'
      ? [
          {
            path: around.path + name,
            name,
            schema: each,
            isRequired: around.isRequired && required.includes(name),
            list: around.list,
          },
        ]
      : [],
  )
}
