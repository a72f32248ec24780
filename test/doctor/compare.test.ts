import { describe, expect, it } from 'vitest'
import { compare } from '../../src/doctor/compare.ts'
import { configOf } from '../hosts/samples.ts'

const config = configOf('{"mcpServers": {"orders": {"command": "x"}}}')
const placed = { config, server: config.servers[0]! }
const ours = { name: 'mcpgraphy_status' }

function running(tools: { name: string; title?: string }[], name = 'shop') {
  return { kind: 'started' as const, ms: 1, serverInfo: { name }, tools }
}

function said(through: ReturnType<typeof running>, alone: ReturnType<typeof running>) {
  return compare(placed, through, alone).map(({ level, what }) => `${level}: ${what}`)
}

describe('a server through us, held against the same without us', () => {
  it('is the same where only our tools are added', () => {
    expect(said(running([{ name: 'a' }, ours]), running([{ name: 'a' }]))).toEqual([
      'ok: orders lists the same 1 tools as without mcpgraphy, and 1 of ours.',
    ])
  })

  it('is not where a tool is missing, added or described otherwise', () => {
    const through = running([{ name: 'b', title: 'B' }, { name: 'c' }, ours])
    expect(said(through, running([{ name: 'a' }, { name: 'b' }]))).toEqual([
      'problem: Through mcpgraphy orders lists other tools than without: a, b, c.',
    ])
  })

  it('is not where it calls itself otherwise', () => {
    expect(said(running([], 'other'), running([]))[1]).toMatch(
      /^warning: Through mcpgraphy orders says another name/,
    )
  })
})
