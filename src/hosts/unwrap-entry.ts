import { insertMember, removeMember, replaceValue, valueSpan } from '../text-edit.ts'
import { memberOf, membersOf } from './document.ts'
import { type Original, originalVariable } from './embed.ts'
import type { Launch } from './launch.ts'
import { styleOf } from './style.ts'
import type { Shape } from './table.ts'
import { nodeOf } from './wrap-entry.ts'

/**
 * The raw text of an entry with what was replaced put back and what was added taken off. What the user changed
 * elsewhere in it stays. If nothing else changed, it is what `wrapEntry` was given, byte for byte.
 */
export function unwrapEntry(text: string, shape: Shape, original: Original): string {
  const command = replaceValue(text, [shape.command], original.command) ?? text
  return withoutVariable(putArgs(command, shape, original.args), shape, original.addedEnv)
}

/** An original made from the arguments behind `--`, in their raw text: the third way back. */
export function originalFrom(text: string, shape: Shape, launch: Launch): Original {
  const items = memberOf(nodeOf(text), shape.args)?.children ?? []
  // the words of the command line begin with the command, the items behind it
  const [command, ...args] = items
    .slice(launch.serverAt - 1)
    .map(item => text.slice(item.offset, item.offset + item.length))
  return { command: command ?? '""', args: args.length === 0 ? null : `[${args.join(', ')}]`, addedEnv: true }
}

/** The raw text of an entry without a variable of ours that was left over in it. */
export function withoutVariable(text: string, shape: Shape, addedEnv: boolean): string {
  const bare = removeMember(text, [shape.env, originalVariable]) ?? text
  return addedEnv && isBlank(bare, shape.env) ? (removeMember(bare, [shape.env]) ?? bare) : bare
}

function putArgs(text: string, shape: Shape, args: string | null): string {
  if (args === null) return removeMember(text, [shape.args]) ?? text
  const replaced = replaceValue(text, [shape.args], args)
  if (replaced !== undefined) return replaced
  const { lead } = styleOf(
    text,
    membersOf(nodeOf(text)).map(member => member.name),
  )
  return insertMember(text, [], { name: shape.args, json: args, after: shape.command, lead }) ?? text
}

/** Does the environment hold nothing at all, not even a comment? */
function isBlank(text: string, env: string): boolean {
  const span = valueSpan(text, [env])
  return span !== undefined && text.slice(span.start + 1, span.end - 1).trim() === ''
}
