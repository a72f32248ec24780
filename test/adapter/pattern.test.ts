import { describe, expect, it } from 'vitest'
import { compile, found, patternFault } from '../../src/adapter/pattern.ts'

describe('a pattern', () => {
  it.each([
    'not found|ENOENT',
    '\\*\\*Status:\\*\\*\\s*(\\w+)',
    '^(error|done)$',
    'a{1,3}(b|c)?',
    '[(+]+x',
    '(?:ab){2,5}',
    '\\(+\\)+',
  ])('%s is taken', pattern => {
    expect(patternFault(pattern)).toBeUndefined()
  })

  it.each(['(a+)+', '(a*)*b', '(a|ab)*c', '((a+)b)+', '(?:x{2,})+', '(\\w+\\s?)*$', '(a+){10,}', '(a+){50}'])(
    '%s could backtrack without end and is refused',
    pattern => {
      expect(patternFault(pattern)).toContain('for ever')
    },
  )

  it('matches in any case, at the edges of every line, and by Unicode where it says so', () => {
    expect(compile('^error$').test('x\nERROR\ny')).toBe(true)
    expect(compile('^\\p{L}+$').exec('a1\nżółw')?.[0]).toBe('żółw')
    expect(compile('找不到ID').test('找不到ID為')).toBe(true)
  })

  it('that is no regular expression is refused in words', () => {
    expect(patternFault('(')).toBe('is not a regular expression: unterminated group')
    expect(patternFault('a'.repeat(501))).toBe('is longer than 500 characters')
    expect(patternFault('a?'.repeat(21))).toBe('repeats, or may leave out, more than 20 things')
  })

  it.each([
    ['(a?){20}a{20}$', `${'a'.repeat(30)}b`],
    ['.*.*.*x', 'a'.repeat(3000)],
    ['(.*a){15}x', 'a'.repeat(60)],
    ['^(?:a{1,20}){20}$', `${'a'.repeat(60)}b`],
    [`${'a?'.repeat(20)}${'a'.repeat(40)}$`, 'a'.repeat(39)],
  ])('%s stops looking before it stops the proxy', (pattern, text) => {
    expect(patternFault(pattern)).toBeUndefined()
    expect(found(compile(pattern), text)).toBeNull()
  })

  it('that is looked for with a limit finds what it finds without one', () => {
    const long = `${'x y '.repeat(4000)}Status:  open done`
    expect(found(compile('Status:\\s*(\\w+)\\s*(\\w+)'), long)?.slice(1)).toEqual(['open', 'done'])
    expect(found(compile('(?:no ){2}way'), 'no no way')?.[0]).toBe('no no way')
  })
})
