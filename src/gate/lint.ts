import { type ListedTool, requiredOf } from '../adapter/tool.ts'
import { missing, unheardOf, violationAtom } from '../graph/violations.ts'
import { isObject, type JsonObject } from '../json.ts'

/**
 * What is wrong with the names of a call's arguments: a required one is missing, or the tool has none of that name. It
 * needs no validator. Where the schema leaves open which parameters there are, nothing is said.
 */
export function lint({ inputSchema, ...tool }: ListedTool, args: JsonObject): string[] {
  const gone = requiredOf({ ...tool, inputSchema }).filter(name => !Object.hasOwn(args, name))
  return [
    ...gone.map(name => violationAtom(name, missing)),
    ...strangers(inputSchema, args).map(name => violationAtom(name, unheardOf)),
  ]
}

function strangers(schema: JsonObject, args: JsonObject): string[] {
  const { properties, additionalProperties = false } = schema
  if (!isObject(properties) || additionalProperties !== false) return []
  if (openers.some(keyword => schema[keyword] !== undefined)) return []
  return Object.keys(args).filter(name => !Object.hasOwn(properties, name))
}

/** Keywords beside which `properties` does not name all parameters. */
const openers = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
]
