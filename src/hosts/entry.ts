import { memberOf, type Node, twice } from './document.ts'
import { type Embedded, embeddedIn, originalVariable } from './embed.ts'
import { type Launch, launchIn } from './launch.ts'
import type { Shape } from './table.ts'

/** What an entry is, as far as it says. */
export type Entry =
  | Stdio
  | { readonly kind: 'remote'; readonly url: string }
  /** Neither a command nor an address: nothing to stand before. */
  | { readonly kind: 'neither' }
  | { readonly kind: 'malformed'; readonly why: string }

/** An entry that starts a program. */
export interface Stdio {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** What starts the server through us, where the command line does that. */
  readonly launch: Launch | undefined
  /** What was there before, where the entry carries it. */
  readonly embedded: Embedded | undefined
  /** A variable of our name stands in it, whether or not it can be read. */
  readonly hasVariable: boolean
}

/** Is the server started through us? By what it launches: a variable alone may be left over from before. */
export function isWrapped(entry: Entry): boolean {
  return entry.kind === 'stdio' && entry.launch !== undefined
}

/** Reads an entry. `url` counts in each spelling that hosts have. */
export function entryOf(node: Node, shape: Shape): Entry {
  if (node.type !== 'object') return { kind: 'malformed', why: `it is ${article(node.type)}, not an object` }
  const double = twice(node)
  if (double !== undefined) return { kind: 'malformed', why: `"${double.name}" stands in it twice` }
  const command = memberOf(node, shape.command)
  const url = ['url', 'serverUrl', 'httpUrl']
    .map(name => memberOf(node, name))
    .find(each => each !== undefined)
  if (command !== undefined && url !== undefined)
    return { kind: 'malformed', why: 'it has both a command and an address' }
  if (url !== undefined)
    return url.type === 'string' ? { kind: 'remote', url: url.value } : bad('its address', url)
  if (command === undefined) return { kind: 'neither' }
  return stdioOf(node, command, shape)
}

function stdioOf(node: Node, command: Node, shape: Shape): Entry {
  const args = memberOf(node, shape.args)
  const env = memberOf(node, shape.env)
  if (command.type !== 'string') return bad(`its "${shape.command}"`, command)
  if (command.value === '') return { kind: 'malformed', why: `its "${shape.command}" is empty` }
  if (args !== undefined && args.type !== 'array') return bad(`its "${shape.args}"`, args)
  const odd = args?.children?.find(item => item.type !== 'string')
  if (odd !== undefined) return { kind: 'malformed', why: `its "${shape.args}" hold ${article(odd.type)}` }
  if (env !== undefined && env.type !== 'object') return bad(`its "${shape.env}"`, env)
  if (env !== undefined && twice(env))
    return { kind: 'malformed', why: `a variable stands in its "${shape.env}" twice` }
  const words = (args?.children ?? []).map(item => String(item.value))
  const carried = env && memberOf(env, originalVariable)
  const embedded = embeddedIn(carried?.value)
  const launch = launchIn([command.value, ...words], embedded !== undefined)
  return {
    kind: 'stdio',
    command: command.value,
    args: words,
    launch,
    embedded,
    hasVariable: carried !== undefined,
  }
}

function bad(what: string, node: Node): Entry {
  return { kind: 'malformed', why: `${what} is ${article(node.type)}` }
}

function article(type: string): string {
  return type === 'null' ? 'null' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
