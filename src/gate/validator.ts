import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ListedTool } from '../adapter/tool.ts'
import type { Json, JsonObject } from '../json.ts'
import { guarded } from './guarded.ts'
import { boundedPattern } from './schema-pattern.ts'
import { violationsFrom } from './schema-words.ts'

/** Largest schema and largest arguments that are looked at, in values: what is larger is not checked. */
const largest = { schema: 1500, args: 5000, depth: 40 } as const

/** Most schemas that are kept compiled. */
const mostCompiled = 300

/** Milliseconds that one compilation and one check of a schema that could go astray may take. */
const patience = { compile: 200, check: 40 } as const

/**
 * Where arguments break their tool's schema, in the dialects in use: draft-07, 2020-12, or none said. A schema that is
 * too large, broken, or asks for another document is not checked; one that once took too long never again. Servers write
 * the schemas: nothing in one may stop a call, or slow it down beyond what stands here.
 */
export function validate({ inputSchema }: ListedTool, args: JsonObject): string[] {
  if (sizeOf(args, largest.args) > largest.args) return []
  const key = keyOf(inputSchema)
  if (key === undefined) return []
  if (compiled.size > mostCompiled) compiled.clear()
  if (!compiled.has(key)) compiled.set(key, compile(inputSchema))
  try {
    return compiled.get(key)?.(args) ?? []
  } catch {
    compiled.set(key, undefined)
    return []
  }
}

/** By the schema's text, for all gates of a process: a schema means the same before every server. */
const compiled = new Map<string, Compiled | undefined>()

type Compiled = (args: JsonObject) => string[]

const keys = new WeakMap<JsonObject, string | undefined>()

/** The schema as a text, worked out once; undefined where it is too large. */
function keyOf(schema: JsonObject): string | undefined {
  if (!keys.has(schema))
    keys.set(schema, sizeOf(schema, largest.schema) > largest.schema ? undefined : JSON.stringify(schema))
  return keys.get(schema)
}

function compile(schema: JsonObject): Compiled | undefined {
  const { $schema, $id: _, id: __, ...rest } = schema
  const dialect = isOld($schema, rest) ? Ajv : Ajv2020
  try {
    const check = guarded(() => new dialect(options).compile(rest), patience.compile)
    const isRisky = risks.test(JSON.stringify(rest))
    return args => {
      const isRight = isRisky ? guarded(() => check(args), patience.check) : check(args)
      return isRight ? [] : violationsFrom(errorsOf(check))
    }
  } catch {
    return undefined
  }
}

function errorsOf({ errors }: ValidateFunction): readonly ErrorObject[] {
  return errors ?? []
}

const options: Options = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  logger: false,
  inlineRefs: false,
  addUsedSchema: false,
  code: { regExp: boundedPattern },
}

/** Keywords with which a small schema may take long over small arguments. */
const risks =
  /"(?:\$ref|\$dynamicRef|\$recursiveRef|pattern|patternProperties|propertyNames|uniqueItems|contains)":/

/** Drafts up to 7 by their name, or by `items` with a list, which 2020-12 spells `prefixItems`. */
function isOld($schema: Json | undefined, schema: JsonObject): boolean {
  if (typeof $schema === 'string') return /draft-0[3-7]/.test($schema)
  return /"items":\[/.test(JSON.stringify(schema))
}

/** How many values there are, counted no further than `most`; too deep counts as too many. */
function sizeOf(value: Json, most: number, depth = 0): number {
  if (depth > largest.depth) return most + 1
  if (typeof value !== 'object' || value === null) return 1
  let size = 1
  for (const each of Array.isArray(value) ? value : Object.values(value as JsonObject)) {
    size += sizeOf(each, most - size, depth + 1)
    if (size > most) break
  }
  return size
}
