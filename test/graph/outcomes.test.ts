import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judgeAll, tableOf, verdictOf } from './outcome-table.ts'

const judged = await judgeAll()

describe('the outcomes of 328 labelled calls of 29 public servers', () => {
  it('all have a label', () => {
    expect(judged).toHaveLength(328)
    expect(judged.filter(each => each.label === 'none')).toEqual([])
  })

  it('are told as well as the page says', () => {
    const table = tableOf(judged)
    process.stdout.write(`${table.join('\n')}\n`)
    const page = readFileSync(new URL('../../docs/learning.md', import.meta.url), 'utf8')
    expect(page).toContain(table.join('\n'))
  })

  it('are never a failure where the call worked', () => {
    const wrong = judged.filter(
      each => ['ok', 'unchanged', 'partial'].includes(each.label) && each.outcome.kind === 'failure',
    )
    expect(wrong.map(each => each.call)).toEqual([])
  })

  it('count only these against a state although another reason was behind them', () => {
    const wrong = judged.filter(each => verdictOf(each) === 'state' && each.label !== 'state')
    expect(wrong.map(each => each.call)).toEqual([
      'filesystem 7',
      'k-gitlab-ref 3',
      'mongodb 3',
      'postgres 11',
      'postgres 15',
      'redis-gongrzhe 15',
    ])
  })
})
