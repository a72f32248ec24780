import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { forbiddenBy } from '../../src/hosts/managed.ts'
import { hostOf } from './samples.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mcpgraphy-managed-'))
})

function why(
  content: string,
  path = '/etc/claude-code/managed-settings.json',
  host = 'claude-code',
): string | undefined {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  return forbiddenBy(hostOf(host), 'linux', root)?.replace(root, '')
}

describe('an administrator’s policy', () => {
  it('forbids to wrap where it lists the commands that may be started, or may not', () => {
    const words =
      "an administrator's policy for Claude Code names the commands that may be started (/etc/claude-code/managed-settings.json)"
    expect(why('{"allowedMcpServers": [{"serverCommand": ["npx", "-y", "x"]}]}')).toBe(words)
    expect(why('{"deniedMcpServers": [{"serverName": "a"}, {"serverCommand": ["npx", "y"]}]}')).toBe(words)
  })

  it('does not where it lists names or addresses, since those stay', () => {
    expect(why('{"allowedMcpServers": [{"serverName": "a"}, {"serverUrl": "https://*"}]}')).toBeUndefined()
    expect(why('{"permissions": {}}')).toBeUndefined()
  })

  it('forbids it where the administrator chose the servers', () => {
    expect(why('{}', '/etc/claude-code/managed-mcp.json')).toMatch(
      /^an administrator chose the servers of Claude Code/,
    )
  })

  it('forbids it where the policy cannot be read', () => {
    expect(why('{')).toMatch(/cannot be read/)
  })

  it('of Claude Code says nothing of other hosts', () => {
    expect(
      why(
        '{"allowedMcpServers": [{"serverCommand": []}]}',
        '/etc/claude-code/managed-settings.json',
        'cursor',
      ),
    ).toBeUndefined()
  })

  it('is none where there is no such file', () => {
    expect(forbiddenBy(hostOf('claude-code'), 'linux', root)).toBeUndefined()
  })
})
