import type { Json, JsonObject } from '../json.ts'
import { type Embedded, embeddedIn, originalVariable } from './embed.ts'
import { type Launch, launchIn, lookalikeIn } from './launch.ts'
import { type Remote, remoteOf } from './remote.ts'
import { jsonOf, memberOf, membersOf, type Node, twice } from './syntax/node.ts'
import type { Syntax } from './syntax/syntax.ts'
import type { Shape } from './table.ts'

/** What an entry is, as far as it says. */
export type Entry =
  | Stdio
  | Remote
  /** Neither a command nor an address: nothing to stand before. */
  | { readonly kind: 'neither' }
  | Malformed

/** An entry that its host cannot use. */
export interface Malformed {
  readonly kind: 'malformed'
  readonly why: string
  /** Where in the file that is. */
  readonly offset: number
}

/** An entry that starts a program. */
export interface Stdio {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** Its environment, as the file has it: hosts put in their variables. */
  readonly env: JsonObject
  /** The folder that it is started in, where it says one. */
  readonly cwd: string | undefined
  /** What starts the server through us, where the command line does that for certain. */
  readonly launch: Launch | undefined
  /** What looks as if it did, and nothing proves it. */
  readonly lookalike: Launch | undefined
  /** What was there before, where the entry carries it. */
  readonly embedded: Embedded | undefined
  /** A variable of our name stands in it, whether or not it can be read. */
  readonly hasVariable: boolean
}

/** Is the server started through us? By what it launches: a variable alone may be left over from before. */
export function isWrapped(entry: Entry): boolean {
  return entry.kind === 'stdio' && entry.launch !== undefined
}

/** Reads an entry. An address counts in each spelling that its host has. */
export function entryOf(node: Node, shape: Shape, syntax: Syntax): Entry {
  if (node.type !== 'object') return malformed(`it is ${article(node.type)}, not an object`, node)
  const double = twice(node)
  if (double !== undefined) return malformed(`"${double.name}" stands in it twice`, double.key)
  const command = memberOf(node, shape.command)
  const url = membersOf(node).find(({ name }) => shape.url.includes(name))
  if (command !== undefined && url !== undefined)
    return malformed('it has both a command and an address', url.key)
  if (url !== undefined)
    return url.value.type === 'string' ? remoteOf(node, url, shape) : bad('its address', url.value)
  if (command === undefined) return { kind: 'neither' }
  return stdioOf(node, command, shape, syntax)
}

function stdioOf(node: Node, command: Node, shape: Shape, syntax: Syntax): Entry {
  const env = memberOf(node, shape.env)
  const words = wordsIn(node, command, shape)
  if (!Array.isArray(words)) return words
  if (env !== undefined && env.type !== 'object') return bad(`its "${shape.env}"`, env)
  const double = env && twice(env)
  if (double !== undefined) return malformed(`a variable stands in its "${shape.env}" twice`, double.key)
  const [first = '', ...args] = words
  const variables = (env === undefined ? {} : jsonOf(env)) as JsonObject
  const carried = Object.hasOwn(variables, originalVariable) ? variables[originalVariable] : undefined
  const embedded = embeddedIn(carried, syntax)
  const launch = launchIn(words, embedded !== undefined)
  const cwd: Json | undefined = memberOf(node, 'cwd')?.value as Json | undefined
  return {
    kind: 'stdio',
    command: first,
    args,
    env: variables,
    cwd: typeof cwd === 'string' ? cwd : undefined,
    launch,
    lookalike: launch === undefined ? lookalikeIn(words) : undefined,
    embedded,
    hasVariable: carried !== undefined,
  }
}

/** The command line, or what is wrong with it. */
function wordsIn(node: Node, command: Node, shape: Shape): string[] | Entry {
  const whole = `its "${shape.command}"`
  if (shape.args === undefined) {
    if (command.type !== 'array') return bad(whole, command)
    const words = textsIn(command, whole)
    return Array.isArray(words) && !words[0] ? malformed(`${whole} is empty`, command) : words
  }
  const args = memberOf(node, shape.args)
  if (command.type !== 'string') return bad(whole, command)
  if (command.value === '') return malformed(`${whole} is empty`, command)
  if (args !== undefined && args.type !== 'array') return bad(`its "${shape.args}"`, args)
  const rest = args === undefined ? [] : textsIn(args, `its "${shape.args}"`)
  return Array.isArray(rest) ? [String(command.value), ...rest] : rest
}

function textsIn(list: Node, what: string): string[] | Entry {
  const items = list.children ?? []
  const odd = items.find(item => item.type !== 'string')
  if (odd === undefined) return items.map(item => String(item.value))
  return malformed(`${what} hold ${article(odd.type)}`, odd)
}

/** An entry with a value of the wrong type: `what` names it in a sentence. */
export function bad(what: string, node: Node): Malformed {
  return malformed(`${what} is ${article(node.type)}`, node)
}

/** An entry that its host cannot use, for a reason that is to be shown, and where in the file it lies. */
export function malformed(why: string, { offset }: Node): Malformed {
  return { kind: 'malformed', why, offset }
}

function article(type: string): string {
  return type === 'null' ? 'null' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
