import { isObject, type Json, type JsonObject, parseJson } from '../json.ts'

/**
 * The text of a `tools/call` result: its text blocks, one below the other. Where it has none, the text that its
 * structured content repeats. Of a JSON-RPC error object: its message.
 */
export function textOf(result: JsonObject): string {
  const blocks = textBlocks(result)
  if (blocks.length > 0) return blocks.join('\n')
  return repeatedText(result) ?? (typeof result.message === 'string' ? result.message : '')
}

/**
 * The JSON that a result carries, or undefined: its structured content, else the JSON in its text. Structured content
 * that only repeats the text (`{"content": "<the same text>"}`, as the filesystem server answers) is no structure.
 */
export function jsonOf(result: JsonObject): Json | undefined {
  const { structuredContent } = result
  if (structuredContent !== undefined && structuredContent !== null && repeatedText(result) === undefined) {
    return structuredContent
  }
  const found = jsonIn(textOf(result))
  return isResult(found) ? jsonOf(found) : found
}

/** Does the server itself say that the call failed: by the protocol, or by `isError`? */
export function saysError(result: JsonObject): boolean {
  return result.isError === true || isRpcError(result)
}

/** An error object of JSON-RPC stands where a result would: no content, but a number and a message. */
function isRpcError(result: JsonObject): boolean {
  return typeof result.code === 'number' && typeof result.message === 'string' && !('content' in result)
}

function textBlocks(result: JsonObject): string[] {
  const { content } = result
  if (!Array.isArray(content)) return []
  return content.flatMap(block => (isObject(block) && typeof block.text === 'string' ? [block.text] : []))
}

/** The one string that structured content consists of, where it is the text again. */
function repeatedText(result: JsonObject): string | undefined {
  const { structuredContent } = result
  if (!isObject(structuredContent)) return undefined
  const [value, ...others] = Object.values(structuredContent)
  if (typeof value !== 'string' || others.length > 0) return undefined
  const blocks = textBlocks(result)
  return blocks.length === 0 || blocks.join('\n').trim() === value.trim() ? value : undefined
}

/** A whole result may be written into the text of another (seen with local git servers). */
function isResult(value: Json | undefined): value is JsonObject {
  return isObject(value) && Array.isArray(value.content) && textBlocks(value).length > 0
}

/** Longest text that is taken for JSON, in characters; what is longer is a content and no state. */
const longestJson = 8_000_000

/** Longest prose in which JSON is looked for. */
const longestProse = 100_000

/** Text is JSON as a whole, in a fenced block, or behind a line of prose. Of scalars only null is: `7` is prose. */
function jsonIn(text: string): Json | undefined {
  if (text.length > longestJson) return undefined
  const trimmed = text.trim()
  if (trimmed === 'null') return null
  if (/^[[{]/.test(trimmed)) return parseJson(trimmed)
  if (trimmed.length > longestProse) return undefined
  const open = trimmed.search(/^[[{]/m)
  const part = fencedIn(trimmed) ?? (open === -1 ? undefined : trimmed.slice(open))
  return part === undefined ? undefined : structureIn(part)
}

/** What stands between the first line of three backticks and the next. */
function fencedIn(text: string): string | undefined {
  const open = text.indexOf('```')
  const start = open === -1 ? 0 : text.indexOf('\n', open) + 1
  const end = text.indexOf('```', start)
  return start === 0 || end === -1 ? undefined : text.slice(start, end)
}

/** A number in a code block is no structure. */
function structureIn(text: string): Json | undefined {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? value : undefined
}
