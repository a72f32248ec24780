import { at, isObject, type JsonObject } from '../json.ts'
import type { Hello } from '../relay/intercept.ts'

/**
 * Up to 2025-11-25 a session begins with `initialize`; from 2026-07-28 on every request says of itself which revision
 * it speaks. The era is therefore a property of the request.
 */
export function isModern(request: JsonObject): boolean {
  return isObject(at(request, 'params._meta')) && meta(request)[protocolVersion] !== undefined
}

/** The host's name for itself, from the request or from how the session began. */
export function clientOf(request: JsonObject, hello: Hello): { name: string; version: string } {
  const info = meta(request)[clientInfo] ?? at(hello.request?.value(), 'params.clientInfo')
  const named = isObject(info) ? info : {}
  return { name: textIn(named.name), version: textIn(named.version) }
}

/** The version that the server gives itself, where the session began with a handshake; else ''. */
export function serverVersion(hello: Hello): string {
  return textIn(at(hello.answer?.value(), 'result.serverInfo.version'))
}

/**
 * The `_meta` for a reading of ours that accompanies a request: its era and its host, but no capabilities, so that the
 * server can neither ask back nor make a task of it, and no progress token. Of the earlier era: nothing.
 */
export function metaForReading(request: JsonObject): JsonObject {
  if (!isModern(request)) return {}
  const { [protocolVersion]: version, [clientInfo]: client } = meta(request)
  const said = client === undefined ? {} : { [clientInfo]: client }
  return { _meta: { [protocolVersion]: version ?? null, ...said, [capabilities]: {} } }
}

/** A result of our own, with the `resultType` that the later era asks for. */
export function resultFor(request: JsonObject, result: JsonObject): JsonObject {
  return isModern(request) ? { resultType: 'complete', ...result } : result
}

function meta(request: JsonObject): JsonObject {
  const found = at(request, 'params._meta')
  return isObject(found) ? found : {}
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : ''
}

const protocolVersion = 'io.modelcontextprotocol/protocolVersion'
const clientInfo = 'io.modelcontextprotocol/clientInfo'
const capabilities = 'io.modelcontextprotocol/clientCapabilities'
