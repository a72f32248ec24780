import { at, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Message } from '../message.ts'
import { laterHeaders, type Mirrored, noteTools, revisionOf } from '../remote/later-era.ts'

/** Why a request of the later era is refused before the server sees it, with the code that the protocol has for it. */
export interface EnvelopeError {
  readonly code: -32020 | -32022
  readonly message: string
  readonly data?: JsonObject
}

/**
 * What a server of the later era must check of a request over HTTP, and one that speaks lines cannot. What it needs to
 * know of the server it has from the server's own answers that pass by.
 */
export interface EnvelopeCheck {
  errorIn(request: Message, header: (name: string) => string | undefined): EnvelopeError | undefined
  /** Takes note of what the server says of itself in an answer. */
  note(request: Message, answer: Message): void
}

export function createEnvelopeCheck(): EnvelopeCheck {
  const tools = new Map<string, Mirrored>()
  let supported: readonly Json[] | undefined
  return {
    errorIn(request, header) {
      const value = request.value() ?? {}
      const revision = revisionOf(value) ?? ''
      const mirrored = tools.get(String(at(value, 'params.name'))) ?? []
      const mismatch = mismatchIn(laterHeaders(revision, value, mirrored), header)
      if (mismatch !== undefined)
        return { code: -32020, message: `The headers and the body disagree: ${mismatch}.` }
      if (supported === undefined || supported.includes(revision)) return undefined
      const data = { supported, requested: revision }
      return { code: -32022, message: `The server does not speak the revision ${revision}.`, data }
    },
    note({ method }, answer) {
      if (method === 'tools/list') noteTools(tools, at(answer.value(), 'result.tools'))
      const said = method === 'server/discover' ? at(answer.value(), 'result.supportedVersions') : undefined
      if (Array.isArray(said)) supported = said
    },
  }
}

/** Does a request say all that it has to say of itself? What is missing the server tells, with -32602. */
export function isEnveloped(request: Message): boolean {
  const meta = at(request.value(), 'params._meta')
  return isObject(meta) && isObject(meta['io.modelcontextprotocol/clientCapabilities'])
}

/** Headers repeat what stands in the body, so that what stands in between need not read it: they must not lie. */
function mismatchIn(
  expected: Readonly<Record<string, string>>,
  header: (name: string) => string | undefined,
): string | undefined {
  for (const [name, right] of Object.entries(expected)) {
    const given = header(name.toLowerCase())
    if (given === undefined) return `${name} is missing`
    const value = decoded(given)
    if (value === undefined) return `${name} is no base64`
    if (!isSame(value, decoded(right) ?? right)) return `${name} says something else than the body`
  }
  return undefined
}

/** Numbers may be written in several ways. */
function isSame(one: string, other: string): boolean {
  const areNumbers = [one, other].every(each => /^-?\d+(?:\.\d+)?$/.test(each))
  return one === other || (areNumbers && Number(one) === Number(other))
}

/** What no header can hold as it is comes as `=?base64?…?=`; undefined where that is not written as it should be. */
function decoded(value: string): string | undefined {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  if (base64 === undefined) return value
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes.toString('utf8') : undefined
}
