import { describe, expect, it } from 'vitest'
import { speedFinding } from '../../src/doctor/live.ts'

describe('the time until the tools are listed', () => {
  const about = { file: '/f', server: 'orders' }
  it.each([
    [1200, 'ok', 'orders needs 1.2 s until its tools are listed; opencode waits 5 s.'],
    [
      2600,
      'warning',
      'orders needs 2.6 s until its tools are listed; opencode waits 5 s: on a busy day that is too short.',
    ],
    [5100, 'problem', 'orders needs 5.1 s until its tools are listed; opencode waits 5 s.'],
  ])('of %d ms is %s for opencode', (ms, level, what) => {
    expect(speedFinding(ms, 5000, 'opencode', about)).toMatchObject({ level, what })
  })
})
