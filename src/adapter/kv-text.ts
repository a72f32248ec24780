import type { Json } from '../json.ts'

/** Longest name of a field with what marks it; a longer beginning of a line is a sentence with a colon in it. */
const longestKey = 60

/** How much of a text is looked at, in characters. */
const longestLines = 200_000

/**
 * The fields of a text with lines of `key: value`, also as a list (`- key: value`) or in bold (`**Key:** value`).
 * Of a key that stands twice the first one counts. `true`, `false`, `null` and numbers become what they spell.
 */
export function fieldsInText(text: string): Record<string, Json> {
  const fields = new Map<string, Json>()
  for (const line of text.slice(0, longestLines).split(/\r?\n/)) {
    const [key, value] = fieldIn(line) ?? []
    if (key !== undefined && value !== undefined && !fields.has(key)) fields.set(key, value)
  }
  return Object.fromEntries(fields)
}

/** What stands before the first colon, if it can be a name, and what stands behind it; an address is no field. */
function fieldIn(line: string): [key: string, value: Json] | undefined {
  const colon = line.indexOf(':')
  if (colon < 1 || colon > longestKey) return undefined
  const key = line.slice(0, colon).replace(/^[\s>*_#-]+|[\s*_]+$/g, '')
  const value = line.slice(colon + 1).trim()
  if (!/^[\p{L}_][\p{L}\p{N}_ ./-]*$/u.test(key) || value.startsWith('//')) return undefined
  return [key, scalarOf(value.replace(/^[*_]+/, '').trimStart())]
}

/** What a text spells: a boolean, null, a number that reads back the same, or itself. */
export function scalarOf(text: string): Json {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (text === 'null') return null
  return /^-?\d{1,15}(?:\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text
}
