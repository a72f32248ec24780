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
    expect(hidesText({ name, version }, 'auto', false)).toBe(hides)
  })

  it.each([
    ['claude-code', '2.1.332', false],
    ['codex-mcp-client', '0.171.0', true],
    ['test-host', '1', false],
  ])('%s %s, in a failure: %s', (name, version, hides) => {
    expect(hidesText({ name, version }, 'auto', true)).toBe(hides)
  })

  it.each([false, true])('is what the user says it is, in a success and in a failure', isFailure => {
    expect(hidesText({ name: 'test-host', version: '1' }, 'drop', isFailure)).toBe(true)
    expect(hidesText({ name: 'codex-mcp-client', version: '0.171.0' }, 'keep', isFailure)).toBe(false)
  })
})
