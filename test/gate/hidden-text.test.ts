import { describe, expect, it } from 'vitest'
import { hidesText } from '../../src/gate/hidden-text.ts'

describe('a host that hides text beside structured content', () => {
  it.each([
    ['claude-code', '2.1.332', true],
    ['claude-code', '', true],
    ['claude-code', '2.0.21', true],
    ['claude-code', '2.0.20', false],
    ['claude-code', '1.0.120', false],
    ['Visual Studio Code', '1.132.0', true],
    ['Visual Studio Code - Insiders', '1.133.0', true],
    ['codex-mcp-client', '0.171.0', true],
    ['cursor-vscode', '1.0.0', false],
    ['copilot-cli', '1.0.102', false],
    ['gemini-cli-mcp-client', '0.61.0', false],
    ['opencode', '1.18.33', false],
    ['test-host', '1', false],
  ])('%s %s: %s', (name, version, hides) => {
    expect(hidesText({ name, version }, 'auto')).toBe(hides)
  })

  it('is what the user says it is', () => {
    expect(hidesText({ name: 'test-host', version: '1' }, 'drop')).toBe(true)
    expect(hidesText({ name: 'claude-code', version: '2.1.332' }, 'keep')).toBe(false)
  })
})
