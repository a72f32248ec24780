import { type AST, parseTOML } from 'toml-eslint-parser'
import type { Path, Span } from '../../text-edit.ts'
import { remembered } from './remembered.ts'

/** One name with its value, wherever it stands: in a table, with dots in its name, in a table in one line. */
export interface Pair {
  /** From the root of the file. */
  readonly path: readonly string[]
  readonly whole: Span
  readonly value: Span
  /** The raw names before its last one, with the dots. */
  readonly prefix: string
  readonly isInline: boolean
  /** Where the value is a list. */
  readonly items: readonly { readonly value: string; readonly span: Span }[]
  readonly ast: AST.TOMLKeyValue
}

export const programOf = remembered((text): AST.TOMLProgram => parseTOML(text))

/** Every pair of a file, those of tables in one line included. */
export const pairsIn = remembered((text): Pair[] =>
  topOf(programOf(text)).flatMap(node =>
    node.type === 'TOMLTable'
      ? node.body.flatMap(pair => pairsOf(text, pair, node.resolvedKey.map(String), false))
      : pairsOf(text, node, [], false),
  ),
)

/** The one pair at a path. */
export function findPair(text: string, path: Path): Pair | undefined {
  return pairsIn(text).find(pair => isSame(pair.path, path))
}

/** The pairs at a path and below it. */
export function below(pairs: readonly Pair[], path: Path): Pair[] {
  return pairs.filter(pair => path.every((step, index) => pair.path[index] === String(step)))
}

/** Where the header of the table at a path stands. */
export function tableAt(text: string, path: Path): Span | undefined {
  const table = topOf(programOf(text)).find(
    node => node.type === 'TOMLTable' && isSame(node.resolvedKey, path),
  )
  return table?.type === 'TOMLTable' ? headerOf(text, table) : undefined
}

/** The table at a path, header and pairs, where all of it stands there; and the raw names before its last one. */
export function wholeTable(text: string, path: Path): { whole: Span; prefix: string } | undefined {
  const tables = topOf(programOf(text)).filter(node => node.type === 'TOMLTable')
  const own = tables.filter(({ resolvedKey }) => isSame(resolvedKey.slice(0, path.length), path))
  const [table] = own
  if (table === undefined || own.length > 1 || !isSame(table.resolvedKey, path)) return undefined
  const { keys, range } = table.key
  const end = table.body.at(-1)?.range[1] ?? headerOf(text, table).end
  return {
    whole: { start: table.range[0], end },
    prefix: text.slice(range[0], keys.at(-1)?.range[0]),
  }
}

/** The path of the table with which a text begins. */
export function firstTable(text: string): string[] | undefined {
  const [first] = topOf(programOf(text))
  return first?.type === 'TOMLTable' ? first.resolvedKey.map(String) : undefined
}

/** Whether a table with a head of its own stands at a path. */
export function hasTable(text: string, path: Path): boolean {
  return tableAt(text, path) !== undefined
}

/** From its first bracket to its last. */
export function headerOf(text: string, { range, key }: AST.TOMLTable): Span {
  const close = text.indexOf(']', key.range[1])
  return { start: range[0], end: text[close + 1] === ']' ? close + 2 : close + 1 }
}

export function topOf(program: AST.TOMLProgram): readonly (AST.TOMLKeyValue | AST.TOMLTable)[] {
  return program.body[0].body
}

export function namesOf(key: AST.TOMLKey): string[] {
  return key.keys.map(each => (each.type === 'TOMLBare' ? each.name : each.value))
}

function pairsOf(text: string, ast: AST.TOMLKeyValue, base: readonly string[], isInline: boolean): Pair[] {
  const path = [...base, ...namesOf(ast.key)]
  const lastKey = ast.key.keys.at(-1)
  const { value } = ast
  const pair: Pair = {
    path,
    whole: spanOf(ast),
    value: spanOf(value),
    prefix: text.slice(ast.key.range[0], lastKey?.range[0]),
    isInline,
    items: value.type === 'TOMLArray' ? value.elements.map(itemOf) : [],
    ast,
  }
  const inner = value.type === 'TOMLInlineTable' ? value.body : []
  return [pair, ...inner.flatMap(each => pairsOf(text, each, path, true))]
}

function itemOf(node: AST.TOMLContentNode) {
  return { value: node.type === 'TOMLValue' ? String(node.value) : '', span: spanOf(node) }
}

export function spanOf({ range: [start, end] }: { readonly range: readonly [number, number] }): Span {
  return { start, end }
}

function isSame(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((step, index) => String(step) === String(other[index]))
}
