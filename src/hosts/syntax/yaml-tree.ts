import { isMap, isScalar, isSeq, type Pair, type Node as YamlNode } from 'yaml'
import type { Node } from './node.ts'
import { isOdd, nameOf, spanOf } from './yaml-parts.ts'

/** A part of a YAML text as a tree. */
export function treeOf(node: YamlNode, text: string): Node {
  const { start, end } = spanOf(text, node)
  const place = { offset: start, length: end - start }
  if (isOdd(node)) return { type: 'alias', ...place }
  if (isMap(node))
    return { type: 'object', ...place, children: node.items.map(pair => propertyOf(pair, text)) }
  if (isSeq(node))
    return { type: 'array', ...place, children: node.items.map(item => treeOf(item as YamlNode, text)) }
  const value = isScalar(node) ? node.value : undefined
  return { type: typeOf(value), ...place, value }
}

function propertyOf(pair: Pair, text: string): Node {
  const key = pair.key as YamlNode
  const name = { ...spanned(key, text), type: 'string' as const, value: nameOf(pair) }
  const value =
    pair.value === null ? { ...name, type: 'null' as const, length: 0 } : treeOf(pair.value as YamlNode, text)
  return {
    type: 'property',
    offset: name.offset,
    length: value.offset + value.length - name.offset,
    children: [name, value],
  }
}

function spanned(node: YamlNode, text: string): Pick<Node, 'offset' | 'length'> {
  const { start, end } = spanOf(text, node)
  return { offset: start, length: end - start }
}

function typeOf(value: unknown): Node['type'] {
  const type = typeof value
  if (type === 'string' || type === 'boolean') return type
  return type === 'number' || type === 'bigint' ? 'number' : 'null'
}
