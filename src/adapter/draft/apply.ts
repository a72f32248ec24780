import { appendToArray, insertMember, removeMember, replaceValue } from '../../text-edit.ts'
import type { Change } from './merge.ts'

/** A file's text with changes made in it; all else, comments too, stays as it is. Items are only ever added at an end. */
export function applied(text: string, changes: readonly Change[]): string {
  return changes.reduce((now, change) => changed(now, change) ?? now, text)
}

function changed(text: string, { path, value, isNew }: Change): string | undefined {
  const name = path.at(-1)
  const around = path.slice(0, -1)
  if (value === undefined) return removeMember(text, path)
  const indent = '  '.repeat(path.length)
  const json = JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
  if (!isNew) return replaceValue(text, path, json)
  if (typeof name === 'number') return appendToArray(text, around, `\n${indent}${json}\n${indent.slice(2)}`)
  return insertMember(text, around, { name: String(name), json, lead: `\n${indent}` })
}
