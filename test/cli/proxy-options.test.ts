import { describe, expect, it } from 'vitest'
import { readProxyLine } from '../../src/cli/proxy-options.ts'

describe('the line of a proxy', () => {
  it.each([
    ['--approve a b'],
    ['--approve a --approve b'],
    ['--approve a,b'],
    ['--approve=a b'],
    ['--approve a b --policy block'],
    ['--policy block --approve a b'],
  ])('names tools that are approved: %s', own => {
    const line = readProxyLine([...own.split(' '), '--', 'node', 'server.js', '--approve', 'c'])
    expect(line.approve).toEqual(['a', 'b'])
    expect(line.server).toEqual({
      kind: 'command',
      command: 'node',
      args: ['server.js', '--approve', 'c'],
    })
  })

  it('refuses a word that belongs nowhere', () => {
    expect(() => readProxyLine(['--policy', 'warn', 'node', '--', 'node'])).toThrow(/“node” stands before/)
  })
})
