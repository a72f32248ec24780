import { expect, it } from 'vitest'
import { nodeFinding } from '../../src/doctor/runtime.ts'

it.each([
  ['20.18.0', 'problem'],
  ['20.19.0', 'ok'],
  ['21.7.0', 'problem'],
  ['22.13.1', 'problem'],
  ['22.14.0', 'ok'],
  ['26.0.0', 'ok'],
])('Node %s: %s', (version, level) => {
  expect(nodeFinding(version).level).toBe(level)
})
