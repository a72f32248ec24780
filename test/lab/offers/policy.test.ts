import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPolicy, withoutTokens } from '../../../src/lab/offers/policy.ts'

const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-policy-'))
const policyIn = (text: string) => {
  const file = join(folder, 'policy.json')
  writeFileSync(file, text)
  return readPolicy(file)
}

describe("a host's policy", () => {
  it('is read as the docs show it', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/offers-server.md'), 'utf8')
    const [, shown = ''] = /```jsonc\n([\s\S]*?)```/.exec(docs) ?? []
    const policy = policyIn(shown)
    expect([...(policy?.enabled ?? [])]).toEqual(['edit_release', 'run_tests', 'publish_release'])
    expect(policy?.tokens.get('publish_release')?.env).toBe('RELEASE_APPROVAL')
    expect(policy?.uncertain).toBe(false)
  })

  it('that does not turn it on turns nothing on', () => {
    expect(policyIn('{"execute_offered_action": false, "enabled_tools": ["run_tests"]}')).toBeUndefined()
    expect(policyIn('{"execute_offered_action": true}')?.enabled.size).toBe(0)
  })

  it.each([
    ['{', /is wrong: line 1 is not JSON/],
    ['[]', /it is not an object/],
    ['{}', /execute_offered_action must be true or false/],
    ['{"execute_offered_action": "yes"}', /must be true or false/],
    ['{"execute_offered_action": true, "enabled": ["x"]}', /it knows no “enabled”/],
    ['{"execute_offered_action": true, "enabled_tools": "x"}', /must be a list/],
    ['{"execute_offered_action": true, "enabled_tools": [1]}', /must be a list/],
    ['{"execute_offered_action": true, "approval_tokens": {"x": "secret"}}', /must be \{"env": "NAME"\}/],
    [
      '{"execute_offered_action": true, "approval_tokens": {"x": {"env": "A B"}}}',
      /must be \{"env": "NAME"\}/,
    ],
    [
      '{"execute_offered_action": true, "approval_tokens": {"x": {"env": "A", "sha256": "12"}}}',
      /64 hexadecimal/,
    ],
    ['{"execute_offered_action": true, "uncertain_candidates": 1}', /must be true or false/],
  ])('that is wrong is refused with what is wrong: %s', (text, what) => {
    expect(() => policyIn(text)).toThrow(what)
  })

  it('that is not there is a problem, not a policy', () => {
    expect(() => readPolicy(join(folder, 'none.json'))).toThrow(/cannot be read/)
  })

  it('keeps its tokens from the server behind', () => {
    const policy = policyIn(
      '{"execute_offered_action": true, "approval_tokens": {"x": {"env": "SECRET_TOKEN"}}}',
    )
    expect(withoutTokens(policy, { SECRET_TOKEN: 's', PATH: 'p' })).toEqual({ PATH: 'p' })
  })
})
