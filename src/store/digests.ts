import { malformed } from './faults.ts'
import type { Terms } from './terms.ts'

/** A digest in hex as bytes, which are half as long; any other word (`none`, `lost`) as the id of its text. */
export function digestColumn(digest: string, terms: Terms): Uint8Array | number {
  return hex.test(digest) ? Buffer.from(digest, 'hex') : terms.idOf(digest)
}

export function digestText(column: unknown, terms: Terms): string {
  if (column instanceof Uint8Array) return Buffer.from(column).toString('hex')
  if (typeof column === 'number') return terms.textOf(column)
  throw malformed('a digest is neither bytes nor a word')
}

const hex = /^(?:[0-9a-f]{2})+$/
