import { isObject, type Json } from '../../json.ts'
import { usualWords } from '../missing.ts'
import { observationOf } from '../read.ts'
import { jsonOf, textOf } from '../result.ts'
import type { MatchForm } from '../schema.ts'
import type { Sample } from './evidence.ts'
import type { DraftedResource } from './resource.ts'
import { idsOf, ruleOf } from './rule.ts'

/**
 * The rules of a block for "does not exist", with one more for each real answer that said so in its own way.
 * `known`: how many answers did.
 */
export function missingFrom(
  block: DraftedResource,
  misses: readonly Sample[],
  successes: readonly Sample[],
  ids: readonly string[],
): { rules: readonly MatchForm[] | undefined; known: number } {
  let rules = block.missing ?? []
  let known = 0
  if (block.find !== undefined && !rules.some(each => each.empty)) rules = [{ empty: true }, ...rules]
  for (const miss of misses) {
    const isAbsent = (missing: readonly MatchForm[]) => kindOf({ ...block, missing }, miss, ids) === 'absent'
    const more = isAbsent(rules) ? [] : ruleFor(block, miss, ids)
    const isRight =
      isAbsent([...rules, ...more]) &&
      !successes.some(each => kindOf({ ...block, missing: more }, each, ids) === 'absent')
    if (!isRight) continue
    rules = [...more, ...rules]
    known++
  }
  const wrong = rules.filter(rule =>
    successes.some(
      each => kindOf({ ...block, missing: [rule] }, each, ids) === 'absent' && rule.empty !== true,
    ),
  )
  return { rules: wrong.length === 0 ? rules : rules.filter(rule => !wrong.includes(rule)), known }
}

function kindOf(block: DraftedResource, sample: Sample, ids: readonly string[]) {
  const [id = ''] = sample.ofMissing ? [] : idsOf(block, sample, ids)
  return observationOf(ruleOf(block), [id], sample.result).kind
}

/** What an answer about a missing thing says, as a rule: a word of its JSON, nothing at all, or its text without the id. */
function ruleFor(block: DraftedResource, miss: Sample, ids: readonly string[]): MatchForm[] {
  const json = jsonOf(miss.result)
  const word = isObject(json) ? wordIn(json) : undefined
  if (word !== undefined) return [word]
  if (!miss.ofMissing) return []
  if (json === null || (Array.isArray(json) && json.length === 0)) return [{ empty: true }]
  const text = textOf(miss.result)
  if (text.trim() === '') return [{ empty: true }]
  const phrase = phraseIn(text, idsOf(block, miss, ids))
  return phrase === undefined ? [] : [{ text: escaped(phrase) }]
}

/** `"status": "task_not_found"`, `"error": "Task not found"`. */
function wordIn(json: Readonly<Record<string, Json>>): MatchForm | undefined {
  for (const [key, value] of Object.entries(json)) {
    if (typeof value !== 'string' || key.includes('.')) continue
    if (/^\w*not_?found$/i.test(value)) return { json: key, equals: value }
    const said = usualWords.exec(value)?.[0]
    if (said !== undefined && value.length < 300 && /error|message|reason|detail/i.test(key))
      return { json: key, matches: escaped(said) }
  }
  return undefined
}

/** The longest piece of the line that names the id, without the id: the same for every missing thing. */
function phraseIn(text: string, ids: readonly string[]): string | undefined {
  const line =
    text.split('\n').find(each => ids.some(id => id !== '' && each.includes(id))) ??
    text.trim().split('\n')[0] ??
    ''
  const id = ids.find(each => each !== '' && line.includes(each))
  const pieces = (id === undefined ? [line] : line.split(id)).map(each =>
    each.replace(/^[\s`'"“”.,:。]+|[\s`'"“”]+$/g, ''),
  )
  const longest = pieces.sort((a, b) => b.length - a.length)[0] ?? ''
  return longest.length >= 4 ? longest.slice(0, 60) : undefined
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
