import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseAllDocuments,
  type YAMLMap,
  type Pair as YamlPair,
} from 'yaml'
import type { Path, Span } from '../../text-edit.ts'
import { remembered } from './remembered.ts'

/** One member of a map. */
export interface Pair {
  readonly name: string
  /** From its name to the end of its value. */
  readonly whole: Span
}

/** What stands at a path. */
export interface Found {
  readonly whole: Span
  readonly behindColon: Span
  /** The map that it stands in is written in braces. */
  readonly isInFlow: boolean
  /** Where it is a map. */
  readonly pairs: readonly Pair[]
  /** Where it is a map or list in brackets. */
  readonly flow: Span | undefined
}

/** The one document of a text, and where a second one begins, if it does. */
export const documentOf = remembered(text => {
  const documents = parseAllDocuments(text, { prettyErrors: false })
  const [document, second] = 'empty' in documents ? [] : (documents as Document.Parsed[])
  const several = second === undefined ? undefined : (second.contents?.range[0] ?? text.length)
  return { document, several }
})

/** The member or item at a path, or undefined where the path leads nowhere. */
export function find(text: string, path: Path): Found | undefined {
  const root = documentOf(text).document?.contents ?? undefined
  let [here, pair, parent]: [Node | undefined, YamlPair | undefined, Node | undefined] = [
    root,
    undefined,
    undefined,
  ]
  for (const step of path) {
    parent = here
    if (isMap(here)) {
      pair = here.items.find(each => nameOf(each) === String(step))
      here = (pair?.value as Node | null | undefined) ?? undefined
      if (pair === undefined) return undefined
    } else if (isSeq(here)) {
      ;[pair, here] = [undefined, here.items[Number(step)] as Node | undefined]
    } else return undefined
  }
  return pair === undefined && here === undefined ? undefined : foundAt(text, pair, here, parent)
}

function foundAt(
  text: string,
  pair: YamlPair | undefined,
  here: Node | undefined,
  parent: Node | undefined,
): Found {
  const value = here === undefined ? { start: 0, end: 0 } : spanOf(text, here)
  const whole = pair === undefined ? value : wholeOf(text, pair)
  return {
    whole,
    behindColon: pair === undefined ? value : { start: colonOf(text, pair) + 1, end: whole.end },
    isInFlow: isCollection(parent) && parent.flow === true,
    pairs: isMap(here) ? here.items.map(each => ({ name: nameOf(each), whole: wholeOf(text, each) })) : [],
    flow: isCollection(here) && here.flow === true ? value : undefined,
  }
}

/** The name of a member as a text, however it is quoted. */
export function nameOf({ key }: YamlPair): string {
  return isScalar(key) ? String(key.value) : ''
}

/** From the name to the end of the value. */
function wholeOf(text: string, pair: YamlPair): Span {
  const key = pair.key as Node
  return { start: key.range?.[0] ?? 0, end: endOf(text, pair) }
}

/** A name in quotes may hold colons, and a comment cannot stand between it and its own. */
function colonOf(text: string, pair: YamlPair): number {
  return text.indexOf(':', (pair.key as Node).range?.[1] ?? 0)
}

/** Where a value ends, without the comments and line breaks behind it. */
function endOf(text: string, value: unknown): number {
  if (isPair(value))
    return value.value === null || isEmpty(value.value) ? colonOf(text, value) + 1 : endOf(text, value.value)
  if (isCollection(value) && !value.flow && value.items.length > 0) return endOf(text, value.items.at(-1))
  const { range } = value as Node
  const end = range?.[1] ?? 0
  const start = range?.[0] ?? 0
  // a text in a block ends with its line break
  return start + text.slice(start, end).replace(/(?:\r\n|\n| )+$/, '').length
}

function isEmpty(value: unknown): boolean {
  return isScalar(value) && value.range?.[0] === value.range?.[1]
}

export function spanOf(text: string, node: Node): Span {
  return { start: node.range?.[0] ?? 0, end: endOf(text, node) }
}

/** Is it one of YAML's own, for which no plain value stands? */
export function isOdd(node: Node): boolean {
  return isAlias(node) || (node.tag !== undefined && !/^tag:yaml\.org,2002:/.test(node.tag))
}

/** A raw list: where its first item begins, and its items. */
export interface Sequence {
  readonly start: number
  readonly isFlow: boolean
  readonly items: readonly { readonly value: string; readonly raw: string }[]
}

/** The list that stands behind a colon. */
export function sequenceOf(raw: string): Sequence | undefined {
  const text = /^\s/.test(raw) ? `x:${raw}` : `{"x":${raw}}`
  const lead = text.indexOf(':') + 1
  const root = documentOf(text).document?.contents
  const list = isMap(root) ? (root as YAMLMap).items[0]?.value : undefined
  if (!isSeq(list)) return undefined
  const items = (list.items as Node[]).map(item => {
    const { start, end } = spanOf(text, item)
    return { value: isScalar(item) ? String(item.value) : '', raw: text.slice(start, end) }
  })
  return { start: (list.range?.[0] ?? lead) - lead, isFlow: list.flow === true, items }
}
