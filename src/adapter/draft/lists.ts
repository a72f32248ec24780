import { at, isObject, type Json, type JsonObject } from '../../json.ts'
import { wordsOf } from '../words.ts'
import { singular } from './nouns.ts'

/** A list of things in a result: where it stands, and the key of a thing that holds its id. */
export interface FoundList {
  readonly in: string
  readonly key: string
}

/** How deep lists and cursors are looked for, in objects. */
const deepest = 3

/** The list in a result in which one of these ids stands, if there is one. */
export function listWith(json: Json | undefined, ids: ReadonlySet<string>): FoundList | undefined {
  for (const path of listPaths(json, '', deepest)) {
    const items = at(json, path)
    if (!Array.isArray(items)) continue
    for (const item of items.slice(0, 1000)) {
      const key = isObject(item) ? keyOf(item, ids) : undefined
      if (key !== undefined) return { in: path, key }
    }
  }
  return undefined
}

/** Of several fields with that value the one that is called so: `id` before `parent_id`. */
function keyOf(item: JsonObject, ids: ReadonlySet<string>): string | undefined {
  const keys = Object.keys(item).filter(key => {
    const value = item[key]
    return (typeof value === 'string' || typeof value === 'number') && ids.has(String(value)) && isPlain(key)
  })
  return keys.sort((a, b) => rank(a) - rank(b))[0]
}

function rank(key: string): number {
  return key === 'id' ? 0 : /(?:id|key|name|uid|slug|number)$/i.test(key) ? 1 : 2
}

function listPaths(json: Json | undefined, path: string, depth: number): string[] {
  if (Array.isArray(json)) return json.some(isObject) ? [path] : []
  if (!isObject(json) || depth === 0) return []
  return Object.entries(json)
    .filter(([key]) => isPlain(key))
    .flatMap(([key, value]) => listPaths(value, join(path, key), depth - 1))
}

/** The list of things that a schema of results promises, with the key that such an id parameter would stand in. */
export function listInSchema(schema: JsonObject | null, idParam: string): FoundList | undefined {
  return schema === null ? undefined : promisedIn(schema, idParam, '', deepest)
}

function promisedIn(schema: JsonObject, idParam: string, path: string, depth: number): FoundList | undefined {
  const items = isObject(schema.items) ? schema.items : {}
  if (isObject(items.properties)) {
    const key = keyFor(idParam, Object.keys(items.properties))
    return key === undefined ? undefined : { in: path, key }
  }
  if (depth === 0 || !isObject(schema.properties)) return undefined
  for (const [name, each] of Object.entries(schema.properties)) {
    const found =
      isObject(each) && isPlain(name) ? promisedIn(each, idParam, join(path, name), depth - 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** `taskId` stands in `taskId`, `task_id` or `id`; `names` in `name`. */
function keyFor(idParam: string, keys: readonly string[]): string | undefined {
  const words = wordsOf(idParam).map(singular)
  const same = keys.find(key => wordsOf(key).join(' ') === words.join(' '))
  return same ?? keys.find(key => key === words.at(-1))
}

/** Where a result says what to ask for next, by its keys. */
export function cursorIn(json: Json | undefined, path = '', depth = deepest): string | undefined {
  if (!isObject(json) || depth === 0) return undefined
  const keys = Object.keys(json).filter(isPlain)
  const own = keys.find(key => nextWords.has(wordsOf(key).join('')))
  if (own !== undefined && !isObject(json[own])) return join(path, own)
  return keys.map(key => cursorIn(json[key], join(path, key), depth - 1)).find(each => each !== undefined)
}

const nextWords = new Set(
  'nextcursor nextpagetoken nextpagecursor nexttoken nextpage endcursor continuationtoken cursor next'.split(
    ' ',
  ),
)

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** A key that a dotted path can name. */
function isPlain(key: string): boolean {
  return /^[^.[\]]+$/.test(key)
}
