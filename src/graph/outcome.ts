import type { Match } from '../adapter/adapter.ts'
import { batchIn } from '../adapter/batch.ts'
import { envelopeError, wordsIn } from '../adapter/envelope.ts'
import { matches } from '../adapter/match.ts'
import { proseError, prosePartly } from '../adapter/prose.ts'
import { jsonOf, textOf } from '../adapter/result.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { FailureKind, Outcome } from './evidence.ts'
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
  /** The tool only reads: what its answer says of other things is what was asked for. */
  readonly reads?: boolean
  /** The arguments break the tool's schema in a way that the server was never seen to accept. */
  readonly breaksSchema?: boolean
}

/**
 * What a call did. It failed when the protocol says so (a JSON-RPC error), the result (`isError`), the adapter,
 * or the content: an envelope that reports an error as success. The form decides the kind first; whatever no form
 * decides is a candidate for `state`, and the evidence decides later.
 */
export function outcomeOf(response: Response, asked: Asked): Outcome {
  const told = toldIn(response, asked)
  if (told === undefined) return deferred(response) ? { kind: 'unknown', why: 'deferred' } : { kind: 'ok' }
  const { code, text: fingerprint } = fingerprintOf(told.text, asked.args, told.code)
  if (told.partly) return { kind: 'partial', code, fingerprint }
  return {
    kind: 'failure',
    failure: kindIn(told, asked),
    code,
    fingerprint,
    names: namedAtoms(told.text, asked.atoms),
  }
}

/** What an answer tells of a failure. `partly`: the rest of the call was done. */
interface Told {
  readonly text: string
  readonly code: string
  readonly partly?: true
}

function kindIn({ text, code }: Told, { args, breaksSchema }: Asked): FailureKind {
  const kind = kindOf(unquoted(text, args), code === '' ? prefixCode(text) : code)
  return kind === 'state' && breaksSchema ? 'arguments' : kind
}

/** The code that an SDK puts before an error that it tells as a result: `MCP error -32602: …`. */
function prefixCode(text: string): string {
  return /^\s*MCP error (-?\d+):/i.exec(text)?.[1] ?? ''
}

function toldIn(response: Response, asked: Asked): Told | undefined {
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
  const parts = asked.reads ? undefined : inParts(text, json)
  if (parts !== undefined) return parts
  const told = envelopeError(json)
  if (result.isError === true) return { text: told?.text ?? wordsIn(json) ?? text, code: told?.code ?? '' }
  if (told !== undefined) return told
  if (asked.failure.some(rule => matches(rule, result)))
    return { text: wordsIn(json) ?? text, code: codeOf(json) }
  return inProse(text, asked)
}

/** Several things were asked for, and not all of them done. */
function inParts(text: string, json: Json | undefined): Told | undefined {
  const batch = batchIn(json)
  if (batch !== undefined) {
    const told = { text: wordsIn(batch.first) ?? JSON.stringify(batch.first), code: codeOf(batch.first) }
    return batch.went === 'partly' ? { ...told, partly: true } : told
  }
  const line = json === undefined ? prosePartly(text) : undefined
  return line === undefined ? undefined : { text: line, code: '', partly: true }
}

/**
 * An error in words that was told as a success. It counts only where the words have a form that no content has: those
 * of a violated schema, an unknown tool, a denied access, a time-out. "Error: not now" may be a text that was asked for.
 */
function inProse(text: string, asked: Asked): Told | undefined {
  const error = proseError(text)
  if (error === undefined) return undefined
  const told = { text: wordsIn(error) ?? error, code: '' }
  return kindIn(told, { ...asked, breaksSchema: false }) === 'state' ? undefined : told
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
