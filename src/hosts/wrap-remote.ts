import type { Path } from '../text-edit.ts'
import { type Exchanged, embed, originalVariable, sumOfWords } from './embed.ts'
import type { Remote } from './remote.ts'
import { rawMember, replaceMembers, type Syntax } from './syntax/syntax.ts'
import type { Expansion } from './table.ts'
import {
  type EntryChange,
  type Manner,
  must,
  type ProxyCommand,
  putVariables,
  type Wrapping,
} from './wrap-entry.ts'

/** The variable with the headers for a remote server: values never stand in arguments, where a process list shows them. */
export const headersVariable = 'MCPGRAPHY_HEADERS'
/** The variable with the address, for a host that puts in variables there and not in arguments. */
export const urlVariable = 'MCPGRAPHY_URL'

/**
 * Puts the proxy in the place of an address: the entry then starts the proxy, which reaches the server. Each member
 * that goes gives its place to one that comes, so that the same places are there for the way back.
 * Gives the reason where that is not possible.
 */
export function wrapAddress(
  manner: Manner,
  text: string,
  at: Path,
  entry: Remote,
  proxy: ProxyCommand,
  expansion: Expansion,
): Wrapping | string {
  const { syntax, shape } = manner
  const { headers } = entry.names
  // a table of its own can only become another
  const isTable = headers !== undefined && syntax.isTable(text, [...at, headers])
  const moves = movesFor(manner, entry, commandLine(entry, proxy, expansion), isTable)
  if (isTable && syntax.has(text, [...at, shape.env]))
    return `its "${headers}" stands in a table of its own beside its "${shape.env}": write it in one line, ${headers} = { … }`
  const isScattered = moves.some(({ from }) => from && !syntax.memberSpan(text, [...at, from]))
  if (isScattered) return 'its members stand in several places: write each in one line'
  const isCrowded = moves.some(({ to, from }) => to !== from && syntax.has(text, [...at, to]))
  if (isCrowded) return 'it has members of a server with an address and of one with a command'
  const variables = variablesFor(entry, proxy, expansion)
  const original: Exchanged = {
    members: moves.map(({ to, from }) => [
      to,
      from === undefined ? null : (rawMember(syntax, text, [...at, from]) ?? null),
    ]),
    addedEnv: !syntax.has(text, [...at, shape.env]) && !moves.some(({ to }) => to === shape.env),
    sum: sumOfWords(remoteWords(entry)),
    ...(variables.length === 0 ? {} : { variables: variables.map(([name]) => name) }),
  }
  const change: EntryChange = (text, at) =>
    putVariables(manner, exchange(syntax, text, at, moves), at, [
      [originalVariable, embed(original, syntax)],
      ...variables,
    ])
  return { original, change }
}

/** All that says which server is reached and as whom, for the checksum. */
export function remoteWords({ url, headers, bearer }: Pick<Remote, 'url' | 'headers' | 'bearer'>): string[] {
  return [url, ...(bearer === undefined ? [] : [bearer]), ...Object.entries(sent(headers)).flat()]
}

/** A member that comes, and the one that goes for it. */
interface Move {
  readonly to: string
  readonly from: string | undefined
  readonly raw: string
}

function movesFor(
  { syntax, shape }: Manner,
  { names, bearer }: Remote,
  words: readonly string[],
  isTable: boolean,
): Move[] {
  const [command = '', ...args] = words
  const list = (all: readonly string[]) =>
    syntax.prepend(
      undefined,
      all.map(value => ({ value })),
    )
  const first = shape.args === undefined ? list(words) : syntax.text(command)
  const moves: Move[] = [{ to: shape.command, from: names.url, raw: first }]
  const isEnv = isTable || shape.args === undefined
  if (shape.args !== undefined)
    moves.push({ to: shape.args, from: isEnv ? undefined : names.headers, raw: list(args) })
  if (isEnv && names.headers !== undefined) moves.push({ to: shape.env, from: names.headers, raw: '{}' })
  if (names.type !== undefined)
    moves.push({ to: names.type, from: names.type, raw: syntax.text(shape.stdio) })
  if (names.bearer !== undefined && shape.passes !== undefined)
    moves.push({ to: shape.passes, from: names.bearer, raw: list([bearer ?? '']) })
  return moves
}

function commandLine(entry: Remote, proxy: ProxyCommand, expansion: Expansion): string[] {
  const url = standsInEnv(entry.url, expansion) ? `\${${urlVariable}}` : entry.url
  const token = entry.bearer === undefined ? [] : ['--header', `Authorization: Bearer \${${entry.bearer}}`]
  return [proxy.command, ...proxy.args, '--url', url, ...token]
}

function variablesFor(entry: Remote, proxy: ProxyCommand, expansion: Expansion): [string, string][] {
  const headers = sent(entry.headers)
  return [
    ...(Object.keys(headers).length === 0
      ? []
      : [[headersVariable, JSON.stringify(headers)] as [string, string]]),
    ...(standsInEnv(entry.url, expansion) ? [[urlVariable, entry.url] as [string, string]] : []),
    ...Object.entries(proxy.env ?? {}),
  ]
}

/** A host's variable must stay where the host puts something in for it. */
function standsInEnv(url: string, expansion: Expansion): boolean {
  return expansion === 'env' && /\$|\{/.test(url)
}

/** The headers without those that the protocol itself sets, which some configs repeat. */
function sent(headers: Remote['headers']): Record<string, string> {
  const ours =
    /^(mcp-.*|accept|content-type|content-length|transfer-encoding|connection|host|last-event-id)$/i
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ours.test(name)))
}

function exchange(syntax: Syntax, text: string, at: Path, moves: readonly Move[]): string {
  const renamed = moves.flatMap(({ to, from, raw }) => {
    const place = from === undefined ? undefined : [...at, from]
    return place === undefined ? [] : [[place, syntax.spell(text, place, to, raw)] as const]
  })
  return moves.reduce(
    (now, { to, from, raw }, index) => {
      if (from !== undefined) return now
      const after = moves[index - 1]?.to
      return must(syntax.add(now, at, { name: to, value: raw, ...(after === undefined ? {} : { after }) }))
    },
    replaceMembers(syntax, text, renamed),
  )
}
