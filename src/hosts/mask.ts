import { applyEdits, type Edit } from '../text-edit.ts'
import { maskedText, maskedWords } from './mask-text.ts'
import type { ServerEntry } from './read.ts'
import { namesSecret, secretMaps, veil, veiled } from './secrets.ts'
import { memberOf, membersOf, type Node, piecesOf } from './syntax/node.ts'

export { maskedWords }

/**
 * The raw text of an entry for people: its layout as it is, without its comments, and with the values of environment
 * and headers and other secrets veiled.
 */
export function maskedEntry({ node, text }: Pick<ServerEntry, 'node' | 'text'>): string {
  const leaves = leavesIn(node, false)
  let from = 0
  const parts = piecesOf(node).map(({ start, end }) => {
    const part = text.slice(from, from + end - start)
    from += part.length + 1
    const within = leaves
      .filter(({ offset }) => offset >= start && offset < end)
      .map(leaf => ({ ...leaf, offset: leaf.offset - start }))
    return applyEdits(part, [...within.flatMap(editOf), ...comments(part, within)])
  })
  return parts.join('\n')
}

/** A name or a value of an entry, with what stands there for people where that is something else. */
interface Leaf {
  readonly offset: number
  readonly length: number
  readonly content: string | undefined
}

function editOf({ content, ...place }: Leaf): Edit[] {
  return content === undefined ? [] : [{ ...place, content }]
}

function leavesIn(node: Node, isSecret: boolean, program = ''): Leaf[] {
  const items = node.children ?? []
  if (node.type === 'object') {
    return membersOf(node).flatMap(({ name, key, value }) => [
      { offset: key.offset, length: key.length, content: undefined },
      ...leavesIn(value, isSecret || secretMaps.test(name) || namesSecret(name), programIn(node, name)),
    ])
  }
  if (node.type !== 'array') return [leafOf(node, maskedValue(node, isSecret))]
  if (isSecret) return items.flatMap(item => leavesIn(item, true))
  const before = [program, ...items.map(item => String(item.value ?? ''))]
  const now = maskedWords(before).slice(1)
  return items.flatMap((item, index) =>
    item.type === 'string' ? [leafOf(item, now[index])] : leavesIn(item, now[index] !== before[index + 1]),
  )
}

/** The program that a list of arguments is for: some have flags of their own for passwords. */
function programIn(entry: Node, list: string): string {
  if (list !== 'args') return ''
  return String((memberOf(entry, 'command') ?? memberOf(entry, 'cmd'))?.value ?? '')
}

function leafOf({ type, value, offset, length }: Node, now: unknown): Leaf {
  const isSame = now === value && type !== 'alias'
  return { offset, length, content: isSame ? undefined : JSON.stringify(now) }
}

/** What stands behind an anchor or a tag of YAML is not looked into: it could be anything. */
function maskedValue({ type, value }: Node, isSecret: boolean): unknown {
  if (type === 'alias') return veil
  if (type === 'string') return isSecret ? veiled(String(value)) : maskedText(String(value))
  return isSecret && type !== 'null' ? veil : value
}

/** What stands between names and values and is a comment: it may hold the secret of yesterday. */
function comments(text: string, leaves: readonly Leaf[]): Edit[] {
  const inOrder = [...leaves].sort((a, b) => a.offset - b.offset)
  const ends = [0, ...inOrder.map(({ offset, length }) => offset + length)]
  return ends.flatMap((end, index) => {
    const gap = text.slice(end, inOrder[index]?.offset ?? text.length)
    return [...gap.matchAll(comment)].map(({ index, 0: { length } }) => ({
      offset: end + index,
      length,
      content: '',
    }))
  })
}

/** With the line that it has for itself. */
const comment = /(?:\r?\n)?[ \t]*(?:\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|(?<=^|\s)#[^\r\n]*)/g
