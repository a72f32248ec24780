import { isObject, type Json, type JsonObject, parseJson } from '../json.ts'

/** Keys that belong to an envelope: an object with any other key is a thing, and its `status: failed` is its own. */
const envelopeKeys = new Set(
  (
    'success ok error errors isError failed failures code errorCode error_code message msg status statusCode status_code ' +
    'statusText detail details reason description hint object type title request_id requestId timestamp path content ' +
    'metadata meta successCount failureCount completed data result errorMessage errorMessages error_message ' +
    'error_messages error_description documentation_url help trace_id traceId retryable retry_after retryAfter'
  ).split(' '),
)

/**
 * The error that a result's own JSON tells, or undefined. Only an envelope can tell one: an object all of whose keys
 * belong to an envelope. A job that was read and whose status is `failed` was read successfully.
 */
export function envelopeError(json: Json | undefined): { text: string; code: string } | undefined {
  if (!isObject(json) || !Object.keys(json).every(key => envelopeKeys.has(key)) || hasPayload(json))
    return undefined
  if (!saysFailed(json)) return undefined
  return { text: textIn(json), code: codeIn(json) }
}

/**
 * The words of a failure that is told as JSON, whatever else stands beside them: `error` or `message` of an object, the
 * first issue of a list, and that again where a text is JSON itself (validators report so). undefined where there are none.
 */
export function wordsIn(json: Json | undefined, depth = 3): string | undefined {
  if (typeof json === 'string') {
    const inner = depth > 0 && /^\s*[[{]/.test(json) ? parseJson(json) : undefined
    return wordsIn(inner, depth - 1) ?? (json.trim() === '' ? undefined : json)
  }
  if (Array.isArray(json)) return wordsIn(json[0], depth - 1)
  if (!isObject(json) || depth < 0) return undefined
  const { code, message, error, reason, detail } = json
  const words = [error, message, reason, detail]
    .map(each => wordsIn(each, depth - 1))
    .find(each => each !== undefined)
  return words !== undefined && typeof code === 'string' ? `${code}: ${words}` : words
}

/** What an answer brings besides the envelope: then it is an answer, whatever its status. */
function hasPayload(json: JsonObject): boolean {
  return [json.data, json.result].some(each => each !== undefined && each !== null && each !== '')
}

function saysFailed(json: JsonObject): boolean {
  if (json.success === true || json.ok === true) return false
  if (json.success === false || json.ok === false || json.isError === true || json.object === 'error')
    return true
  if (isSet(json.error) || (Array.isArray(json.errors) && json.errors.length > 0)) return true
  if (Array.isArray(json.failures) && json.failures.length > 0 && json.successCount === 0) return true
  return statusFailed(json.status) || statusFailed(json.statusCode) || statusFailed(json.status_code)
}

function isSet(error: Json | undefined): boolean {
  return (typeof error === 'string' && error !== '') || error === true || isObject(error)
}

function statusFailed(status: Json | undefined): boolean {
  if (typeof status === 'number') return status >= 400
  return typeof status === 'string' && /^(?:error|fail(?:ed|ure)?|\w+_not_found)$/i.test(status)
}

function textIn(json: JsonObject): string {
  const inner = isObject(json.error) ? json.error : json
  const words = [inner.message, json.error, json.message, json.reason, json.detail, json.status, inner.code]
  return words.map(each => wordsIn(each)).find(each => each !== undefined) ?? JSON.stringify(json)
}

function codeIn(json: JsonObject): string {
  const inner = isObject(json.error) ? json.error : json
  const given = [inner.code, json.errorCode, json.error_code, json.status, json.statusCode].find(
    each => typeof each === 'number' || (typeof each === 'string' && /^[\w-]{2,40}$/.test(each)),
  )
  const code = given ?? (isConstant(json.error) ? json.error : undefined)
  return code === undefined ? '' : String(code)
}

/** A code may stand where the words are expected: `{"error": "VALIDATION_ERROR", "message": "Title is too short"}`. */
function isConstant(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(value)
}
