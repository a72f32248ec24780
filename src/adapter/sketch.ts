import { isObject, type Json, type JsonObject } from '../json.ts'
import { isEnumLike, isStateWord, namesThings } from './features.ts'
import { usualWords } from './missing.ts'
import { jsonOf, saysError, textOf } from './result.ts'

/**
 * What a call looked like, without what it was about: texts, names, numbers and times are replaced by others of their
 * kind. Ids are replaced by marks, the same for the same id, so that it shows where in an answer they stand again.
 * Words such as `in_progress`, yes and no, and the names of fields stay: they are what a draft needs.
 */
export interface Sketch {
  readonly arguments: JsonObject
  readonly result: JsonObject
}

/** What a sketch may hold: so many fields of an object, items of a list, levels, lines of prose, characters in all. */
const most = { fields: 60, items: 4, depth: 6, lines: 60, length: 8000 }

/** Sketches a call, or gives undefined for one too large. `mark` gives the mark of an id: the same for the same. */
export function sketchOf(
  args: JsonObject,
  result: JsonObject,
  mark: (id: string) => string,
): Sketch | undefined {
  const ids = new Set(scalarsIn(args, most.depth))
  const masked = (key: string, value: Json) => maskOf(key, value, { ids, mark, depth: most.depth })
  const json = jsonOf(result)
  const text = json === undefined ? proseOf(textOf(result), masked) : JSON.stringify(masked('', json))
  const sketch = {
    arguments: masked('', args) as JsonObject,
    result: isRpcError(result)
      ? { code: result.code ?? 0, message: text }
      : { content: [{ type: 'text', text }], ...(saysError(result) && { isError: true }) },
  }
  return JSON.stringify(sketch).length > most.length ? undefined : sketch
}

function isRpcError(result: JsonObject): boolean {
  return typeof result.code === 'number' && !('content' in result)
}

/** Texts and numbers in the arguments that may be ids. */
function scalarsIn(value: Json, depth: number): string[] {
  if (typeof value === 'string') return value !== '' && value.length <= 200 ? [value] : []
  if (typeof value === 'number') return [String(value)]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value)
    .slice(0, most.fields)
    .flatMap(each => scalarsIn(each, depth - 1))
}

interface Masking {
  readonly ids: ReadonlySet<string>
  mark(id: string): string
  readonly depth: number
}

function maskOf(key: string, value: Json, masking: Masking): Json {
  const { ids, mark, depth } = masking
  if (typeof value === 'boolean' || value === null || value === '') return value
  if (typeof value === 'number') return numberOf(key, value, masking)
  if (typeof value === 'string') {
    if (isWord(key, value)) return value
    if (ids.has(value) || (namesThings(key) && value.length <= 200 && isIdKey(key))) return mark(value)
    if (/^\d{4}-\d\d-\d\d/.test(value)) return '2000-01-01T00:00:00Z'
    const said = usualWords.exec(value)?.[0]
    return said !== undefined && value.length <= 400 ? `some text ${said}` : 'some text'
  }
  if (depth === 0) return Array.isArray(value) ? [] : {}
  const inner = { ...masking, depth: depth - 1 }
  if (Array.isArray(value)) return itemsOf(value, ids).map(each => maskOf(key, each, inner))
  const members = Object.entries(value).slice(0, most.fields)
  return Object.fromEntries(
    members.map(([name, each]) => [nameOf(name, masking), maskOf(name, each ?? null, inner)]),
  )
}

/** A word that says how a thing stands; never one that an argument gave, unless its field is called a state. */
function isWord(key: string, value: string): boolean {
  if (namesThings(key)) return false
  return isEnumLike(isStateWord(key) ? value.replaceAll(' ', '_') : value)
}

function numberOf(key: string, value: number, { ids, mark }: Masking): Json {
  if (isIdKey(key) && (ids.has(String(value)) || namesThings(key))) return mark(String(value))
  return value === 0 || value === 1 ? value : 2
}

function isIdKey(key: string): boolean {
  return (
    key === '' || /(?:id|ids|key|name|names|uid|uuid|guid|path|paths|slug|number|iid|uri|url)$/i.test(key)
  )
}

/** The first items, and those that hold an id of the arguments. */
function itemsOf(list: readonly Json[], ids: ReadonlySet<string>): Json[] {
  const holds = (item: Json) =>
    isObject(item) &&
    Object.values(item).some(
      each => (typeof each === 'string' || typeof each === 'number') && ids.has(String(each)),
    )
  const named = list.slice(0, 2000).filter(holds).slice(0, 2)
  return [...named, ...list.filter(each => !named.includes(each)).slice(0, most.items - named.length)]
}

/** Members that are called after a thing are a map of things, and their names are ids. */
function nameOf(name: string, { ids, mark }: Masking): string {
  const isField = /^[\p{L}_$][\p{L}\d_$ -]{0,60}$/u.test(name) && !/\d{3,}/.test(name) && !ids.has(name)
  return isField ? name : mark(name)
}

/** Of prose the lines of "key: value" stay, with their values masked, and the words that say that something is missing. */
function proseOf(text: string, masked: (key: string, value: Json) => Json): string {
  const lines = text
    .slice(0, 50_000)
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(0, most.lines)
  return lines
    .map(line => {
      const [, lead = '', key, rest = ''] =
        /^([\s>*_#-]{0,12})([\p{L}_][\p{L}\p{N}_ ./-]{0,40}):(.*)$/u.exec(line) ?? []
      if (key === undefined || rest.startsWith('//')) return String(masked('text', line))
      const [, open = '', value = ''] = /^([*_]*\s*)(.*)$/.exec(rest) ?? []
      const bare = value.replace(/^`|`$/g, '')
      const spelt = /^(?:true|false|null)$/i.test(bare)
        ? bare
        : /^-?\d+(?:\.\d+)?$/.test(bare)
          ? masked(key, Number(bare))
          : masked(key, bare)
      return `${lead}${key}:${open}${spelt}`
    })
    .join('\n')
}
