import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { settingsOf } from '../../src/hosts/discover.ts'
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
  return forbiddenBy(hostOf(host), 'linux', { root })?.replace(root, '')
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

  it('may stand in a fragment beside the one file, which a hidden one does not count as', () => {
    const list = '{"allowedMcpServers": [{"serverCommand": ["npx", "-y", "x"]}]}'
    expect(why(list, '/etc/claude-code/managed-settings.d/.old.json')).toBeUndefined()
    expect(why(list, '/etc/claude-code/managed-settings.d/50-platform.json')).toBe(
      "an administrator's policy for Claude Code names the commands that may be started (/etc/claude-code/managed-settings.d/50-platform.json)",
    )
  })

  it('may be one that the user or the project made: then its own settings are named', () => {
    const machine = { env: {}, home: join(root, 'ada'), platform: 'linux', cwd: root } as const
    const forbidden = (folder: string) =>
      forbiddenBy(hostOf('claude-code'), 'linux', {
        root,
        own: settingsOf(hostOf('claude-code'), machine, folder),
      })
    const local = join(root, 'shop/.claude/settings.local.json')
    mkdirSync(dirname(local), { recursive: true })
    writeFileSync(local, '{"deniedMcpServers": [{"serverCommand": ["npx", "y"]}]}')
    expect(forbidden(join(root, 'shop'))).toBe(
      `the settings of Claude Code name the commands that may be started (${local})`,
    )
    expect(forbidden(join(root, 'other'))).toBeUndefined()
    mkdirSync(join(root, 'ada/.claude'), { recursive: true })
    writeFileSync(join(root, 'ada/.claude/settings.json'), '{"permissions": ')
    expect(forbidden(join(root, 'other'))).toBeUndefined()
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
    expect(forbiddenBy(hostOf('claude-code'), 'linux', { root })).toBeUndefined()
  })
})
