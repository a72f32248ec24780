import { at, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Headers } from './http.ts'

/** The revision that a request names itself, as every request does from 2026-07-28 on; undefined before. */
export function revisionOf(request: JsonObject | undefined): string | undefined {
  const meta = at(request, 'params._meta')
  const version = isObject(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined
  return typeof version === 'string' ? version : undefined
}

/** Which arguments of a tool are repeated in headers. */
export type Mirrored = readonly { readonly path: readonly string[]; readonly header: string }[]

/**
 * What a request of the later era says in headers too, so that a gateway need not read bodies: its revision, its
 * method, what it names, and the arguments that the tool's `inputSchema` marks with `x-mcp-header`.
 * (2026-07-28, Streamable HTTP, "Standard headers" and "Custom headers from tool parameters".)
 */
export function laterHeaders(revision: string, request: JsonObject, mirrored: Mirrored): Headers {
  const method = typeof request.method === 'string' ? request.method : ''
  const params = isObject(request.params) ? request.params : {}
  const named = params[namedBy[method] ?? '']
  return {
    'MCP-Protocol-Version': headerValue(revision),
    'Mcp-Method': headerValue(method),
    ...(typeof named === 'string' ? { 'Mcp-Name': headerValue(named) } : {}),
    ...(method === 'tools/call' ? argumentHeaders(params.arguments, mirrored) : {}),
  }
}

/** Which parameter of a method is its `Mcp-Name`. */
const namedBy: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

function argumentHeaders(args: Json | undefined, mirrored: Mirrored): Headers {
  const headers: Record<string, string> = {}
  for (const { path, header } of mirrored) {
    const text = primitive(valueAt(args, path))
    if (text !== undefined) headers[`Mcp-Param-${header}`] = headerValue(text)
  }
  return headers
}

function valueAt(args: Json | undefined, path: readonly string[]): Json | undefined {
  let here = args
  for (const key of path) here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined
  return here
}

/** What is null, not there, or beyond what a double holds is not repeated. */
function primitive(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value)
}

/** A value as a header may carry it: what is not plain ASCII, or would be trimmed or misread, in base64. */
export function headerValue(text: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(text) && text.trim() === text && !/^=\?base64\?.*\?=$/.test(text)
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

/**
 * The arguments that a tool's schema wants in headers: properties marked with a header's name, at any depth of
 * `properties`. A mark that cannot be a header's name, and the second of two alike, is passed over.
 */
export function mirroredBy(inputSchema: Json | undefined): Mirrored {
  const found: { path: readonly string[]; header: string }[] = []
  const taken = new Set<string>()
  const visit = (schema: Json | undefined, path: readonly string[]) => {
    if (!isObject(schema) || path.length > deepest) return
    const header = schema['x-mcp-header']
    if (typeof header === 'string' && isToken.test(header) && !taken.has(header.toLowerCase())) {
      taken.add(header.toLowerCase())
      found.push({ path, header })
    }
    if (!isObject(schema.properties)) return
    for (const [key, child] of Object.entries(schema.properties)) visit(child, [...path, key])
  }
  visit(inputSchema, [])
  return found
}

/** Keeps what the tools of a page of `tools/list` want in headers. */
export function noteTools(tools: Map<string, Mirrored>, page: Json | undefined): void {
  if (!Array.isArray(page)) return
  for (const tool of page)
    if (isObject(tool) && typeof tool.name === 'string') tools.set(tool.name, mirroredBy(tool.inputSchema))
}

/** RFC 9110, section 5.6.2. */
const isToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/
const deepest = 50
