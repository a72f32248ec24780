import type { Json } from '../json.ts'

/** Longest name of a field; a longer beginning of a line is a sentence with a colon in it. */
const longestKey = 60

/**
 * The fields of a text with lines of `key: value`, also as a list (`- key: value`) or in bold (`**Key:** value`).
 * Of a key that stands twice the first one counts. `true`, `false`, `null` and numbers become what they spell.
 */
export function fieldsInText(text: string): Record<string, Json> {
  const fields = new Map<string, Json>()
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const key = line.slice(0, Math.max(0, colon)).replace(/^[\s>*_#-]+|[\s*_]+$/g, '')
    if (colon > longestKey + 10 || !/^[\p{L}_][\p{L}\p{N}_ ./-]*$/u.test(key) || key.length > longestKey)
      continue
    if (!fields.has(key)) fields.set(key, scalarOf(line.slice(colon + 1).replace(/^[\s*_]+|\s+$/g, '')))
  }
  return Object.fromEntries(fields)
}

/** What a text spells: a boolean, null, a number that reads back the same, or itself. */
export function scalarOf(text: string): Json {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (text === 'null') return null
  return /^-?\d{1,15}(?:\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text
}
