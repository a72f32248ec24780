import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../src/lab/automata')

it('the automata learners know nothing but each other: no Node, no packages, no clock, no randomness', () => {
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    const from = [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, each]) => each)
    expect(
      from.filter(each => !each?.startsWith('./')),
      file,
    ).toEqual([])
    expect(text, file).not.toMatch(/\bDate\b|\bMath\.random\b|\bprocess\.|\bperformance\b/)
  }
})
