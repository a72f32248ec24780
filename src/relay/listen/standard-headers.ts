import { at, isObject } from '../../json.ts'
import type { Message } from '../message.ts'

/** Where a message says which revision it speaks, from 2026-07-28 on. */
export const protocolVersion = 'io.modelcontextprotocol/protocolVersion'

/**
 * From 2026-07-28 on headers repeat what stands in the body, so that what stands between host and server need not read
 * it; a server must refuse a request whose headers say something else. Gives what disagrees, in words.
 */
export function mismatchIn(
  request: Message,
  header: (name: string) => string | undefined,
): string | undefined {
  const expected = expectedOf(request)
  for (const [name, value] of expected) {
    const given = header(name.toLowerCase())
    if (given === undefined) return `${name} is missing`
    if (decoded(given) !== value) return `${name} says something else than the body`
  }
  return undefined
}

function expectedOf(request: Message): [string, string][] {
  const { method = '' } = request
  const params = at(request.value(), 'params')
  const meta = at(params, '_meta')
  const version = isObject(meta) ? meta[protocolVersion] : undefined
  const source = nameSources.get(method)
  const name = source === undefined ? undefined : at(params, source)
  return [
    ['MCP-Protocol-Version', String(version)],
    ['Mcp-Method', method],
    ...(typeof name === 'string' ? [['Mcp-Name', name] as [string, string]] : []),
  ]
}

const nameSources = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
])

/** What no header can hold as it is comes as `=?base64?…?=`. */
function decoded(value: string): string {
  const base64 = /^=\?base64\?([A-Za-z\d+/]*={0,2})\?=$/.exec(value)?.[1]
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8')
}
