import { describe, expect, it } from 'vitest'
import { tellingLine } from '../../src/doctor/starting.ts'

describe('of all that a server said before it ended', () => {
  it.each([
    ['file:1\n  throw x\n\nTypeError: x is not\n    at y\n\nNode.js v20', 'TypeError: x is not'],
    [
      'npm error code E404\nnpm error 404 Not Found - GET it\nnpm error A complete log of it: z',
      'npm error 404 Not Found - GET it',
    ],
    ['first\nlast\n', 'last'],
    ['', ''],
  ])('%j tells most by %j', (said, line) => expect(tellingLine(said)).toBe(line))
})
