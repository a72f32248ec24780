import { isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import { type Line, readLine } from './line.ts'

/** What comes back from one call, as a host would show it to a model: texts, and whether they are an error. */
export interface Reply {
  readonly texts: readonly string[]
  readonly isError: boolean
}

/** Somebody to call: a server, or a proxy before it. */
export type Channel = (call: { readonly tool: string; readonly args: JsonObject }) => Promise<Reply>

/** What a reader takes from a reply. */
export interface Read {
  readonly failed: boolean
  /** It never reached the server. */
  readonly refused: boolean
  /** What the server said, where it was JSON. */
  readonly json: Json | undefined
  /** The line of guidance in it. */
  readonly line: Line | undefined
}

/** Reads a reply. A server that reports an error as a success is understood by whoever reads its words. */
export function readReply(reply: Reply): Read {
  const { texts, isError } = reply
  const json = parseJson(texts[0] ?? '')
  return {
    failed: isError || (isObject(json) && json.success === false),
    refused: texts.some(text => /^mcpgraphy refused /m.test(text)),
    json,
    line: lineIn(reply),
  }
}

/** The line of guidance in a reply. */
export function lineIn({ texts }: Reply): Line | undefined {
  for (const text of texts) {
    if (!text.includes('mcpgraphy [')) continue
    for (const each of text.split('\n')) {
      const line = readLine(each)
      if (line !== undefined) return line
    }
  }
  return undefined
}

/** An answer of MCP as a reply. */
export function replyOf(answer: JsonObject): Reply {
  const { result, error } = answer
  if (isObject(error)) return { texts: [String(error.message)], isError: true }
  const blocks = isObject(result) && Array.isArray(result.content) ? (result.content as readonly Json[]) : []
  return {
    texts: blocks.flatMap(each => (isObject(each) && typeof each.text === 'string' ? [each.text] : [])),
    isError: isObject(result) && result.isError === true,
  }
}

/** What an answer shows of a resource: by its id, wherever in the answer it stands. `null`: it says that it is gone. */
export function shownOf(json: Json | undefined, id: string): JsonObject | null | undefined {
  if (Array.isArray(json)) {
    const all = json.map(each => shownOf(each, id))
    return all.find(each => each !== undefined)
  }
  if (!isObject(json)) return undefined
  if (json.id === id) return json.deleted === true ? null : json
  return shownOf(
    Object.values(json).filter(each => typeof each === 'object'),
    id,
  )
}
