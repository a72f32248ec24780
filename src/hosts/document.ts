import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type Place, placeOf } from '../text-edit.ts'

/** A text as a tree in which everything knows where it stands. */
export type Document =
  | { readonly kind: 'tree'; readonly root: Node }
  | { readonly kind: 'blank' }
  | ({ readonly kind: 'broken'; readonly why: string } & Place)

export type { Node }

/** Reads JSON with comments and trailing commas. Nothing is repaired: at the first fault it says where and what. */
export function parseDocument(text: string): Document {
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

/** The members of an object, in order; a name that stands twice is there twice. */
export function membersOf(object: Node): { name: string; key: Node; value: Node }[] {
  const members = object.type === 'object' ? (object.children ?? []) : []
  return members.flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [{ name: String(key.value), key, value }],
  )
}

/** The value of the one member with a name; the last where there are several. */
export function memberOf(object: Node, name: string): Node | undefined {
  return membersOf(object).findLast(member => member.name === name)?.value
}

/** The second of two members with one name, where there are such. */
export function twice(object: Node): { name: string; key: Node } | undefined {
  const seen = new Set<string>()
  return membersOf(object).find(({ name }) => seen.size === seen.add(name).size)
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
