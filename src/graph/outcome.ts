import type { Match } from '../adapter/adapter.ts'
import { envelopeError, wordsIn } from '../adapter/envelope.ts'
import { matches } from '../adapter/match.ts'
import { jsonOf, textOf } from '../adapter/result.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Outcome } from './evidence.ts'
import { fingerprintOf, unquoted } from './fingerprint.ts'
import { kindOf } from './kind.ts'
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
    failure: kindOf(unquoted(failure.text, asked.args), failure.code),
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
      text: wordsIn(message) ?? JSON.stringify(response.error),
      code: spellCode(code),
    }
  }
  const { result } = response
  const text = textOf(result)
  const json = jsonOf(result)
  const told = envelopeError(json)
  if (result.isError === true) return { text: told?.text ?? wordsIn(json) ?? text, code: told?.code ?? '' }
  if (told !== undefined) return told
  return asked.failure.some(rule => matches(rule, result))
    ? { text: wordsIn(json) ?? text, code: codeOf(json) }
    : undefined
}

/** The result is not there yet: the server asks back, or made a task of the call (revision 2026-07-28). */
function deferred(response: Response): boolean {
  if (!('result' in response)) return false
  const { resultType, task } = response.result
  return isObject(task) || (typeof resultType === 'string' && resultType !== 'complete')
}

function codeOf(json: Json | undefined): string {
  return isObject(json) ? spellCode(json.code ?? json.status) : ''
}

function spellCode(code: Json | undefined): string {
  return typeof code === 'number' || typeof code === 'string' ? String(code).slice(0, 40) : ''
}
