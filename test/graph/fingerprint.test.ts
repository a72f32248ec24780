import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../src/graph/fingerprint.ts'

describe('a fingerprint', () => {
  it('is one for the same failure of two files', () => {
    const of = (path: string) => fingerprintOf(`ENOENT: no such file or directory, open '${path}'`, { path })
    expect(of('/srv/a/one.txt')).toEqual(of('/srv/b/two-2.txt'))
    expect(of('/srv/a/one.txt')).toEqual({
      code: 'ENOENT',
      text: 'ENOENT: no such file or directory, open …',
    })
  })

  it('masks the values of the call, also unquoted', () => {
    const of = (title: string) =>
      fingerprintOf(`Could not find exact match for edit:\n${title}`, { edits: [{ oldText: title }] })
    expect(of('first thing')).toEqual(of('another'))
    expect(of('x y z').text).toBe('Could not find exact match for edit:')
  })

  it.each([
    ['Task 4711 not found', 'Task 12 not found'],
    ['issue acme/shop/12 is closed', 'issue acme/web/7 is closed'],
    ['no item 3f2b8a1c-1111-4222-8333-444455556666', 'no item aaaa8a1c-1111-4222-8333-444455556666'],
    ['see https://example.org/a?b=1 for more', 'see https://example.org/c for more'],
    ['Key "alpha" is locked', 'Key "beta" is locked'],
    ['MCP error -32600: MCP error -32600: Note "a.md" not found', 'MCP error -32600: Note "b.md" not found'],
  ])('does not tell “%s” from “%s”', (one, other) => {
    expect(fingerprintOf(one, {})).toEqual(fingerprintOf(other, {}))
  })

  it.each([
    ['Release is PUBLISHED already', 'Release was never tested'],
    ['destination already exists', 'source does not exist'],
  ])('tells “%s” from “%s”', (one, other) => {
    expect(fingerprintOf(one, {})).not.toEqual(fingerprintOf(other, {}))
  })

  it('finds a code in capitals and otherwise takes the one that was given', () => {
    expect(fingerprintOf('ERR_STATE: not now', {}).code).toBe('ERR_STATE')
    expect(fingerprintOf('not now', {}, '-32603').code).toBe('-32603')
  })

  it('is bounded and has one line, whatever the server says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5000 }), text => {
        const { text: masked } = fingerprintOf(text, {})
        expect(masked.length).toBeLessThanOrEqual(200)
        expect(masked).not.toMatch(/[\n\r]/)
      }),
    )
  })
})
