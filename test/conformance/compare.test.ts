import { describe, expect, it } from 'vitest'
import { differences, table } from './compare.ts'
import type { Check, Outcomes } from './suite.ts'

const check = (id: string, status: string): Check => ({ id, name: id.toUpperCase(), status })
const run = (...checks: Check[]): Outcomes => new Map([['ping', checks]])

describe('comparing two runs of the suite', () => {
  it('finds nothing between a run and itself', () => {
    const bare = run(check('a', 'SUCCESS'), check('b', 'FAILURE'))
    expect(differences(bare, bare)).toEqual([])
  })

  it('finds a check that came out otherwise, one that is missing, one too many, and a scenario that never ran', () => {
    const bare = run(check('a', 'SUCCESS'), check('b', 'WARNING'))
    expect(differences(bare, run(check('a', 'FAILURE'), check('b', 'WARNING')))).toHaveLength(1)
    expect(differences(bare, run(check('a', 'SUCCESS')))).toHaveLength(1)
    expect(differences(run(check('a', 'SUCCESS')), bare)).toHaveLength(1)
    expect(differences(bare, new Map())).toHaveLength(2)
  })

  it('shows what passed by scenario and in all', () => {
    const lines = table({ bare: run(check('a', 'SUCCESS'), check('b', 'FAILURE')) }).split('\n')
    expect(lines.map(line => line.trim().split(/\s+/))).toEqual([['bare'], ['ping', '1/2'], ['all', '1/2']])
  })
})
