import { canonical, isObject, type Json, type JsonObject } from '../../json.ts'

/** One change to a file that holds an adapter: a value put in, or, where it is undefined, taken out. */
export interface Change {
  readonly path: readonly (string | number)[]
  readonly value: Json | undefined
  /** There is nothing at that path yet. */
  readonly isNew: boolean
}

/**
 * What a new draft changes in a file that a person may have edited since the draft before: what they changed, added or
 * took out stays as it is; the rest follows the new draft. Without a draft before, all that stands there is theirs.
 */
export function changesFor(mine: JsonObject, drafted: JsonObject, before: JsonObject | undefined): Change[] {
  return changesAt([], mine, drafted, before)
}

function changesAt(
  path: Change['path'],
  mine: JsonObject,
  drafted: JsonObject,
  before: JsonObject | undefined,
): Change[] {
  const keys = new Set([...Object.keys(drafted), ...Object.keys(before ?? {})])
  return [...keys].flatMap(key => changesOf([...path, key], mine[key], drafted[key], before?.[key]))
}

function changesOf(
  path: Change['path'],
  mine: Json | undefined,
  drafted: Json | undefined,
  before: Json | undefined,
): Change[] {
  if (drafted !== undefined && mine !== undefined && same(mine, drafted)) return []
  if (path.length === 1 && path[0] === 'resources') return changesOfResources(mine, drafted, before)
  if (isObject(mine) && isObject(drafted))
    return changesAt(path, mine, drafted, isObject(before) ? before : undefined)
  const isTheirs = before === undefined ? mine !== undefined : mine === undefined || !same(mine, before)
  if (isTheirs || (mine === undefined && drafted === undefined)) return []
  return [{ path, value: drafted, isNew: mine === undefined }]
}

/** Resources belong together by their class. */
function changesOfResources(
  mine: Json | undefined,
  drafted: Json | undefined,
  before: Json | undefined,
): Change[] {
  if (!Array.isArray(mine)) return []
  const older = blocksIn(before)
  const own = blocksIn(mine)
  return [...blocksIn(drafted)].flatMap(([name, block]): Change[] => {
    const at = mine.findIndex(each => isObject(each) && each.resource_class === name)
    const there = own.get(name)
    if (there !== undefined) return changesAt(['resources', at], there, block, older.get(name))
    return older.has(name) ? [] : [{ path: ['resources', mine.length], value: block, isNew: true }]
  })
}

function blocksIn(resources: Json | undefined): Map<string, JsonObject> {
  const blocks = (Array.isArray(resources) ? resources : []).filter(isObject)
  return new Map(blocks.map(each => [String(each.resource_class), each]))
}

function same(a: Json, b: Json): boolean {
  return canonical(a) === canonical(b)
}
