import { isObject, type Json, type JsonObject } from '../../../src/json.ts'
import type { Dialect, NamedCall, Shown } from './dialect.ts'
import { objectsAt } from './parts.ts'

/** The Gemini API of Google, streamed. */
export const gemini: Dialect = {
  asksForTurn: path => /:(?:streamG|g)enerateContent$/.test(path),
  offered: request =>
    objectsAt(request, 'tools')
      .flatMap(tool => objectsAt(tool, 'functionDeclarations'))
      .map(({ name }) => String(name)),
  shown: request =>
    new Map(
      objectsAt(request, 'contents')
        .flatMap(content => objectsAt(content, 'parts'))
        .map(({ functionResponse }) => functionResponse)
        .filter(isObject)
        .map(answer => [String(answer.id), shownIn(answer.response)]),
    ),
  call: ({ id, tool, args }: NamedCall) => turn({ functionCall: { id, name: tool, args } }),
  say: text => turn({ text }),
}

/** A function's answer is an object whose `output` or `error` is what the model reads. */
function shownIn(response: Json | undefined): Shown {
  const { output, error } = isObject(response) ? response : {}
  const value = error ?? output ?? response ?? ''
  return { text: typeof value === 'string' ? value : JSON.stringify(value), isError: error !== undefined }
}

/** The events of a turn that holds one part. */
function turn(part: JsonObject): JsonObject[] {
  const content = { role: 'model', parts: [part] }
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
  return [{ candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata }]
}
