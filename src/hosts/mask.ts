import { applyEdits, type Edit } from '../text-edit.ts'
import type { ServerEntry } from './read.ts'
import { membersOf, type Node, piecesOf } from './syntax/node.ts'

/** What stands where a secret was. */
const veil = '•••'

/** The words of a command line for people, with what looks like a secret veiled. */
export function maskedWords(words: readonly string[]): string[] {
  return words.map((word, index) =>
    namesSecret(words[index - 1] ?? '') && !isFlag(word) ? veiled(word) : maskedWord(word),
  )
}

/** The raw text of an entry for people: its layout as it is, values of environment and headers and other secrets veiled. */
export function maskedEntry({ node, text }: Pick<ServerEntry, 'node' | 'text'>): string {
  const edits = veils(node, false)
  let from = 0
  const parts = piecesOf(node).map(({ start, end }) => {
    const part = text.slice(from, from + end - start)
    from += part.length + 1
    const within = edits.filter(({ offset }) => offset >= start && offset < end)
    return applyEdits(
      part,
      within.map(edit => ({ ...edit, offset: edit.offset - start })),
    )
  })
  return parts.join('\n')
}

/** Under these names every value is taken for a secret. */
const secretMaps = /^(env|envs|environment|(http_)?headers|auth|oauth)$/

function veils(node: Node, isSecret: boolean): Edit[] {
  if (node.type === 'object') {
    return membersOf(node).flatMap(({ name, value }) =>
      veils(value, isSecret || secretMaps.test(name) || secretName.test(name)),
    )
  }
  const items = node.children ?? []
  if (node.type !== 'array') return veilOne(node, veiledValue(node.value, isSecret))
  if (isSecret || items.some(item => item.type !== 'string'))
    return items.flatMap(item => veils(item, isSecret))
  const words = maskedWords(items.map(item => String(item.value)))
  return items.flatMap((item, index) => veilOne(item, words[index]))
}

function veilOne({ value, offset, length }: Node, now: unknown): Edit[] {
  return now === value ? [] : [{ offset, length, content: JSON.stringify(now) }]
}

function veiledValue(value: unknown, isSecret: boolean): unknown {
  if (typeof value === 'string') return isSecret ? veiled(value) : maskedWord(value)
  return isSecret ? veil : value
}

/** A host's variable is no secret: its name says where the value comes from. */
function veiled(value: string): string {
  return /^(\$\{[^}]*\}|\$\w+|\{env:\w+\})?$/.test(value) ? value : veil
}

const secretName =
  /(api[-_]?key|access[-_]?key|private[-_]?key|token|secret|passw(or)?d|passwd|pwd|authorization|credential|\bkey$|\bauth$|\bpat$)/i

function namesSecret(flag: string): boolean {
  return isFlag(flag) && !flag.includes('=') && (secretName.test(flag) || /^--?headers?$|^-H$/.test(flag))
}

function isFlag(word: string): boolean {
  return word.startsWith('-')
}

/** Beginnings by which vendors mark their keys, and web tokens. */
const knownKey =
  /\b(sk-|pk-|rk_|ghp_|gho_|ghu_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|sbp_|ntn_|secret_|figd_|npm_|hf_|pplx-|lin_api_|dop_v1_|eyJ)[\w./+=-]{8,}/

function maskedWord(word: string): string {
  const assigned = /^([^=\s]*)=([\s\S]+)$/.exec(word)
  if (assigned?.[1] && secretName.test(assigned[1]) && !word.includes('://'))
    return `${assigned[1]}=${veiled(assigned[2] ?? '')}`
  if (/^\w+:\/\//.test(word)) return maskedAddress(word)
  if (
    /\bBearer\s+\S|\bBasic\s+\S/i.test(word) ||
    (secretName.test(word) && /["':=]\s*["']?[\w-]{4}/.test(word))
  )
    return veiled(word)
  return knownKey.test(word) || looksRandom(word) ? veil : word
}

/** `user:password@`, values of the query that are named like secrets, and parts that look like keys. */
function maskedAddress(address: string): string {
  return address
    .replace(/^(\w+:\/\/[^/@\s:]*):[^@/\s]*@/, `$1:${veil}@`)
    .replace(/([?&][^=&]*=)([^&#]*)/g, (all, name: string, value: string) =>
      secretName.test(name.slice(1, -1)) || looksRandom(value) ? name + veil : all,
    )
    .replace(/(?<=\/)[^/?#]+/g, part => (knownKey.test(part) || looksRandom(part) ? veil : part))
}

/** Long, of one piece, with digits and letters mixed: nobody would choose it as a name. */
function looksRandom(word: string): boolean {
  return /^[\w+=-]{24,}$/.test(word) && /\d/.test(word) && /[a-z]/i.test(word) && changesOften(word)
}

function changesOften(word: string): boolean {
  return (word.match(/\d(?=[a-z])|[a-z](?=\d)/gi) ?? []).length >= 4
}
