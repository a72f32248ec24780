import * as z from 'zod'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { flatForm, fullForm } from './schema.ts'

/**
 * The JSON Schema (2020-12) of the adapter format, for editors that complete and check. It is generated from the schema
 * that loads adapters; `adapters/adapter.schema.json` is what it says.
 */
export function adapterJsonSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'mcpgraphy adapter',
    description: 'Says how the resources of one MCP server are read back.',
    if: { required: ['resources'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: formSchema(fullForm),
    else: formSchema(flatForm),
  }
}

function formSchema(form: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(form, {
    io: 'input',
    reused: 'inline',
    override: allowNotes,
  })
  return inlineJson(schema as JsonObject)
}

/** Notes of the author (`x_…`, `//…`) may stand in every object of the format. */
function allowNotes({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties !== false) return
  jsonSchema.patternProperties = { '^(x_|//)': {} }
}

/** "Any JSON" is the empty schema; zod spells it as a definition that refers to itself. */
function inlineJson(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(inlineJson)
  if (!isObject(schema)) return schema
  const { $ref, $defs: _, ...rest } = schema
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inlineJson(value)]))
}
