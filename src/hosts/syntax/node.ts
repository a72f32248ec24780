import type { Json } from '../../json.ts'
import type { Place, Span } from '../../text-edit.ts'

/** A value of a file and where it stands there; the same for every syntax, so that an entry is read in one way. */
export interface Node {
  /** `alias` is YAML's, `date` is TOML's: values of which no entry is made. */
  readonly type: 'object' | 'array' | 'property' | 'string' | 'number' | 'boolean' | 'null' | 'alias' | 'date'
  readonly offset: number
  readonly length: number
  /** Of a scalar. */
  readonly value?: unknown
  /** Of an object its properties, of a property its name and its value, of an array its items. */
  readonly children?: readonly Node[]
  /** Where an object stands that is written in several places, as TOML allows. */
  readonly pieces?: readonly Span[]
}

/** A text as a tree in which everything knows where it stands. */
export type Document =
  | { readonly kind: 'tree'; readonly root: Node }
  | { readonly kind: 'blank' }
  | ({ readonly kind: 'broken'; readonly why: string } & Place)

/** One member of an object. */
export interface Member {
  readonly name: string
  readonly key: Node
  readonly value: Node
}

/** The members of an object, in order; a name that stands twice is there twice. */
export function membersOf(object: Node): Member[] {
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
export function twice(object: Node): Member | undefined {
  const seen = new Set<string>()
  return membersOf(object).find(({ name }) => seen.size === seen.add(name).size)
}

/** What a node means. */
export function jsonOf(node: Node): Json {
  if (node.type === 'object') {
    return Object.fromEntries(membersOf(node).map(({ name, value }) => [name, jsonOf(value)]))
  }
  if (node.type === 'array') return (node.children ?? []).map(jsonOf)
  const isPlain = ['string', 'number', 'boolean'].includes(node.type)
  return isPlain ? (node.value as Json) : null
}

/** Where a node stands: in one piece, or in several. */
export function piecesOf({ pieces, offset, length }: Node): readonly Span[] {
  return pieces ?? [{ start: offset, end: offset + length }]
}
