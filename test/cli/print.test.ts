import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clock, isoTime, json, jsonLine, printable, table } from '../../src/cli/print.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '\u001b[',
        '\u001b]0;',
        '\u0007',
        '\u009b',
        '31m',
        '\u202e',
        '\n',
        '\r',
        'a',
        '\ud800',
        '\u001b',
      ),
    )
    .map(parts => parts.join('')),
)

describe('printable', () => {
  it('never lets through what moves a cursor, reorders a line or begins another', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, most) => {
        const shown = printable(text, most)
        expect(shown).not.toMatch(
          /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u,
        )
        expect([...shown].length).toBeLessThanOrEqual(most)
      }),
    )
  })

  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;http://x\u001b\\link', 'link'],
    ['\u009b2Jcleared', 'cleared'],
    ['two\r\nlines\there', 'two lines here'],
    ['over\u0008\u0008write', 'over write'],
    ['order:\u202e7\u200b', 'order:7'],
    ['grüße 日本 👩', 'grüße 日本 👩'],
    ['half \ud800 pair', 'half \ufffd pair'],
  ])('makes %j into %j', (text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('cuts between characters and says so', () => {
    expect(printable('👩👩👩👩', 3)).toBe('👩👩…')
    expect(printable('abc', 3)).toBe('abc')
  })
})

describe('json', () => {
  it('is the value still, with nothing in it that a terminal obeys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anyText, (value, text) => {
        for (const document of [json({ value, text }), jsonLine({ value, text })]) {
          expect(document).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
          expect(JSON.parse(document)).toEqual(JSON.parse(JSON.stringify({ value, text })))
        }
        expect(jsonLine({ value, text }).indexOf('\n')).toBe(jsonLine({ value, text }).length - 1)
      }),
    )
  })
})

describe('table', () => {
  it('stands in columns, numbers to the right', () => {
    const rows = [
      ['orders', 7],
      ['f', 1234],
    ]
    expect(table(['server', 'calls'], rows)).toBe('server  calls\norders      7\nf        1234\n')
  })
})

describe('clock', () => {
  it('shows a time of this machine, and no time where there is none', () => {
    expect(clock(new Date(2026, 10, 3, 4, 5, 6).getTime())).toBe('2026-11-03 04:05:06')
    expect(clock(Number.NaN)).toBe('?')
    expect([isoTime(0), isoTime(Number.NaN)]).toEqual(['1970-01-01T00:00:00.000Z', null])
  })
})
