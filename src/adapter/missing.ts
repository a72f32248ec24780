import type { Json, JsonObject } from '../json.ts'
import type { Match, ResourceRule } from './adapter.ts'
import { envelopeError } from './envelope.ts'
import { isEmpty, matches, matchesText } from './match.ts'
import { jsonOf, saysError, textOf } from './result.ts'

/** Longest prose, in characters, that can be a message about a resource rather than the resource itself. */
const longestMessage = 400

/** How servers of every make say that a thing is not there. */
export const usualWords =
  /\bENOENT\b|\bno such\b|\bnot[ _]found\b|\bNotFound(?:Error)?\b|\bdoes(?: not|n't) exist\b|\bcould(?: not|n't) be found\b|\b404\b/i

/** Something else is missing: a right, a tool, a connection. That says nothing of the resource. */
const elseMissing =
  /\b(?:tool|method|command|module|token|credentials?|api key|permission|host|endpoint)\b.{0,80}\b(?:not[ _]found|does(?: not|n't) exist)\b|-3260[0-2]\b|\b(?:access|permission) denied\b|\bunauthori[sz]ed\b|\bforbidden\b/i

/** Did a reading fail, by the protocol, by an envelope that reports an error as success, or by the adapter's rules? */
export function failed(rule: ResourceRule, result: JsonObject): boolean {
  if (saysError(result) || envelopeError(jsonOf(result)) !== undefined) return true
  return rule.failure.some(each => matches(each, result))
}

/**
 * Does a reading say that the resource does not exist? Only the adapter's `missing` rules decide that; where it has
 * none, a failure in the usual words does. `held` is what the reading holds of the resource, or `unclear` where it shows
 * no list, or one page of many.
 */
export function saysMissing(rule: ResourceRule, result: JsonObject, held: Held, isFailure: boolean): boolean {
  if (rule.missing === null) return isFailure && inUsualWords(textOf(result))
  return rule.missing.some(each => missingBy(each, result, held, isFailure))
}

/** What a reading holds of a resource: a part of it, which may be nothing. */
type Held = { readonly part: Json | undefined } | 'unclear'

/** A text rule looks at messages only: a page about "404 not found" is there. */
function missingBy(rule: Match, result: JsonObject, held: Held, isFailure: boolean): boolean {
  if (rule.kind === 'empty') return !isFailure && held !== 'unclear' && isEmpty(held.part)
  if (rule.kind === 'json') return matches(rule, result)
  const isMessage = isFailure || (jsonOf(result) === undefined && textOf(result).length <= longestMessage)
  return isMessage && matches(rule, result)
}

function inUsualWords(text: string): boolean {
  return matchesText(usualWords, text) && !matchesText(elseMissing, text)
}
