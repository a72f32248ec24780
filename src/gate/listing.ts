import { isUtf8 } from 'node:buffer'
import { at, type Json, type JsonObject } from '../json.ts'
import { appendToArray, removeMember } from '../text-edit.ts'
import { longestToAnnotate } from './annotate.ts'
import { ownTools } from './own-tools.ts'

/** The tools that an answer to `tools/list` holds, or undefined where it holds none. */
export function toolsIn(answer: JsonObject | undefined): readonly Json[] | undefined {
  const tools = at(answer, 'result.tools')
  return Array.isArray(tools) ? tools : undefined
}

/** Is this the request for the first page? Our tools stand there, always: some hosts read no second one. */
export function asksFirstPage(request: JsonObject): boolean {
  const cursor = at(request, 'params.cursor')
  return cursor === undefined || cursor === null || cursor === ''
}

/**
 * The bytes of a listing with our tools after the server's own, every other byte as it came. A name that the server
 * uses itself stays the server's. Without output schemas
 * where results will come without structured content: a host that was promised some rejects a result that has none.
 * undefined where the answer is nothing that can be edited safely.
 */
export function withOwnTools(
  answer: Buffer,
  tools: readonly Json[],
  isFirstPage: boolean,
  dropSchemas: boolean,
): Buffer | undefined {
  if (answer.length > longestToAnnotate || !isUtf8(answer)) return undefined
  let text: string | undefined = answer.toString('utf8')
  if (dropSchemas) {
    for (const [index, tool] of tools.entries()) {
      if (at(tool, 'outputSchema') !== undefined)
        text = text && removeMember(text, ['result', 'tools', index, 'outputSchema'])
    }
  }
  const taken = new Set(tools.map(tool => at(tool, 'name')))
  for (const tool of isFirstPage ? ownTools : []) {
    if (!taken.has(tool.name)) text = text && appendToArray(text, ['result', 'tools'], JSON.stringify(tool))
  }
  return text === undefined ? undefined : Buffer.from(text)
}
