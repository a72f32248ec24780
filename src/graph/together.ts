import { bounds } from './bounds.ts'

/**
 * Which of a tool's atoms were seen together in one success: a square of bits, a row for each atom's place. It says of
 * every two atoms whether any success had both, however many successes there were: no success need be kept.
 */
export interface Together {
  /** Places that are taken; the free ones among them stand in `free`. */
  places: number
  readonly free: number[]
  /** 32-bit words in a row. */
  width: number
  bits: Uint32Array
}

/** Nothing was seen together yet. */
export function noneTogether(): Together {
  return { places: 0, free: [], width: 0, bits: new Uint32Array(0) }
}

/** A place for one more atom, -1 where none is left. */
export function takePlace(together: Together): number {
  const freed = together.free.pop()
  if (freed !== undefined) return freed
  if (together.places >= bounds.pairable) return -1
  if (together.places >= together.width * 32) widen(together)
  return together.places++
}

/** Gives an atom's place back: what was seen with it is forgotten. */
export function leavePlace(together: Together, place: number): void {
  if (place < 0) return
  const { width, bits, places } = together
  bits.fill(0, place * width, (place + 1) * width)
  const mask = ~(1 << (place & 31))
  for (let row = 0; row < places; row++) {
    const at = row * width + (place >>> 5)
    bits[at] = (bits[at] ?? 0) & mask
  }
  together.free.push(place)
}

/** Notes that the atoms at these places were seen together. Was any two of them not seen so before? */
export function seeTogether(together: Together, places: readonly number[]): boolean {
  const { width, bits } = together
  const row = new Uint32Array(width)
  for (const place of places) row[place >>> 5] = (row[place >>> 5] ?? 0) | (1 << (place & 31))
  let isNews = false
  for (const place of places) {
    const start = place * width
    for (let word = 0; word < width; word++) {
      const known = bits[start + word] ?? 0
      const now = (known | (row[word] ?? 0)) >>> 0
      if (now === known) continue
      bits[start + word] = now
      isNews = true
    }
  }
  return isNews
}

/** Did a success have both? An atom without a place was: nothing may be said of it. */
export function wereTogether({ width, bits }: Together, one: number, other: number): boolean {
  if (one < 0 || other < 0) return true
  return (((bits[one * width + (other >>> 5)] ?? 0) >>> (other & 31)) & 1) === 1
}

/** Twice as wide, and as many rows: the first time for 64 atoms. */
function widen(together: Together): void {
  const { width, bits } = together
  const wider = Math.max(2, width * 2)
  const grown = new Uint32Array(wider * wider * 32)
  for (let row = 0; row < width * 32; row++)
    grown.set(bits.subarray(row * width, (row + 1) * width), row * wider)
  together.width = wider
  together.bits = grown
}

/** The bits as a text that JSON leaves as it is. */
export function packedBits({ bits, width, places }: Together): string {
  const used = bits.subarray(0, width * places)
  let text = ''
  for (const word of used)
    text += String.fromCharCode(word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24)
  return btoa(text)
}

/** The bits that `packedBits` was given. */
export function unpackedBits(packed: string, width: number): Uint32Array {
  const text = atob(packed)
  const bits = new Uint32Array(width * width * 32)
  for (let at = 0; at < text.length; at++)
    bits[at >>> 2] = (bits[at >>> 2] ?? 0) | (text.charCodeAt(at) << ((at & 3) * 8))
  return bits
}
