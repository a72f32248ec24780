import { isObject, type JsonObject } from '../json.ts'

/** A tool as the server lists it, as far as we look at it. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | null
  readonly hints: Hints
}

/** What the server itself says about a tool. Claims, not facts. A raw `annotations` object fits as it is. */
export interface Hints {
  readonly readOnlyHint?: boolean | undefined
  readonly destructiveHint?: boolean | undefined
  readonly description?: string | undefined
}

/** The tools in a `tools/list` result, or in a bare array of tools. What has no name is left out. */
export function listedTools(listing: unknown): ListedTool[] {
  const tools = isObject(listing) ? listing.tools : listing
  return Array.isArray(tools) ? tools.flatMap(listedTool) : []
}

/** The names that a tool's input schema gives its parameters. */
export function parametersOf(tool: ListedTool): string[] {
  return isObject(tool.inputSchema.properties) ? Object.keys(tool.inputSchema.properties) : []
}

/** The parameters without which the tool cannot be called. */
export function requiredOf(tool: ListedTool): string[] {
  const { required } = tool.inputSchema
  return Array.isArray(required) ? required.filter(each => typeof each === 'string') : []
}

/** The schema of one parameter; an empty one where the tool says nothing. */
export function parameterOf(tool: ListedTool, name: string): JsonObject {
  const { properties } = tool.inputSchema
  const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isObject(schema) ? schema : {}
}

function listedTool(tool: unknown): ListedTool[] {
  if (!isObject(tool) || typeof tool.name !== 'string' || tool.name === '') return []
  const description = typeof tool.description === 'string' ? tool.description : ''
  return [
    {
      name: tool.name,
      description,
      inputSchema: isObject(tool.inputSchema) ? tool.inputSchema : {},
      outputSchema: isObject(tool.outputSchema) ? tool.outputSchema : null,
      hints: { ...hintsIn(tool.annotations), description },
    },
  ]
}

function hintsIn(annotations: unknown): Hints {
  if (!isObject(annotations)) return {}
  const { readOnlyHint, destructiveHint } = annotations
  return {
    ...(typeof readOnlyHint === 'boolean' && { readOnlyHint }),
    ...(typeof destructiveHint === 'boolean' && { destructiveHint }),
  }
}
