import { isObject, type Json, type JsonObject } from '../json.ts'

/** How a call went that did several things at once: nothing of it, or some of it and not all. `first`: what the first failure says. */
export interface Batch {
  readonly went: 'partly' | 'not at all'
  readonly first: Json
}

/**
 * What a result's own JSON tells of a call that did several things, or undefined where it tells no failure among them:
 * a list of what failed beside one of what was done (`{"deleted": ["a"], "failed": ["b"]}`), a verdict on each item
 * (`[{"success": true}, {"success": false}]`), data beside errors (GraphQL), or a success with errors. An object that
 * has anything else to say is a thing with a history, not an account of a call.
 */
export function batchIn(json: Json | undefined): Batch | undefined {
  if (Array.isArray(json)) return verdictsIn(json)
  if (!isObject(json)) return undefined
  return accountIn(json) ?? graphQlIn(json) ?? verdictsBelow(json)
}

const failedName = /^(?:failures|failed|errors|rejected|failed[_A-Z]\w*|\w+(?:_failed|Failed))$/
const doneName =
  /^(?:successes|successful|succeeded|completed|results|created|updated|deleted|removed|added|moved|sent|processed|(?:created|updated|deleted|removed|added|moved|sent|processed|succeeded|successful|completed)[_A-Z]\w*|success_?count|total_\w+)$/i
const besides =
  /^(?:success|ok|status|message|msg|summary|count|total|timestamp|request_?id|(?:failure|failed|error)_?count)$/i

/** An object whose members are lists or numbers of what was done and lists of what failed. */
function accountIn(json: JsonObject): Batch | undefined {
  const members = Object.entries(json)
  const failed = members.filter(([name, value]) => failedName.test(name) && Array.isArray(value))
  const done = members.filter(([name]) => doneName.test(name))
  const known = failed.length + done.length + members.filter(([name]) => besides.test(name)).length
  const [first] = failed.flatMap(([, list]) => list as readonly Json[])
  if (first === undefined || known < members.length || !isFailedItem(first)) return undefined
  if (done.length === 0 && json.success !== true && json.ok !== true) return undefined
  const anyDone = done.length === 0 || done.some(([, value]) => isSome(value))
  return { went: anyDone ? 'partly' : 'not at all', first }
}

/** A name of what failed, or what went wrong with it: a job that failed long ago says other things. */
function isFailedItem(item: Json): boolean {
  if (!isObject(item)) return typeof item === 'string'
  return ['error', 'message', 'reason', 'code', 'status'].some(name => item[name] !== undefined)
}

function isSome(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'number' ? value > 0 : isObject(value) && Object.keys(value).length > 0
}

/** `{"data": …, "errors": [{"message": …}]}`: what could be done is in `data`. */
function graphQlIn(json: JsonObject): Batch | undefined {
  const { data, errors } = json
  if (!('data' in json) || !Array.isArray(errors) || !Object.keys(json).every(isGraphQl)) return undefined
  const [first] = errors
  if (!isObject(first) || typeof first.message !== 'string') return undefined
  const anyData = isObject(data) && Object.values(data).some(each => each !== null)
  return { went: anyData ? 'partly' : 'not at all', first }
}

function isGraphQl(name: string): boolean {
  return name === 'data' || name === 'errors' || name === 'extensions'
}

function verdictsBelow(json: JsonObject): Batch | undefined {
  const lists = Object.entries(json).filter(([, value]) => Array.isArray(value))
  const [list] = lists
  const others = Object.keys(json).filter(name => name !== list?.[0])
  if (list === undefined || lists.length > 1 || !/^(?:results?|items|responses)$/.test(list[0]))
    return undefined
  return others.every(name => besides.test(name) || doneName.test(name))
    ? verdictsIn(list[1] as readonly Json[])
    : undefined
}

/** Items that each say whether they were done. */
function verdictsIn(list: readonly Json[]): Batch | undefined {
  const verdicts = list.slice(0, mostItems).map(verdictOf)
  if (verdicts.length === 0 || verdicts.includes(undefined)) return undefined
  const first = list[verdicts.indexOf(false)]
  if (first === undefined) return undefined
  return { went: verdicts.includes(true) ? 'partly' : 'not at all', first }
}

const mostItems = 1000

function verdictOf(item: Json): boolean | undefined {
  if (!isObject(item)) return undefined
  if (typeof item.success === 'boolean') return item.success
  return typeof item.ok === 'boolean' ? item.ok : undefined
}
