import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const dist = resolve(import.meta.dirname, '../dist')

/** The parts of ours that a built file loads before it runs. */
function partsBefore(file: string): string[] {
  const text = readFileSync(join(dist, file), 'utf8')
  return [...text.matchAll(/(?:from|import) ?"(\.[^"]+)"/g)].map(([, path = '']) =>
    path.replace(/^.*\//, '').replace(/-[\w-]{8}\.js$/, ''),
  )
}

describe('what is built', () => {
  const parts = readdirSync(join(dist, 'parts'))
  // beside a part may stand a line that only passes on what is in it
  const isWhole = (file: string) => statSync(join(dist, 'parts', file)).size > 10_000
  const named = (name: string) =>
    parts.filter(file => file.startsWith(`${name}-`) && isWhole(file)).map(file => `parts/${file}`)

  it('starts a proxy with two files, and has all that judges calls in one more', () => {
    expect(partsBefore('cli.js')).toEqual(['start'])
    expect(named('start').flatMap(partsBefore)).toEqual([])
    expect(named('gate').flatMap(partsBefore)).toEqual(['start'])
  })

  it('holds the licence of what it holds of others', () => {
    expect(readFileSync(join(dist, 'licenses.txt'), 'utf8')).toContain('Permission is hereby granted')
  })
})
