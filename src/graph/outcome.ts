import type { Match } from '../adapter/adapter.ts'
import { envelopeError } from '../adapter/envelope.ts'
import { matches } from '../adapter/match.ts'
import { jsonOf, textOf } from '../adapter/result.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { FailureKind, Outcome } from './evidence.ts'
import { fingerprintOf } from './fingerprint.ts'
import { namedAtoms } from './names.ts'

/** A server's answer as JSON-RPC gives it: a result, or an error. */
export type Response = { readonly result: JsonObject } | { readonly error: JsonObject }

/** The call that was answered, as far as judging the answer needs it. */
export interface Asked {
  readonly args: JsonObject
  readonly atoms: readonly string[]
  /** Failure rules of the adapter, for servers that report errors as success. */
  readonly failure: readonly Match[]
}

/**
 * What a call did. It failed when the protocol says so (a JSON-RPC error), the result (`isError`), the adapter,
 * or the content: an envelope that reports an error as success. The form decides the kind first; whatever no form
 * decides is a candidate for `state`, and the evidence decides later.
 */
export function outcomeOf(response: Response, asked: Asked): Outcome {
  const failure = failureIn(response, asked)
  if (failure === undefined) return deferred(response) ? { kind: 'unknown', why: 'deferred' } : { kind: 'ok' }
  const { code, text: fingerprint } = fingerprintOf(failure.text, asked.args, failure.code)
  return {
    kind: 'failure',
    failure: kindOf(failure.text, failure.code),
    code,
    fingerprint,
    names: namedAtoms(failure.text, asked.atoms),
  }
}

interface Failure {
  readonly text: string
  readonly code: string
}

function failureIn(response: Response, asked: Asked): Failure | undefined {
  if ('error' in response) {
    const { code, message } = response.error
    return {
      text: typeof message === 'string' ? message : JSON.stringify(response.error),
      code: spellCode(code),
    }
  }
  const { result } = response
  const text = textOf(result)
  const json = jsonOf(result)
  const told = envelopeError(json)
  if (result.isError === true) return { text: told?.text ?? text, code: told?.code ?? '' }
  if (told !== undefined) return told
  return asked.failure.some(rule => matches(rule, result)) ? { text, code: codeOf(json) } : undefined
}

/** The result is not there yet: the server asks back, or made a task of the call (revision 2026-07-28). */
function deferred(response: Response): boolean {
  if (!('result' in response)) return false
  const { resultType, task } = response.result
  return isObject(task) || (typeof resultType === 'string' && resultType !== 'complete')
}

/**
 * Texts by which servers of every make tell a failure that says nothing about a state; the first that fits decides.
 * Kept narrow: "not allowed from state CLOSED" is about a state, "not allowed to read" is about access.
 */
const forms: readonly [FailureKind, RegExp][] = [
  ['protocol', /\bunknown tool\b|\btool \S+ not found\b|\bmethod not found\b|\bno such tool\b/i],
  [
    'arguments',
    /-32602|\binput validation|\binvalid (?:arguments|parameters|params|input|type)\b|\binvalid_type\b|\bunrecognized[_ ]key|\bmissing required (?:argument|parameter|property|field)|\brequired (?:argument|parameter|property) .*missing|\bvalidation (?:error|failed)\b|\bmust be (?:an? )?(?:string|number|integer|boolean|array|object)\b|\bexpected \w+,? received \w+/i,
  ],
  [
    'access',
    /\b(?:access|permission) denied\b|\bunauthori[sz]ed\b|\bforbidden\b|\bnot authori[sz]ed\b|\boutside (?:of )?(?:the )?allowed\b|\b(?:insufficient|missing) (?:permission|privilege|scope)|\bauthentication (?:required|failed)\b|\binvalid (?:token|credentials|api key)\b|\bEACCES\b|\bEPERM\b|\b(?:HTTP|status)[\s:-]*(?:code )?40[13]\b/i,
  ],
  [
    'transient',
    /\btimed? ?out\b|\btimeout\b|\brate limit|\btoo many requests\b|\btry again\b|\btemporar(?:y|ily)\b|\bservice unavailable\b|\bECONN(?:REFUSED|RESET|ABORTED)\b|\bETIMEDOUT\b|\bENOTFOUND\b|\bEAI_AGAIN\b|\bEBUSY\b|\bfetch failed\b|\bconnection (?:closed|reset|refused)\b|\bdatabase is locked\b|\binternal server error\b|\bbad gateway\b|\b(?:HTTP|status)[\s:-]*(?:code )?(?:429|5\d\d)\b/i,
  ],
]

/** The kind of a failure by its form alone. */
export function kindOf(text: string, code: string): FailureKind {
  if (code === '-32601' || code === '-32700') return 'protocol'
  if (code === '-32602') return 'arguments'
  if (code === '401' || code === '403') return 'access'
  if (code === '429' || /^5\d\d$/.test(code)) return 'transient'
  const head = text.slice(0, 1000)
  return forms.find(([, form]) => form.test(head))?.[0] ?? 'state'
}

function codeOf(json: Json | undefined): string {
  return isObject(json) ? spellCode(json.code ?? json.status) : ''
}

function spellCode(code: Json | undefined): string {
  return typeof code === 'number' || typeof code === 'string' ? String(code).slice(0, 40) : ''
}
