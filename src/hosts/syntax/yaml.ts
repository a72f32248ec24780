import { parse as parseValue } from 'yaml'
import type { Json } from '../../json.ts'
import { type Path, placeOf, type Span } from '../../text-edit.ts'
import { listLike } from './list-like.ts'
import type { Document } from './node.ts'
import { remembered } from './remembered.ts'
import type { Addition, Syntax, Word } from './syntax.ts'
import { documentOf, find, type Pair, sequenceOf } from './yaml-parts.ts'
import { treeOf } from './yaml-tree.ts'

/** YAML. The raw value of a member is what stands behind its colon, so that a list over lines comes back with its indentation. */
export const yaml: Syntax = {
  id: 'yaml',
  isLocal: false,
  parse,
  meaning,
  memberMeaning: member => Object.values((meaningOf(member) ?? meaningOf(`{${member}}`) ?? {}) as object)[0],
  text: value => ` ${JSON.stringify(value)}`,
  object: members => ` ${JSON.stringify(members)}`,
  has: (text, path) => find(text, path) !== undefined,
  valueSpan: (text, path) => find(text, path)?.behindColon,
  memberSpan: (text, path) => find(text, path)?.whole,
  isTable: () => false,
  spell: (_text, _path, name, raw) => `${name}:${raw}`,
  add,
  addObject: (text, at, { member: [name, value], ...rest }) =>
    add(text, at, { ...rest, value: ` {${name}: ${JSON.stringify(value)}}` }),
  remove,
  isBlank: (text, path) => {
    const span = find(text, path)?.behindColon
    return span !== undefined && /^\s*\{\s*\}$/.test(text.slice(span.start, span.end))
  },
  prepend,
  items: (list, from) => itemsOf(list).slice(from),
  prefix: ' ',
}

function parse(text: string): Document {
  const { document, several } = documentOf(text)
  if (document === undefined) return { kind: 'blank' }
  const [first] = document.errors
  if (several !== undefined)
    return { kind: 'broken', why: 'a second document begins here', ...placeOf(text, several) }
  if (first !== undefined)
    return { kind: 'broken', why: inWords(first.message), ...placeOf(text, first.pos[0]) }
  return document.contents === null
    ? { kind: 'blank' }
    : { kind: 'tree', root: treeOf(document.contents, text) }
}

function inWords(message: string): string {
  const [line = ''] = message.split('\n')
  const words = line.replace(/ at line \d+, column \d+:?$/, '')
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** Behind a colon that touches its value, as JSON has it, YAML reads a value only inside braces. */
function meaning(raw: string): Json | undefined {
  return Object.values((meaningOf(/^\s/.test(raw) ? `x:${raw}` : `{"x":${raw}}`) ?? {}) as object)[0]
}

const meaningOf = remembered((text): Json | undefined => {
  try {
    return parseValue(text) as Json
  } catch {
    return undefined
  }
}, 64)

function add(text: string, at: Path, { name, value, after }: Addition): string | undefined {
  const object = find(text, at)
  const pairs = object?.pairs ?? []
  const anchor = pairs.find(pair => pair.name === after) ?? pairs.at(-1)
  if (object?.flow !== undefined) {
    if (anchor === undefined) return inserted(text, object.flow.start + 1, `${name}:${value}`)
    return inserted(text, anchor.whole.end, `, ${name}:${value}`)
  }
  return anchor && onNextLine(text, anchor, `${name}:${value}`)
}

function inserted(text: string, offset: number, content: string): string {
  return text.slice(0, offset) + content + text.slice(offset)
}

/** Behind the comment on the line where `anchor` ends, as far in as its name is. */
function onNextLine(text: string, { whole }: Pair, line: string): string {
  const rest = /[^\r\n]*/.exec(text.slice(whole.end))?.[0] ?? ''
  return inserted(text, whole.end + rest.length, eolOf(text) + ' '.repeat(columnOf(text, whole.start)) + line)
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function remove(text: string, path: Path): string | undefined {
  const found = find(text, path)
  if (found === undefined) return undefined
  const { start, end } = found.isInFlow ? flowSpan(text, found.whole) : lineSpan(text, found.whole)
  return text.slice(0, start) + text.slice(end)
}

/** With the comma that parts it from the one before, or, where it is the first, from the next. */
function flowSpan(text: string, { start, end }: Span): Span {
  const before = /,\s*$/.exec(text.slice(0, start))
  if (before !== null) return { start: before.index, end }
  return { start, end: end + (/^\s*,\s*/.exec(text.slice(end))?.[0].length ?? 0) }
}

/** With the line break before it; a comment that somebody wrote behind it stays. */
function lineSpan(text: string, { start, end }: Span): Span {
  const before = /(?:\r\n|\n) *$/.exec(text.slice(0, start))
  return { start: before?.index ?? start, end }
}

/** Lists over lines keep their lines, and ours stand before them; lists in brackets are as in JSON. */
function prepend(list: string | undefined, words: readonly Word[]): string {
  const sequence = list === undefined ? undefined : sequenceOf(list)
  if (list === undefined || sequence === undefined || sequence.isFlow) {
    const own = sequence?.items.map(each => each.raw) ?? []
    return ` ${listLike(list?.trimStart(), [...words.map(inFlow), ...own])}`
  }
  const lead = /(?:\r\n|\n) *$/.exec(list.slice(0, sequence.start))?.[0] ?? '\n'
  const lines = words.map(word => `- ${inBlock(word)}${lead}`)
  return list.slice(0, sequence.start) + lines.join('') + list.slice(sequence.start)
}

/** A word as the file has it where that means the same here, else in double quotes. */
function inFlow({ value, raw }: Word): string {
  const own = raw?.trim()
  return own !== undefined && meaningOf(`[${own}]`)?.toString() === value && !own.includes('\n')
    ? own
    : JSON.stringify(value)
}

function inBlock({ value, raw }: Word): string {
  const own = raw?.trim()
  return own !== undefined && !/[\r\n]/.test(own) && meaningOf(own) === value ? own : JSON.stringify(value)
}

function itemsOf(list: string): Required<Word>[] {
  return [...(sequenceOf(list)?.items ?? [])]
}
