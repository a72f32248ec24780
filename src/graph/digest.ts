/**
 * A short digest of a text: 53 bits as eleven base-36 digits, for telling texts apart, never for secrecy.
 * Two rounds of multiply-and-xor over the UTF-16 units, after Austin Appleby's MurmurHash3 finaliser (public domain).
 */
export function digest(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = mix(high) ^ mix(low ^ (low >>> 13))
  low = mix(low) ^ mix(high ^ (high >>> 13))
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, '0')
}

function mix(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 2246822507)
  return Math.imul(once ^ (once >>> 13), 3266489909) ^ (once >>> 16)
}
