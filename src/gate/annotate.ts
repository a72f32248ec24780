import { isUtf8 } from 'node:buffer'
import { jsonOf, textOf } from '../adapter/result.ts'
import { canonical, isObject, type Json, type JsonObject } from '../json.ts'
import { appendToArray, removeMember } from '../text-edit.ts'

/** An answer longer than this is passed on as it came: in bytes. */
export const longestToAnnotate = 8 * 1024 * 1024

/**
 * The bytes of a server's answer with lines of ours as one more text block at the end of its content, or undefined
 * where that cannot be done without touching anything else. `hidesText`: this host shows its model the structured
 * content only, so that is left out, after making sure that the text says all of it.
 */
export function withLines(
  answer: Buffer,
  result: JsonObject,
  lines: readonly string[],
  hidesText: boolean,
): Buffer | undefined {
  if (lines.length === 0 || answer.length > longestToAnnotate || !isUtf8(answer)) return undefined
  if (!Array.isArray(result.content)) return undefined
  const structured = hidesText ? result.structuredContent : undefined
  const blocks = [
    ...(structured === undefined || saysAll(result, structured) ? [] : [JSON.stringify(structured)]),
    ...lines,
  ]
  let text: string | undefined = answer.toString('utf8')
  for (const block of blocks) text = text && appendToArray(text, ['result', 'content'], textBlock(block))
  if (text !== undefined && structured !== undefined)
    text = removeMember(text, ['result', 'structuredContent'])
  return text === undefined ? undefined : Buffer.from(text)
}

/** One text block, as JSON. */
function textBlock(text: string): string {
  return JSON.stringify({ type: 'text', text })
}

/** Does the text say all that the structured content says? The same JSON, or every one of its values. */
function saysAll(result: JsonObject, structured: Json): boolean {
  const text = textOf({ content: result.content ?? [] })
  const json = jsonOf({ content: result.content ?? [] })
  if (json !== undefined && canonical(json) === canonical(structured)) return true
  return valuesIn(structured).every(value => text.includes(value))
}

function valuesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn)
  if (isObject(value)) return Object.values(value).flatMap(valuesIn)
  return value === null ? [] : [String(value)]
}
