import { at, isObject, type Json, type JsonObject } from '../../../src/json.ts'

/** The objects of a list in a request. Whatever else stands there is left out. */
export function objectsAt(request: Json | undefined, path: string): readonly JsonObject[] {
  const list = at(request, path)
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** The text of a content: a string, or blocks that hold text. */
export function textIn(content: Json | undefined): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textIn).join('\n')
  return isObject(content) && typeof content.text === 'string' ? content.text : ''
}
