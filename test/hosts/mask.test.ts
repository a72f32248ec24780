// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedEntry, maskedWords } from '../../src/hosts/mask.ts'
import { json } from '../../src/hosts/syntax/json.ts'
import { at, isObject } from '../../src/json.ts'
import { parseJsonc, replaceValue } from '../../src/text-edit.ts'
import { file } from './generate.ts'
import { marks, planted, secrets } from './planted.ts'
import { reading } from './samples.ts'

function masked(text: string): string {
  const document = json.parse(text)
  return document.kind === 'tree' ? maskedEntry({ node: document.root, text }) : text
}

describe('secrets in a command line', () => {
  const hidden: [words: string[], masked: string[]][] = [
    [
      ['--api-key', 'abc'],
      ['--api-key', '•••'],
    ],
    [['--token=abc'], ['--token=•••']],
    [['API_KEY=abc'], ['API_KEY=•••']],
    [
      ['--header', 'Authorization: Bearer abc'],
      ['--header', '•••'],
    ],
    [
      ['-H', 'X-Key: abc'],
      ['-H', '•••'],
    ],
    [
      ['x', 'Bearer abcdef'],
      ['x', '•••'],
    ],
    [['ghp_0123456789abcdefghij'], ['•••']],
    [['sk-abcdef0123456789'], ['•••']],
    [['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc'], ['•••']],
    [['postgres://me:hunter2@db/shop'], ['postgres://me:•••@db/shop']],
    [['https://x/mcp?api_key=abc&project=shop'], ['https://x/mcp?api_key=•••&project=shop']],
    [['https://x/s/a1b2c3d4e5f6a7b8c9d0e1f2/mcp'], ['https://x/s/•••/mcp']],
    [
      ['--config', '{"apiKey":"abcdef"}'],
      ['--config', '•••'],
    ],
    [['0a1b2c3d4e5f60718293a4b5c6d7e8f9'], ['•••']],
  ]
  it.each(hidden)('%j is veiled', (words, masked) => {
    expect(maskedWords(words)).toEqual(masked)
  })

  it('are veiled to their last letter, whatever sign is in them, in every place where people put them', () => {
    const told = planted.flatMap(place =>
      secrets
        .map(secret => ['server', ...place(secret), 'last'])
        .filter(words => marks.some(mark => maskedWords(words).join('\n').includes(mark))),
    )
    expect(told).toEqual([])
  })

  it('are looked for in any text at all, to its end, and twice is once', () => {
    const odd = fc.array(
      fc.constantFrom(
        '"',
        "'",
        ' ',
        '=',
        ':',
        ';',
        '@',
        '://',
        '${',
        ':-',
        '}',
        '{',
        '[',
        '-p',
        'a',
        'token',
        'x y',
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          odd.map(parts => parts.join('')),
        ),
        text => {
          const [once = ''] = maskedWords([text])
          expect(maskedWords([once])).toEqual([once])
        },
      ),
      { numRuns: 2000 },
    )
  })

  const shown = [
    ['npx', '-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/home/ada/My Documents'],
    ['uvx', '--from', 'git+https://github.com/org/repo', 'start'],
    ['docker', 'run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server'],
    ['--token', '${TOKEN}'],
    ['--api-key=${env:KEY}'],
    ['--password', '$PASSWORD'],
    ['https://mcp.example.com/v1?features=docs%2Clogs'],
    ['--keyboard', 'de'],
    ['uvx', '--from', 'git+https://github.com/org/repo@v1.0', 'start'],
    ['npx', '-p', '@acme/orders', 'https://registry.npmjs.org/@acme/orders/1.0'],
    ['docker', 'run', '-p', '8080:80', '--user', '1000:1000', 'mysql:8', '--port', '3306'],
    ['docker', 'run', 'ghcr.io/acme/token-server:1.2', 'node@sha256:abc'],
    ['tool', '-p', '/srv/my project', '-port=80', '-profile', 'dev', '--token-file', '/run/token'],
    ['sh', '-c', 'cd "/srv/a b" && exec node server.js --port 80'],
    ['x:"a b"', '"a b"', "'a' 'b", 'say "it', 'a="b c" "', '=', '"', ' '],
    ['npm:lodash@4', 'me@example.com', 'a=b', 'C:\\Program Files\\x', '%TOKEN%'],
    ['--token', '${input:token}', '{env:TOKEN}', '${HOST:-localhost}'],
  ]
  it.each(shown.map(words => [words]))('%j is shown', words => {
    expect(maskedWords(words)).toEqual(words)
  })
})

describe('an entry for people', () => {
  it('keeps its layout and veils the values of its environment and headers', () => {
    expect(
      masked(
        '{\n "command": "x", // c\n "args": ["--token", "a"],\n "env": {"T": "s", "U": "${U}", "N": 5},\n "headers": {"A": "b"}\n}',
      ),
    ).toBe(
      '{\n "command": "x",\n "args": ["--token", "•••"],\n "env": {"T": "•••", "U": "${U}", "N": "•••"},\n "headers": {"A": "•••"}\n}',
    )
  })

  it('veils also where an entry is not as it should be', () => {
    expect(
      masked(
        '{"env": ["T=s"], "transport": {"env": {"T": "s"}}, "auth": {"CLIENT_SECRET": "s"}, "bearer_token": "s"}',
      ),
    ).toBe(
      '{"env": ["•••"], "transport": {"env": {"T": "•••"}}, "auth": {"CLIENT_SECRET": "•••"}, "bearer_token": "•••"}',
    )
  })

  it('never shows a value of an environment, whatever the entry looks like', () => {
    fc.assert(
      fc.property(file, ({ text }) => {
        const read = reading(text)
        for (const { text } of read.kind === 'config' ? read.config.servers : []) {
          const parsed = parseJsonc(text)
          const value = parsed.kind === 'value' ? at(parsed.value, 'env') : undefined
          for (const name of isObject(value) ? Object.keys(value) : []) {
            const secret = replaceValue(text, ['env', name], '"hunter2hunter2"')!
            expect(masked(secret)).toBe(replaceValue(masked(text), ['env', name], '"•••"'))
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
