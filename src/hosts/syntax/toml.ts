import { getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser'
import { isObject, type Json } from '../../json.ts'
import { type Path, placeOf, type Span } from '../../text-edit.ts'
import { listLike } from './list-like.ts'
import type { Document } from './node.ts'
import type { Addition, Syntax, Word } from './syntax.ts'
import {
  below,
  findPair,
  firstTable,
  hasTable,
  type Pair,
  pairsIn,
  tableAt,
  wholeTable,
} from './toml-pairs.ts'
import { treeOf } from './toml-tree.ts'

/** TOML, in which an entry may stand in one table, in several, in dotted keys or in one line. */
export const toml: Syntax = {
  id: 'toml',
  isLocal: false,
  parse,
  meaning: raw => lastMeaning(`x = ${raw}`),
  memberMeaning: lastMeaning,
  text: quoted,
  object: members =>
    `{ ${Object.entries(members)
      .map(([name, value]) => `${quoted(name)} = ${quoted(value)}`)
      .join(', ')} }`,
  has: (text, path) => below(pairsIn(text), path).length > 0 || hasTable(text, path),
  valueSpan: (text, path) => findPair(text, path)?.value,
  memberSpan: (text, path) => findPair(text, path)?.whole ?? wholeTable(text, path)?.whole,
  isTable: (text, path) => wholeTable(text, path) !== undefined,
  spell,
  add,
  addObject: (text, at, { member: [name, value], ...rest }) =>
    add(text, at, { ...rest, value: `{ ${name} = ${quoted(value)} }` }),
  remove,
  isBlank,
  prepend: (list, words) => {
    const before = words.map(({ value, raw }) => raw ?? quoted(value))
    const own = list === undefined ? [] : itemsOf(list).map(each => each.raw)
    return listLike(list, [...before, ...own])
  },
  items: (list, from) => itemsOf(list).slice(from),
  prefix: '',
}

function parse(text: string): Document {
  try {
    return text.trim() === '' ? { kind: 'blank' } : { kind: 'tree', root: treeOf(text) }
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const why = error.message.charAt(0).toLowerCase() + error.message.slice(1)
    return { kind: 'broken', why, ...placeOf(text, error.index) }
  }
}

/** Beside a table of its own stands another such, empty: what is to be in it is added. */
function spell(text: string, path: Path, name: string, raw: string): string {
  const table = wholeTable(text, path)
  return table === undefined
    ? `${findPair(text, path)?.prefix ?? ''}${name} = ${raw}`
    : `[${table.prefix}${name}]`
}

/** The value of the one member that a text holds, under whatever name. */
function lastMeaning(text: string): Json | undefined {
  try {
    const whole = getStaticTOMLValue(parseTOML(text)) as Json
    const path = firstTable(text) ?? pairsIn(text)[0]?.path ?? []
    return path.reduce<Json | undefined>((inner, step) => (isObject(inner) ? inner[step] : undefined), whole)
  } catch {
    return undefined
  }
}

/** A basic string: JSON's form but for one character that TOML wants escaped. */
function quoted(value: string): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
}

function add(text: string, at: Path, addition: Addition): string | undefined {
  const pairs = pairsIn(text)
  const siblings = pairs.filter(pair => isRightBelow(pair, at))
  const anchor = siblings.find(pair => pair.path.at(-1) === addition.after) ?? siblings.at(-1)
  const line = `${addition.name} = ${addition.value}`
  if (anchor?.isInline) return inserted(text, anchor.whole.end, `, ${anchor.prefix}${line}`)
  if (anchor !== undefined) return onNextLine(text, anchor.whole, anchor.prefix + line)
  const inline = findPair(text, at)
  if (inline !== undefined) return inserted(text, inline.value.start + 1, line)
  const table = tableAt(text, at)
  return table && onNextLine(text, table, line)
}

function isRightBelow({ path }: Pair, at: Path): boolean {
  return path.length === at.length + 1 && at.every((step, index) => path[index] === String(step))
}

function inserted(text: string, offset: number, content: string): string {
  return text.slice(0, offset) + content + text.slice(offset)
}

/** Behind the comment on the line of `anchor`, as far in as its line is. */
function onNextLine(text: string, anchor: Span, line: string): string {
  const lineStart = text.lastIndexOf('\n', anchor.start - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(lineStart, anchor.start))?.[0] ?? ''
  const rest = /[^\r\n]*/.exec(text.slice(anchor.end))?.[0] ?? ''
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return inserted(text, anchor.end + rest.length, eol + indent + line)
}

function remove(text: string, path: Path): string | undefined {
  const pair = findPair(text, path)
  if (pair === undefined) return isEmptyTable(text, path) ? withoutTable(text, path) : undefined
  const { start, end } = pair.isInline ? inlineSpan(text, pair) : lineSpan(text, pair.whole)
  return text.slice(0, start) + text.slice(end)
}

/** With the comma that parts it from the one before, or, where it is the first, from the next. */
function inlineSpan(text: string, { whole: { start, end } }: Pair): Span {
  const before = /,\s*$/.exec(text.slice(0, start))
  if (before !== null) return { start: before.index, end }
  return { start, end: end + (/^\s*,\s*/.exec(text.slice(end))?.[0].length ?? 0) }
}

/** With the line break before it; a comment that somebody wrote behind it stays. */
function lineSpan(text: string, { start, end }: Span): Span {
  const before = /(?:\r\n|\n)[ \t]*$/.exec(text.slice(0, start))
  return { start: before?.index ?? start, end }
}

function isBlank(text: string, path: Path): boolean {
  const inline = findPair(text, path)
  if (inline !== undefined) return text.slice(inline.value.start + 1, inline.value.end - 1).trim() === ''
  return isEmptyTable(text, path)
}

function isEmptyTable(text: string, path: Path): boolean {
  return hasTable(text, path) && below(pairsIn(text), path).length === 0
}

function withoutTable(text: string, path: Path): string | undefined {
  const header = tableAt(text, path)
  if (header === undefined) return undefined
  const { start, end } = lineSpan(text, header)
  return text.slice(0, start) + text.slice(end)
}

function itemsOf(list: string): Required<Word>[] {
  const lead = 'x = '
  const pair = pairsIn(lead + list)[0]
  return (pair?.items ?? []).map(({ value, span }) => ({
    value,
    raw: list.slice(span.start - lead.length, span.end - lead.length),
  }))
}
