import { malformed } from './faults.ts'
import type { Terms } from './terms.ts'

/**
 * A digest in hex as bytes, which are half as long; any other word (`none`, `lost`, a digest of another form) as
 * it is, since most are seen once; and the odd one that UTF-8 cannot write as the id of its text.
 */
export function digestColumn(digest: string, terms: Terms): Uint8Array | string | number {
  if (hex.test(digest)) return Buffer.from(digest, 'hex')
  return /\p{Surrogate}/u.test(digest) ? terms.idOf(digest) : digest
}

export function digestText(column: unknown, terms: Terms): string {
  if (column instanceof Uint8Array) return Buffer.from(column).toString('hex')
  if (typeof column === 'number') return terms.textOf(column)
  if (typeof column === 'string') return column
  throw malformed('a digest is neither bytes nor a word')
}

const hex = /^(?:[0-9a-f]{2})+$/
