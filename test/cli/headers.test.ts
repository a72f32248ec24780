// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what users write for variables
import { describe, expect, it } from 'vitest'
import { fillIn, readHeaders } from '../../src/cli/headers.ts'
import type { Problem } from '../../src/problem.ts'

const env = { TOKEN: 't0k3n', USER_NAME: 'me', EMPTY: '' }
const refused = (...args: Parameters<typeof readHeaders>): Problem => {
  try {
    readHeaders(...args)
  } catch (error) {
    return error as Problem
  }
  throw new Error('it was taken')
}

describe('the headers for a remote server', () => {
  it('take their values from variables, and parts of them', () => {
    expect(
      readHeaders(['Authorization: Bearer ${TOKEN}', 'X-Who:${USER_NAME}-${TOKEN}'], undefined, env),
    ).toEqual({
      Authorization: 'Bearer t0k3n',
      'X-Who': 'me-t0k3n',
    })
  })

  it('are taken from one variable as they stand there, and --header counts before that', () => {
    const variable = '{"Authorization": "Bearer ${literal}", "X-Key": "k"}'
    expect(readHeaders(['authorization: ${TOKEN}'], variable, env)).toEqual({
      'X-Key': 'k',
      authorization: 't0k3n',
    })
    expect(readHeaders([], variable, env).Authorization).toBe('Bearer ${literal}')
    expect(readHeaders([], ' ', env)).toEqual({})
  })

  it('may stand in the command line where they are plainly no secret', () => {
    const plain = ['Accept-Language: de', 'X-MCP-Toolsets: repos,issues']
    expect(readHeaders(plain, undefined, env)).toEqual({
      'Accept-Language': 'de',
      'X-MCP-Toolsets': 'repos,issues',
    })
  })

  it('are refused as literals where they may be one, without repeating it', () => {
    const problem = refused(['Authorization: Bearer s3cret'], undefined, env)
    expect(problem.code).toBe('header-invalid')
    expect(problem.message).toContain('--header Authorization: its value stands in the command line')
    expect(problem.now).toContain('MCPGRAPHY_HEADERS=')
    expect(problem.message + problem.now).not.toContain('s3cret')
  })

  it.each([
    ['a variable that is not set', ['X: ${NOT_SET}'], undefined, 'the variable NOT_SET is not set'],
    ['one that is empty', ['X: ${EMPTY}'], undefined, 'the variable EMPTY is not set'],
    ['no name', [': ${TOKEN}'], undefined, 'no name before a colon'],
    ['no colon', ['${TOKEN}'], undefined, 'no name before a colon'],
    ['a name that is none', ['A B: ${TOKEN}'], undefined, 'holds what no header may'],
    ['what the protocol says itself', ['Mcp-Session-Id: ${TOKEN}'], undefined, 'the protocol sets it'],
    ['no JSON', [], 'Bearer s3cret', 'MCPGRAPHY_HEADERS: it is no JSON object'],
    ['an array', [], '["s3cret"]', 'MCPGRAPHY_HEADERS: it is no JSON object'],
    ['a value that is no text', [], '{"X": {"s3cret": 1}}', 'the value of X is no text'],
    ['a line end in a value', [], '{"X": "s3cret\\r\\nY: 1"}', 'holds what no header may'],
  ])('are refused for %s', (_, given, variable, words) => {
    const problem = refused(given, variable, env)
    expect(problem.message).toContain(words)
    expect(problem.message + problem.now).not.toContain('s3cret')
  })

  it('fill variables into an address as well', () => {
    expect(fillIn('https://example.com/mcp?key=${TOKEN}', env, '--url')).toBe(
      'https://example.com/mcp?key=t0k3n',
    )
  })
})
