import { describe, expect, it } from 'vitest'
import { compare } from '../../src/doctor/compare.ts'
import { hostEnvironment, patienceOf } from '../../src/doctor/host-facts.ts'
import { speedFinding } from '../../src/doctor/live.ts'
import { nodeFinding } from '../../src/doctor/runtime.ts'
import { tellingLine } from '../../src/doctor/starting.ts'
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

describe('what a host waits and hands on', () => {
  const machine = {
    env: { PATH: '/p', TOKEN: 't', MCP_TIMEOUT: '7000' },
    home: '/h',
    platform: 'linux' as const,
    cwd: '/',
  }
  const at = (id: string, entry: string) => {
    const read = configOf(`{"mcpServers": {"a": ${entry}}}`)
    return { config: { ...read, host: { ...read.host, id } }, server: read.servers[0]! }
  }

  it.each([
    ['opencode', '{"command": "x", "timeout": 9000}', 9000],
    ['opencode', '{"command": "x"}', 5000],
    ['codex', '{"command": "x", "startup_timeout_sec": 20}', 20_000],
    ['claude-code', '{"command": "x"}', 7000],
    ['cursor', '{"command": "x"}', 60_000],
  ])('%s with %s waits %d ms', (id, entry, ms) => {
    const { config, server } = at(id, entry)
    expect(patienceOf(config, server, machine)).toBe(ms)
  })

  it('is all of the environment in a terminal, next to nothing for Codex, and a bare PATH for what has windows', () => {
    const of = (id: string) => hostEnvironment(at(id, '{"command": "x"}').config, machine)
    expect(of('claude-code')).toBe(machine.env)
    expect(of('codex')).toMatchObject({ PATH: '/p', HOME: '/h' })
    expect(of('codex')).not.toHaveProperty('TOKEN')
    expect(of('cursor')).toMatchObject({ PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/h' })
  })
})

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
