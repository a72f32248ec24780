import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Json } from '../../json.ts'
import {
  insertMember,
  memberSpan,
  type Path,
  parseJsonc,
  placeOf,
  removeMember,
  valueSpan,
} from '../../text-edit.ts'
import { leadFor, nested, styleOf } from './json-style.ts'
import { listLike } from './list-like.ts'
import { type Document, memberOf, membersOf, type Node } from './node.ts'
import type { Addition, Syntax, Word } from './syntax.ts'

/** JSON, with comments and trailing commas where the file has them: none are ever brought in. */
export const json: Syntax = {
  id: 'json',
  isLocal: true,
  parse,
  meaning,
  memberMeaning: member => Object.values(meaning(`{${member}}`) ?? {})[0],
  text: value => JSON.stringify(value),
  object: members => JSON.stringify(members),
  has: (text, path) => valueSpan(text, path) !== undefined,
  valueSpan,
  memberSpan,
  isTable: () => false,
  spell: (_text, _path, name, raw) => `${JSON.stringify(name)}: ${raw}`,
  add,
  addObject: (text, at, { name, member: [inner, value], ...rest }) => {
    const member = `${JSON.stringify(inner)}: ${JSON.stringify(value)}`
    return add(text, at, {
      name,
      value: nested('{', [member], '}', styleOf(text, namesIn(text, at))),
      ...rest,
    })
  },
  remove: removeMember,
  isBlank: (text, path) => {
    const span = valueSpan(text, path)
    return span !== undefined && text.slice(span.start + 1, span.end - 1).trim() === ''
  },
  prepend: (list, words) => {
    const before = words.map(({ value, raw }) => raw ?? JSON.stringify(value))
    const own = list === undefined ? [] : itemsOf(list).map(each => each.raw)
    return listLike(list, [...before, ...own])
  },
  items: (list, from) => itemsOf(list).slice(from),
  prefix: '',
}

function parse(text: string): Document {
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
    const [first] = errors
    if (first !== undefined) return { kind: 'broken', why: inWords(first), ...placeOf(text, first.offset) }
    return root === undefined ? { kind: 'blank' } : { kind: 'tree', root }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { kind: 'broken', why: 'it is nested too deeply', ...placeOf(text, 0) }
  }
}

function meaning(raw: string): Json | undefined {
  const parsed = parseJsonc(raw)
  return parsed.kind === 'value' ? parsed.value : undefined
}

/** `at` is the entry itself, or an object in it: each is laid out as its own members are. */
function add(text: string, at: Path, { name, value, after }: Addition): string | undefined {
  const names = namesIn(text, at)
  const style = styleOf(text, namesIn(text, []))
  const lead = at.length === 0 ? style.lead : leadFor(text, at, names, style)
  const isThere = after !== undefined && names.includes(after)
  return insertMember(text, at, { name, json: value, lead, ...(isThere ? { after } : {}) })
}

function namesIn(text: string, at: Path): string[] {
  const document = parse(text)
  const root = document.kind === 'tree' ? document.root : undefined
  const object = at.reduce<Node | undefined>((node, step) => node && memberOf(node, String(step)), root)
  return object === undefined ? [] : membersOf(object).map(member => member.name)
}

function itemsOf(list: string): Required<Word>[] {
  const document = parse(list)
  const items = document.kind === 'tree' ? (document.root.children ?? []) : []
  return items.map(({ offset, length, value }) => ({
    value: String(value),
    raw: list.slice(offset, offset + length),
  }))
}

const words: Record<string, string> = {
  InvalidSymbol: 'this is no JSON value',
  InvalidNumberFormat: 'this is no JSON number',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace } is missing',
  CloseBracketExpected: 'a closing bracket ] is missing',
  EndOfFileExpected: 'there is something behind the end',
  UnexpectedEndOfComment: 'a comment never ends',
  UnexpectedEndOfString: 'a text in quotes never ends',
  UnexpectedEndOfNumber: 'a number is cut off',
  InvalidUnicode: 'a \\u escape is not complete',
  InvalidEscapeCharacter: 'a backslash stands before a letter that needs none',
  InvalidCharacter: 'a control character stands inside a text',
}

function inWords(error: ParseError): string {
  return words[printParseErrorCode(error.error)] ?? 'it is not JSON'
}
