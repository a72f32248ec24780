import { malformed } from './faults.ts'

/** Whole numbers as bytes, seven bits in each, the small ones first (LEB128). Numbers from 0 to 2^53 - 1. */
export function writer() {
  const bytes: number[] = []
  const float = new DataView(new ArrayBuffer(8))
  return {
    whole(value: number): void {
      let rest = value
      for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
      bytes.push(rest)
    },
    /** Any number, exactly, in eight bytes. */
    float(value: number): void {
      float.setFloat64(0, value)
      for (let at = 0; at < 8; at++) bytes.push(float.getUint8(at))
    },
    bytes: (): Uint8Array => Uint8Array.from(bytes),
  }
}

/** Reads what a writer wrote, in the same order. */
export function reader(bytes: Uint8Array) {
  let at = 0
  return {
    whole(): number {
      let value = 0
      for (let weight = 1; ; weight *= 128) {
        const byte = bytes[at++]
        if (byte === undefined) throw malformed('a row ends too early')
        value += (byte % 128) * weight
        if (byte < 128) return value
      }
    },
    float(): number {
      if (at + 8 > bytes.length) throw malformed('a row ends too early')
      at += 8
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getFloat64(at - 8)
    },
    more: (): boolean => at < bytes.length,
  }
}

/** A number that may be negative as one that is not: 0, -1, 1, -2, 2 … (zigzag). */
export function folded(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

/** Undoes `folded`. */
export function unfolded(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2
}

/** A list of whole numbers as bytes. */
export function packed(values: readonly number[]): Uint8Array {
  const out = writer()
  for (const value of values) out.whole(value)
  return out.bytes()
}

/** Undoes `packed`. Throws `malformed` where the bytes end within a number. */
export function unpacked(bytes: Uint8Array): number[] {
  const input = reader(bytes)
  const values: number[] = []
  while (input.more()) values.push(input.whole())
  return values
}
