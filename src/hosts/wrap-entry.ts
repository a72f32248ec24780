import type { Path } from '../text-edit.ts'
import { embed, type Original, originalVariable, type Replaced } from './embed.ts'
import type { Stdio } from './entry.ts'
import { rawValue, replaceValues, type Syntax } from './syntax/syntax.ts'
import type { Shape } from './table.ts'

/** What starts the proxy: the words that come before the server's own command and its dashes. */
export interface ProxyCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Variables that the proxy needs and this host does not hand on by itself. */
  readonly env?: Readonly<Record<string, string>>
}

/** A change of an entry: of its own text, or of the whole file's where the syntax needs that; `at` leads to it there. */
export type EntryChange = (text: string, at: Path) => string

/** An entry that is to change, and what it was. */
export interface Wrapping {
  readonly original: Original
  readonly change: EntryChange
}

/** How the entries of a file are written. */
export interface Manner {
  readonly syntax: Syntax
  readonly shape: Shape
}

/**
 * Puts the proxy before the server of an entry that starts a program. The server's own words keep their raw text
 * behind `--`, so that the host expands its variables in them as before.
 */
export function wrapCommand(
  { syntax, shape }: Manner,
  text: string,
  at: Path,
  entry: Stdio,
  proxy: ProxyCommand,
): Wrapping {
  const variables = newVariables(entry.env, proxy)
  const original: Replaced = {
    command: rawValue(syntax, text, [...at, shape.command]) ?? '',
    args: shape.args === undefined ? null : (rawValue(syntax, text, [...at, shape.args]) ?? null),
    addedEnv: !syntax.has(text, [...at, shape.env]),
    ...(rawValue(syntax, text, [...at, shape.env]) === '{}' ? { emptyEnv: true } : {}),
    ...(variables.length === 0 ? {} : { variables: variables.map(([name]) => name) }),
  }
  const added = [[originalVariable, embed(original, syntax)] as const, ...variables]
  const change: EntryChange = (text, at) =>
    putVariables(
      { syntax, shape },
      putCommand({ syntax, shape }, text, at, entry, proxy, original),
      at,
      added,
    )
  return { original, change }
}

/** The variables of a proxy that the entry does not have by itself. */
function newVariables(
  env: Readonly<Record<string, unknown>>,
  { env: wanted = {} }: ProxyCommand,
): [name: string, value: string][] {
  return Object.entries(wanted).filter(([name]) => !Object.hasOwn(env, name))
}

function putCommand(
  { syntax, shape: { command, args } }: Manner,
  text: string,
  at: Path,
  entry: Stdio,
  proxy: ProxyCommand,
  original: Replaced,
): string {
  const own = [...proxy.args, '--'].map(value => ({ value }))
  if (args === undefined) {
    const words = [{ value: proxy.command }, ...own]
    return replaceValues(syntax, text, [[[...at, command], syntax.prepend(original.command, words)]])
  }
  const list = syntax.prepend(original.args ?? undefined, [
    ...own,
    { value: entry.command, raw: original.command },
  ])
  const launched = [[...at, command], syntax.text(proxy.command)] as const
  if (original.args !== null) return replaceValues(syntax, text, [launched, [[...at, args], list]])
  return must(
    syntax.add(replaceValues(syntax, text, [launched]), at, { name: args, value: list, after: command }),
  )
}

/** Adds variables to the environment of an entry, which is added itself where there is none. */
export function putVariables(
  { syntax, shape }: Manner,
  text: string,
  at: Path,
  variables: readonly (readonly [name: string, value: string])[],
): string {
  const after = [shape.args, shape.command].find(name => name && syntax.has(text, [...at, name]))
  return variables.reduce((now, member) => {
    const [name, value] = member
    if (syntax.has(now, [...at, shape.env]))
      return must(syntax.add(now, [...at, shape.env], { name, value: syntax.text(value) }))
    return must(syntax.addObject(now, at, { name: shape.env, member, ...(after ? { after } : {}) }))
  }, text)
}

/** An edit of a place that is known to be there. */
export function must(text: string | undefined): string {
  if (text === undefined) throw new Error('a member that was read is there')
  return text
}
