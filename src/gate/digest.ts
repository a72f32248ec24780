import { hash } from 'node:crypto'
import { canonical, type Json } from '../json.ts'

/** Sixteen bytes of SHA-256 in hex: enough that no two values of one project are ever taken for each other. */
export function digestOf(value: Json): string {
  return digestOfBytes(canonical(value))
}

/** The first 128 bits of the SHA-256, as 32 hexadecimal digits. */
export function digestOfBytes(bytes: string | Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 32)
}
