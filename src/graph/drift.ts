import type { ToolModel } from './model.ts'

/**
 * Notes that a tool is now listed with another schema. Nothing is deleted: what was confirmed only under an earlier
 * schema is due for a retest, and the first calls under the new one retest it.
 * An unknown schema ('') changes nothing: it was not listed, which is no news.
 */
export function retestAfter(tool: ToolModel, schema: string): void {
  if (schema === '' || schema === tool.schema) return
  if (tool.schema !== '') tool.epoch++
  tool.schema = schema
}

/**
 * Was this last confirmed under an earlier schema of its tool, or before a retest was asked for? Then it may warn, and
 * it may not refuse. `schema`: the one under which the tool is listed now, '' where that is not known.
 */
export function isStale(tool: ToolModel, known: { readonly epoch: number }, schema = ''): boolean {
  return known.epoch < tool.epoch || (schema !== '' && tool.schema !== '' && schema !== tool.schema)
}
