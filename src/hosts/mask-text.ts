import { isObject, type Json, parseJson } from '../json.ts'
import { maskedAddresses } from './mask-address.ts'
import { afterFlag, joinedToFlag, takesPasswords } from './mask-flags.ts'
import { looksRandom, namesSecret, secretMaps, veil, veiled } from './secrets.ts'

/** The words of a command line for people, with what looks like a secret veiled. */
export function maskedWords(words: readonly string[]): string[] {
  let isOfClient = false
  return words.map((word, index) => {
    const masked = afterFlag(words[index - 1] ?? '', word, isOfClient) ?? joinedToFlag(word, isOfClient)
    isOfClient ||= takesPasswords(word)
    return masked ?? maskedText(word)
  })
}

/**
 * A text for people, with what looks like a secret in it veiled: in addresses, behind names that speak of one, in the
 * forms by which vendors mark their keys. Where it cannot be told what is a secret and what is not, the whole is veiled:
 * rather too much than too little.
 */
export function maskedText(text: string): string {
  if (/^[\w./@+~,-]*$/.test(text)) return maskedWord(text)
  if (text.length > 4000 || isSecret(text)) return veiled(text)
  const pairs = pairsIn(text)
  if (pairs !== undefined) return pairs.map(maskedPair).join('')
  const known = maskedAddresses(maskedDefaults(text)).replace(knownKey, veil)
  return /\s/.test(known.trim()) ? maskedLine(known) : known.replace(longWord, veilIfRandom)
}

/** One without any sign that parts a name from a value: it is a key by itself, or none. */
function maskedWord(word: string): string {
  return word.replace(knownKey, veil).replace(longWord, veilIfRandom)
}

/** Is it a header with a log-in, an object that holds a secret, or a private key? */
function isSecret(text: string): boolean {
  if (/-----BEGIN [\w ]*PRIVATE KEY/.test(text) || /\b(bearer|basic|digest|token)\s+\S/i.test(text))
    return true
  const members = [...text.matchAll(/(?:^|[\s,{("'[])\/?([\w.-]{1,100})["']?\s*:\s*(?!\/\/)\S/g)]
  if (members.some(([, name = '']) => namesSecret(name))) return true
  return /^\s*[[{]/.test(text) && holdsSecret(parseJson(text))
}

function holdsSecret(value: Json | undefined): boolean {
  if (typeof value === 'string') return maskedText(value) !== value
  if (Array.isArray(value)) {
    const words = value.map(String)
    return value.some(holdsSecret) || maskedWords(words).some((word, index) => word !== words[index])
  }
  return isObject(value) && Object.entries(value).some(([name, inner]) => isKept(name) || holdsSecret(inner))
}

function isKept(name: string): boolean {
  return namesSecret(name) || secretMaps.test(name)
}

/** `NAME=value`, `--flag=value`, and the pairs of a connection string; undefined where a text is none of these. */
function pairsIn(text: string): string[] | undefined {
  const isPair = /^[-/]{0,2}[\w.@-]+(?: \w+)*\s*=/.test(text)
  if (!isPair) return undefined
  return text.split(/(?<=;)(?=\s*[A-Za-z][\w. -]{0,60}=)/)
}

function maskedPair(pair: string): string {
  const at = pair.indexOf('=') + 1
  const [, value = '', end = ''] = /^([\s\S]*?)(;?\s*)$/.exec(pair.slice(at)) ?? []
  const name = pair.slice(0, at - 1).trim()
  const masked = namesSecret(name) ? veiled(value) : (afterFlag(name, value, false) ?? maskedText(value))
  return `${pair.slice(0, at)}${masked}${end}`
}

/** What stands in a variable for the case that it is not set: `${NAME:-default}`. */
function maskedDefaults(text: string): string {
  return text.replace(
    /\$\{(\w{1,100})(:?[-=?+])((?:[^{}]|\$\{[^{}]*\})+)\}/g,
    (_all, name: string, sign: string, byDefault: string) =>
      `\${${name}${sign}${namesSecret(name) ? veil : maskedText(byDefault)}}`,
  )
}

/** A whole command line in one text, as behind `sh -c`. */
function maskedLine(text: string): string {
  const parts = partsOf(text)
  const isWord = (_: unknown, index: number) => index % 2 === 1
  const words = maskedWords(parts.filter(isWord).map(unquoted))
  return parts.map((part, at) => (isWord(part, at) ? quotedLike(part, words[(at - 1) / 2]) : part)).join('')
}

/** By turns what stands between words, and a word: in quotes it may hold spaces, unless all of the text would be one. */
function partsOf(text: string): string[] {
  const parts = text.split(/((?:"[^"]*"|'[^']*'|[^\s"']|["'])+)/)
  return parts[1] === text && !quotes.test(text) ? text.split(/(\S+)/) : parts
}

const quotes = /^(["'])([\s\S]*)\1$/

function unquoted(word: string): string {
  return quotes.exec(word)?.[2] ?? word
}

function quotedLike(before: string, now = ''): string {
  const quote = quotes.exec(before)?.[1] ?? ''
  return `${quote}${now}${quote}`
}

/** Beginnings by which vendors mark their keys, and web tokens. */
const knownKey =
  /(?<![A-Za-z\d])(sk-|pk-|[srp]k_|ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|gl[a-z]{2,5}-|xox[a-z]-|xapp-|AKIA|ASIA|AIza|ya29\.|sbp_|ntn_|secret_|figd_|npm_|hf_|gsk_|pplx-|lin_api_|dop_v1_|shp[a-z]{2}_|whsec_|tskey-|xai-|nvapi-|r8_|SG\.|ATATT|eyJ)[\w./+=-]{6,}/g

const longWord = /(?<![\w/\\.-])[\w+=-]{24,}(?![\w/\\])/g

function veilIfRandom(word: string): string {
  return looksRandom(word) ? veil : word
}
