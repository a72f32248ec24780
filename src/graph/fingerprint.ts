import { isObject, type Json, type JsonObject } from '../json.ts'

/** How much of an error's text is looked at, and how much a fingerprint keeps. In UTF-16 units. */
const longestText = 2000
const longestFingerprint = 200

/** What errors of one sort have in common: a code where there is one, and the text without what varies. */
export interface Fingerprint {
  readonly code: string
  readonly text: string
}

/**
 * The fingerprint of an error's text: its first line, with the call's own arguments, quoted values, paths, addresses,
 * ids and numbers masked. Equal for two failures of the same sort on different resources.
 * @param code what the server gave as a code (`-32602`), '' where it gave none: one in the text goes before it.
 */
export function fingerprintOf(text: string, args: JsonObject, code = ''): Fingerprint {
  const line = withoutArguments(firstLine(text.slice(0, longestText)), args)
  return { code: codeIn(line.replace(quoted, '…')) ?? code, text: mask(line).slice(0, longestFingerprint) }
}

/** A text without the call's own values and without what it quotes: what is left is the server's own choice of words. */
export function unquoted(text: string, args: JsonObject): string {
  const bare = withoutPrefix(text.slice(0, longestText))
  return withoutArguments(bare, args).replace(quoted, '…').replace(paths, '…')
}

/** A code that a text carries in capitals: `ENOENT`, `ERR_STATE`, `NOT_FOUND`. */
function codeIn(text: string): string | undefined {
  return text.match(/\b(?:E[A-Z]{3,}|[A-Z]{2,}(?:_[A-Z]+)+)\b/)?.[0]
}

/**
 * The error behind the prefixes that SDKs put before it, perhaps twice: `MCP error -32600: MCP error -32600: …`. A
 * heading of Markdown, an exit code and a bare label (`Stderr:`) say less than the line below them.
 */
function firstLine(text: string): string {
  const lines = withoutPrefix(text)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return lines.find(line => !saysLittle.test(line)) ?? lines[0] ?? ''
}

const saysLittle = /^#{1,6} |\bexit (?:code|status):? -?\d+\.?$|^[\w ]{1,20}:$/i

function withoutPrefix(text: string): string {
  return text.replace(/^(?:\s*(?:MCP error -?\d+:|Error:))+\s*/i, '')
}

function withoutArguments(line: string, args: JsonObject): string {
  return stringsIn(args)
    .filter(value => value.length >= 2)
    .sort((a, b) => b.length - a.length)
    .reduce(
      (masked, value) => (value.length > 2 ? masked.split(value).join('…') : withoutWord(masked, value)),
      line,
    )
}

/** A value of two letters is masked only where it stands as a word: it is part of too many others. */
function withoutWord(line: string, word: string): string {
  return line.replace(
    new RegExp(`(?<![\\p{L}\\d])${word.replace(/[^\p{L}\d]/gu, '\\$&')}(?![\\p{L}\\d])`, 'gu'),
    '…',
  )
}

const quoted = /'[^']*'|"[^"]*"|`[^`]*`|«[^»]*»|“[^”]*”/g
const paths = /(?:[A-Za-z]:)?(?:[\\/][^\s\\/:,;)]+){2,}[\\/]?|(?<=\s|^)[\\/][^\s:,;)]+/g

function mask(line: string): string {
  return line
    .replace(quoted, '…')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(paths, '…')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{12,}\b/gi, '…')
    .replace(/\b[\w-]*\d[\w-]*\b/g, '#')
    .replace(/(?:…[\s,]*)+…/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.slice(0, 50).flatMap(stringsIn)
  return isObject(value) ? Object.values(value).slice(0, 50).flatMap(stringsIn) : []
}
