import type { Path } from '../text-edit.ts'
import {
  type Exchanged,
  isExchanged,
  type Kept,
  type Original,
  originalVariable,
  type Replaced,
} from './embed.ts'
import type { Stdio } from './entry.ts'
import { rawValue, replaceMembers, replaceValues } from './syntax/syntax.ts'
import type { EntryChange, Manner } from './wrap-entry.ts'

/**
 * Puts back what was replaced in an entry and takes off what was added. What the user changed elsewhere in it stays.
 * If nothing else changed, it is what was wrapped, byte for byte.
 */
export function unwrapEntry(manner: Manner, original: Original): EntryChange {
  return isExchanged(original)
    ? (text, at) => putAddress(manner, text, at, original)
    : (text, at) => withoutVariables(manner, putCommand(manner, text, at, original), at, original)
}

/** An original made from the arguments behind `--`, in their raw text: the third way back. */
export function originalFrom(
  { syntax, shape: { command, args } }: Manner,
  text: string,
  at: Path,
  { launch }: Stdio,
): Replaced {
  const serverAt = launch?.serverAt ?? 1
  const list = rawValue(syntax, text, [...at, args ?? command]) ?? '[]'
  // the words of the command line begin with the command, the items of `args` behind it
  const [first = { value: '', raw: syntax.text('') }, ...rest] = syntax.items(
    list,
    serverAt - (args === undefined ? 0 : 1),
  )
  if (args === undefined)
    return { command: syntax.prepend(undefined, [first, ...rest]), args: null, addedEnv: true }
  return {
    command: syntax.prefix + first.raw,
    args: rest.length === 0 ? null : syntax.prepend(undefined, rest),
    addedEnv: true,
  }
}

/**
 * An entry without the variables of ours that stand in it; without its environment where we brought that. One that was
 * a pair of braces is one again, also where the host printed the file anew and spread it over lines.
 */
export function withoutVariables(
  { syntax, shape: { env } }: Manner,
  text: string,
  at: Path,
  { addedEnv, emptyEnv, variables = [] }: Kept,
): string {
  const bare = [...variables, originalVariable].reduceRight(
    (now, name) => syntax.remove(now, [...at, env, name]) ?? now,
    text,
  )
  if (!(addedEnv || emptyEnv) || !syntax.isBlank(bare, [...at, env])) return bare
  return emptyEnv
    ? replaceValues(syntax, bare, [[[...at, env], '{}']])
    : (syntax.remove(bare, [...at, env]) ?? bare)
}

function putCommand(
  { syntax, shape: { command, args } }: Manner,
  text: string,
  at: Path,
  original: Replaced,
): string {
  const own = [[...at, command], original.command] as const
  if (args === undefined) return replaceValues(syntax, text, [own])
  if (original.args !== null && syntax.has(text, [...at, args]))
    return replaceValues(syntax, text, [own, [[...at, args], original.args]])
  const now = replaceValues(syntax, text, [own])
  if (original.args === null) return syntax.remove(now, [...at, args]) ?? now
  return syntax.add(now, at, { name: args, value: original.args, after: command }) ?? now
}

/**
 * Each member gives its place back to the one that stood there. Variables go first: headers may have stood in the
 * place of the environment.
 */
function putAddress({ syntax, shape }: Manner, text: string, at: Path, original: Exchanged): string {
  const bare = withoutVariables({ syntax, shape }, text, at, original)
  const back = original.members.flatMap(([name, was]) =>
    was === null ? [] : [[[...at, name], was] as const],
  )
  const added = original.members.filter(([, was]) => was === null)
  const less = added.reduce((now, [name]) => syntax.remove(now, [...at, name]) ?? now, bare)
  const inUse = back.find(([path]) => path.at(-1) === shape.env && !syntax.isBlank(less, path))
  const now = replaceMembers(
    syntax,
    less,
    back.filter(each => each !== inUse),
  )
  return inUse === undefined ? now : beside({ syntax, shape }, now, at, inUse[1])
}

/** Headers whose place the user fills with variables of his own come back beside it. */
function beside({ syntax, shape }: Manner, text: string, at: Path, member: string): string {
  const value = syntax.object((syntax.memberMeaning(member) ?? {}) as Record<string, string>)
  return syntax.add(text, at, { name: shape.headers, value, after: shape.env }) ?? text
}
