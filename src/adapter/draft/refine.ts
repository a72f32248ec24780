import { isObject, type Json, type JsonObject } from '../../json.ts'
import { fieldsInText } from '../kv-text.ts'
import { observationOf } from '../read.ts'
import { jsonOf, textOf } from '../result.ts'
import { isFailure, type Sample, successesOf } from './evidence.ts'
import { featuresFrom } from './features.ts'
import { listWith } from './lists.ts'
import { missingFrom } from './missing.ts'
import type { DraftedResource } from './resource.ts'
import { idsOf, ruleOf } from './rule.ts'

/** A block with what real answers of its reading tool show, and which of its lines they bear out. */
export interface Refined {
  readonly block: DraftedResource
  /** So many readings showed a thing. */
  readonly seen: number
  /** So many answers said that there is no such thing. */
  readonly absent: number
}

/** Takes format, root, features and the words for "missing" from real answers, where there are any. */
export function refined(block: DraftedResource, samples: readonly Sample[], ids: readonly string[]): Refined {
  const successes = successesOf(samples, block.observation_tool)
  const shaped = withForm(block, successes, ids)
  const readings = successes.flatMap(sample => fieldsOf(shaped, sample, ids))
  const misses = samples.filter(
    each => each.tool === block.observation_tool && (each.ofMissing || isFailure(each.result)),
  )
  const missing = missingFrom(shaped, misses, successes, ids)
  const features = featuresFrom(ruleOf(shaped), readings)
  return {
    block: {
      ...shaped,
      ...(missing.rules !== undefined && { missing: missing.rules }),
      ...(features.length > 0 && shaped.observation_format !== 'exists' && { features }),
    },
    seen: shaped.observation_format === 'exists' ? successes.length : readings.length,
    absent: missing.known,
  }
}

function withForm(
  block: DraftedResource,
  successes: readonly Sample[],
  ids: readonly string[],
): DraftedResource {
  if (block.find !== undefined || successes.length === 0) return block
  const forms = successes.map(sample => formOf(sample, new Set(idsOf(block, sample, ids))))
  const form = forms.find(each => each.observation_root !== undefined || each.find !== undefined) ?? forms[0]
  const { observation_format: _, observation_root: __, ...rest } = block
  return { ...rest, ...form }
}

type Form = Pick<DraftedResource, 'observation_format' | 'observation_root' | 'find'>

/** How a result becomes fields: JSON, and where in it; lines of "key: value"; or a content. */
function formOf({ result }: Sample, ids: ReadonlySet<string>): Form {
  const json = jsonOf(result)
  if (isObject(json)) {
    const root = rootWith(json, ids, '', 3)
    if (root !== undefined) return root === '' ? {} : { observation_root: root }
    const find = listWith(json, ids)
    if (find !== undefined) return { find }
    const wrapped = onlyObjectIn(json)
    return wrapped === undefined ? {} : { observation_root: wrapped }
  }
  const find = listWith(json, ids)
  if (find !== undefined) return { find }
  return { observation_format: linesIn(textOf(result)) ? 'kv_text' : 'exists' }
}

/** The object in a result that holds the id; the outermost one. */
function rootWith(
  json: JsonObject,
  ids: ReadonlySet<string>,
  path: string,
  depth: number,
): string | undefined {
  const holds = ([key, value]: [string, Json]) =>
    (typeof value === 'string' || typeof value === 'number') &&
    ids.has(String(value)) &&
    /(?:id|key|name|path|uid|slug|number|iid)$/i.test(key)
  const inner = Object.entries(json).filter(
    (each): each is [string, JsonObject] => isObject(each[1]) && !each[0].includes('.'),
  )
  if (Object.entries(json).some(holds)) {
    // an envelope may repeat the id: the state is where the thing itself is
    const own = inner.find(([, value]) => Object.entries(value).some(holds))
    return own === undefined ? path : join(path, own[0])
  }
  if (depth === 0) return undefined
  return inner
    .map(([key, value]) => rootWith(value, ids, join(path, key), depth - 1))
    .find(each => each !== undefined)
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** `{"success": true, "data": {…}}`: all but one member belong to an envelope. */
function onlyObjectIn(json: JsonObject): string | undefined {
  const objects = Object.entries(json).filter(([, value]) => isObject(value))
  const isEnvelope = Object.keys(json).every(
    key => key === objects[0]?.[0] || /^(?:success|ok|status|message|code|error|meta|version)$/.test(key),
  )
  return objects.length === 1 && isEnvelope ? objects[0]?.[0] : undefined
}

/** Several short lines of "key: value": in prose one line may look so by chance. */
function linesIn(text: string): boolean {
  const fields = Object.values(fieldsInText(text))
  const lines = text.split('\n').filter(line => line.trim() !== '').length
  return fields.length >= 2 && fields.length >= lines / 4
}

function fieldsOf(block: DraftedResource, sample: Sample, ids: readonly string[]): JsonObject[] {
  const rule = ruleOf({ ...block, missing: [] })
  for (const id of idsOf(block, sample, ids)) {
    const seen = observationOf(rule, [id], sample.result)
    if (seen.kind === 'seen') return [seen.fields]
  }
  return []
}
