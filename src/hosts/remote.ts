import type { Json } from '../json.ts'
import { bad, type Entry, malformed } from './entry.ts'
import { loginAt } from './logins.ts'
import { jsonOf, type Member, memberOf, membersOf, type Node } from './syntax/node.ts'
import type { Shape } from './table.ts'

/** An entry that reaches its server by address. */
export interface Remote {
  readonly kind: 'remote'
  readonly url: string
  /** The names under which the entry has its parts. */
  readonly names: {
    readonly url: string
    /** The member that says how the server is reached, where it has one. */
    readonly type: string | undefined
    readonly headers: string | undefined
    /** The member that names the variable with the token, as Codex has it. */
    readonly bearer: string | undefined
  }
  /** Static headers, with the host's variables in them. */
  readonly headers: Readonly<Record<string, string>>
  /** The variable of the environment that holds the token. */
  readonly bearer: string | undefined
  /** Why the host's own log-in would be lost, where it has one. */
  readonly login: string | undefined
  /** Why we cannot stand before it at all. */
  readonly obstacle: string | undefined
}

/** Reads an entry with an address. */
export function remoteOf(node: Node, url: Member, shape: Shape): Entry {
  const { bearer = '' } = shape
  const type = memberNamed(node, ['type', 'transport'])
  const headers = memberNamed(node, [shape.headers])
  const token = memberNamed(node, [bearer])
  if (headers !== undefined && headers.value.type !== 'object') return bad('its headers', headers.value)
  const given = headers === undefined ? {} : jsonOf(headers.value)
  const odd = headers && membersOf(headers.value).find(({ value }) => value.type !== 'string')
  if (odd !== undefined) return malformed(`its header ${JSON.stringify(odd.name)} is no text`, odd.value)
  if (url.value.value === '') return malformed('its address is empty', url.value)
  const statics = given as Record<string, string>
  return {
    kind: 'remote',
    url: String(url.value.value),
    names: { url: url.name, type: type?.name, headers: headers?.name, bearer: token?.name },
    headers: statics,
    bearer: token?.value.type === 'string' ? String(token.value.value) : undefined,
    login: loginOf(node, String(url.value.value), headers !== undefined || token !== undefined),
    obstacle: obstacleIn(node, type) ?? oddAddress(String(url.value.value)),
  }
}

function memberNamed(node: Node, names: readonly string[]): Member | undefined {
  return membersOf(node).find(({ name, value }) => names.includes(name) && value.type !== 'null')
}

/** Members by which hosts are told to log in themselves; `"oauth": false` says that they must not. */
const logins = ['oauth', 'auth', 'authProviderType', 'scopes']

function loginOf(node: Node, url: string, hasHeaders: boolean): string | undefined {
  const said = logins.find(name => isSaid(memberOf(node, name)))
  if (said !== undefined) return `its "${said}" says that the host logs in`
  if (hasHeaders || memberOf(node, 'oauth')?.value === false) return undefined
  return loginAt(url)
}

function isSaid(node: Node | undefined): boolean {
  const value: Json | undefined = node && jsonOf(node)
  return value !== undefined && value !== null && value !== false
}

/** What is neither an address nor what a host makes one of. */
function oddAddress(url: string): string | undefined {
  return /^https?:\/\/|\$|\{/i.test(url) ? undefined : 'its address does not begin with http:// or https://'
}

function obstacleIn(node: Node, type: Member | undefined): string | undefined {
  if (memberOf(node, 'headersHelper') !== undefined)
    return 'a program makes its headers ("headersHelper"), which only the host can run'
  if (memberOf(node, 'env_http_headers') !== undefined)
    return 'its headers come from variables that only the host can read ("env_http_headers")'
  if (type !== undefined && type.value.type !== 'string') return `its "${type.name}" is not a text`
  const how = String(type?.value.value ?? '')
  return how === 'ws' || how === 'tcp' ? `it is reached by ${how}, which we do not speak` : undefined
}
