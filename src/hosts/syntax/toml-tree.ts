import type { AST } from 'toml-eslint-parser'
import type { Span } from '../../text-edit.ts'
import type { Node } from './node.ts'
import { headerOf, namesOf, programOf, spanOf, topOf } from './toml-pairs.ts'

/** A table that is being put together from the places where it is written. */
interface Draft {
  readonly members: Map<string, { readonly key: Span; readonly value: Draft | Node }>
  readonly pieces: Span[]
  /** Tables of one name in a row, as `[[name]]` writes them. */
  readonly isList?: true
}

/** A TOML text as a tree. Throws the parser's error where it is none. */
export function treeOf(text: string): Node {
  const root: Draft = { members: new Map(), pieces: [{ start: 0, end: text.length }] }
  for (const node of topOf(programOf(text))) {
    if (node.type === 'TOMLTable') addTable(text, root, node)
    else addPair(root, node, node.key)
  }
  return finished(root)
}

function addTable(text: string, root: Draft, node: AST.TOMLTable): void {
  const header = headerOf(text, node)
  const end = node.body.at(-1)?.range[1] ?? header.end
  const whole = { start: header.start, end }
  const table = node.resolvedKey.reduce<Draft>((draft, step, index) => {
    const inner = innerOf(
      draft,
      String(step),
      spanOf(node.key),
      typeof node.resolvedKey[index + 1] === 'number',
    )
    if (index > 0) inner.pieces.push(whole)
    return inner
  }, root)
  for (const pair of node.body) addPair(table, pair, pair.key)
}

/** A dotted name makes a table for each of its parts but the last. */
function addPair(draft: Draft, pair: AST.TOMLKeyValue, key: AST.TOMLKey): void {
  const names = namesOf(key)
  const place = names.slice(0, -1).reduce((table, name) => {
    const inner = innerOf(table, name, spanOf(key), false)
    inner.pieces.push(spanOf(pair))
    return inner
  }, draft)
  place.members.set(names.at(-1) ?? '', { key: spanOf(key), value: nodeOf(pair.value) })
}

function innerOf(draft: Draft, name: string, key: Span, isList: boolean): Draft {
  const known = draft.members.get(name)?.value
  if (known !== undefined && 'members' in known) return known
  const inner: Draft = { members: new Map(), pieces: [], ...(isList ? { isList: true } : {}) }
  draft.members.set(name, { key, value: inner })
  return inner
}

function finished(value: Draft | Node): Node {
  if (!('members' in value)) return value
  const pieces = merged(value.pieces)
  const offset = pieces[0]?.start ?? 0
  const place = { offset, length: (pieces.at(-1)?.end ?? offset) - offset, pieces }
  const members = [...value.members]
  if (value.isList)
    return { type: 'array', ...place, children: members.map(([, each]) => finished(each.value)) }
  return {
    type: 'object',
    ...place,
    children: members.map(([name, each]) => property(name, each.key, finished(each.value))),
  }
}

/** In order, and those that lie in another left out. */
function merged(pieces: readonly Span[]): Span[] {
  const inOrder = [...pieces].sort((a, b) => a.start - b.start || b.end - a.end)
  let end = -1
  return inOrder.filter(piece => {
    const isNew = piece.end > end
    if (isNew) end = piece.end
    return isNew
  })
}

function property(name: string, { start, end }: Span, value: Node): Node {
  const key: Node = { type: 'string', offset: start, length: end - start, value: name }
  return {
    type: 'property',
    offset: start,
    length: value.offset + value.length - start,
    children: [key, value],
  }
}

function nodeOf(ast: AST.TOMLContentNode): Node {
  const [offset, end] = ast.range
  const place = { offset, length: end - offset }
  if (ast.type === 'TOMLArray') return { type: 'array', ...place, children: ast.elements.map(nodeOf) }
  if (ast.type === 'TOMLInlineTable') return inlineTable(ast, place)
  return { type: typeOf(ast.kind), ...place, value: ast.value }
}

function inlineTable(ast: AST.TOMLInlineTable, place: Pick<Node, 'offset' | 'length'>): Node {
  const draft: Draft = { members: new Map(), pieces: [] }
  for (const pair of ast.body) addPair(draft, pair, pair.key)
  const { pieces: _, ...whole } = finished(draft)
  return { ...whole, ...place }
}

function typeOf(kind: AST.TOMLValue['kind']): Node['type'] {
  if (kind === 'string' || kind === 'boolean') return kind
  return kind === 'integer' || kind === 'float' ? 'number' : 'date'
}
