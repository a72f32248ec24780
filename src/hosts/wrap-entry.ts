import { insertMember, replaceValue, valueSpan } from '../text-edit.ts'
import { memberOf, membersOf, type Node, parseDocument } from './document.ts'
import { embed, type Original, originalVariable } from './embed.ts'
import { leadFor, nested, type Style, styleOf } from './style.ts'
import type { Shape } from './table.ts'

/** What starts the proxy: the words that come before the server's own command and its dashes. */
export interface ProxyCommand {
  readonly command: string
  readonly args: readonly string[]
}

/** An entry that was changed, and what it was. */
export interface Wrapped {
  readonly text: string
  readonly original: Original
}

/**
 * The raw text of an entry with the proxy before its server. The server's own words keep their raw text behind
 * `--`, so that the host expands its variables in them as before.
 * The entry must be one that `entryOf` calls stdio.
 */
export function wrapEntry(text: string, shape: Shape, proxy: ProxyCommand): Wrapped {
  const root = nodeOf(text)
  const names = membersOf(root).map(member => member.name)
  const style = styleOf(text, names)
  const env = memberOf(root, shape.env)
  const original: Original = {
    command: rawOf(text, [shape.command]),
    args: names.includes(shape.args) ? rawOf(text, [shape.args]) : null,
    addedEnv: env === undefined,
  }
  const launched = must(replaceValue(text, [shape.command], JSON.stringify(proxy.command)))
  const words = [...proxy.args, '--'].map(word => JSON.stringify(word))
  const withArgs = putArgs(
    launched,
    shape,
    [...words, original.command, ...rawItems(text, shape, root)],
    original,
    style,
  )
  return { text: putVariable(withArgs, shape, env, embed(original), style), original }
}

/** The tree of an entry's text, which is known to be an object. */
export function nodeOf(text: string): Node {
  const document = parseDocument(text)
  if (document.kind !== 'tree') throw new Error('an entry that was read can be read again')
  return document.root
}

function rawItems(text: string, shape: Shape, root: Node): string[] {
  const items = memberOf(root, shape.args)?.children ?? []
  return items.map(item => text.slice(item.offset, item.offset + item.length))
}

function putArgs(text: string, shape: Shape, items: string[], original: Original, style: Style): string {
  if (original.args !== null) return must(replaceValue(text, [shape.args], listLike(original.args, items)))
  const json = `[${items.join(', ')}]`
  return must(insertMember(text, [], { name: shape.args, json, after: shape.command, lead: style.lead }))
}

/** A list of raw items in the layout of another list: each on its line where that one has them so. */
function listLike(model: string, items: readonly string[]): string {
  const lead = /^\[\s*?((?:\r\n|\r|\n)[ \t]*)\S/.exec(model)?.[1]
  if (lead === undefined || model.startsWith(']', 1 + lead.length)) return `[${items.join(', ')}]`
  const close = /(?:(?:\r\n|\r|\n)[ \t]*)?\]$/.exec(model)?.[0] ?? ']'
  return `[${items.map(item => lead + item).join(',')}${close}`
}

function putVariable(text: string, shape: Shape, env: Node | undefined, value: string, style: Style): string {
  const json = JSON.stringify(value)
  if (env === undefined) {
    const object = nested('{', [`${JSON.stringify(originalVariable)}: ${json}`], '}', style)
    return must(
      insertMember(text, [], { name: shape.env, json: object, after: shape.args, lead: style.lead }),
    )
  }
  const names = membersOf(env).map(member => member.name)
  return must(
    insertMember(text, [shape.env], {
      name: originalVariable,
      json,
      lead: leadFor(text, [shape.env], names, style),
    }),
  )
}

function rawOf(text: string, path: readonly string[]): string {
  const span = valueSpan(text, path)
  return span === undefined ? '' : text.slice(span.start, span.end)
}

/** An edit of a place that is known to be there. */
function must(text: string | undefined): string {
  if (text === undefined) throw new Error('a member that was read is there')
  return text
}
