import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, createFrames, endsWithLf, type Line } from '../../src/relay/frames.ts'

const byte = fc.oneof(fc.constant(0x0a), fc.integer({ min: 0, max: 255 }))
const stream = fc.array(fc.array(byte, { maxLength: 40 }).map(bytes => Buffer.from(bytes)))

describe('frames', () => {
  it('gives back every byte, whatever the chunks', () => {
    fc.assert(
      fc.property(stream, chunks => {
        expect(Buffer.concat(linesOf(chunks).flat())).toEqual(Buffer.concat(chunks))
      }),
    )
  })

  it('cuts where the bytes say, not where the chunks end', () => {
    fc.assert(
      fc.property(stream, chunks => {
        const whole = linesOf([Buffer.concat(chunks)]).map(bytesOf)
        expect(linesOf(chunks).map(bytesOf)).toEqual(whole)
      }),
    )
  })

  it('ends every line with LF but the one that the stream ended in, and none holds another', () => {
    fc.assert(
      fc.property(stream, chunks => {
        const lines = linesOf(chunks)
        expect(lines.slice(0, -1).every(endsWithLf)).toBe(true)
        expect(lines.every(line => !bytesOf(line).includes(0x0a))).toBe(true)
      }),
    )
  })

  it('shares the bytes of a line that came in one chunk instead of copying them', () => {
    const chunk = Buffer.from('{"id":1}\n{"id":2}\n')
    expect(linesOf([chunk]).map(line => bytesOf(line).buffer === chunk.buffer)).toEqual([true, true])
  })

  it('gives nothing for an end at which nothing is left', () => {
    expect(linesOf([Buffer.from('one\n')])).toHaveLength(1)
  })
})

function linesOf(chunks: readonly Buffer[]): Line[] {
  const lines: Line[] = []
  const frames = createFrames(line => lines.push(line))
  chunks.forEach(frames.push)
  frames.end()
  return lines
}
