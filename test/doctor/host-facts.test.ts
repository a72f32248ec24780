import { describe, expect, it } from 'vitest'
import { hostEnvironment, patienceOf } from '../../src/doctor/host-facts.ts'
import { configOf } from '../hosts/samples.ts'

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
