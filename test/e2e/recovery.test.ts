// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { parseJsonc } from '../../src/text-edit.ts'
import { wrapText } from '../hosts/samples.ts'

const docs = readFileSync(resolve(import.meta.dirname, '../../docs/configs.md'), 'utf8')
const [restore = '', show = ''] = [...docs.matchAll(/^node -e .*$/gm)].map(match => match[0])

const config =
  '\uFEFF{ // mine\n  "mcpServers": {\n    "orders": { "command": "npx", "args": ["-y", "x", "$T", /* , ] */ "a//b", ], "env": { "TOKEN": "${TOKEN}" } },\n    "__proto__": { "command": "no \\"args\\"" },\n    "web": { "type": "sse", "url": "https://x?a=%2C", /* k */ "headers": { "A": "b", }, "timeout": 5 },\n  }\n}'

/** One entry that is too long to be kept in itself, one of which a host dropped the dashes, and one that is damaged. */
const long = `{
  "mcpServers": {
    "long": { "command": "npx", "args": ["-y", "${'x'.repeat(9000)}"], "env": {} },
    "alone": { "command": "${'y'.repeat(9000)}" },
    "cut": { "command": "npx", "args": ["${'z'.repeat(9000)}"] },
    "damaged": { "command": "npx", "args": ["d"] },
    "short": { "command": "npx", "args": ["-y", "x"] }
  }
}`

async function run(
  line: string,
  config: string,
  spoil = (text: string) => text,
): Promise<{ stdout: string; stderr: string; now: string; wrapped: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-recovery-'))
  const path = join(folder, '.mcp.json')
  const wrapped = spoil(`\uFEFF${wrapText(config).text.replace('\uFEFF', '')}`)
  writeFileSync(path, wrapped)
  const { stdout, stderr } = await execa('sh', ['-c', line], { cwd: folder })
  return { stdout, stderr, wrapped, now: readFileSync(path, 'utf8') }
}

describe('when mcpgraphy is long gone', () => {
  it('the line of the docs restores every entry of a file', async () => {
    const { now, wrapped } = await run(restore, config)
    expect(wrapped).toContain('MCPGRAPHY_ORIGINAL')
    expect({ kind: 'value', value: JSON.parse(now) }).toEqual(parseJsonc(config))
  })

  it('it takes the words behind the dashes of one that is too long to be kept, and names what it cannot restore', async () => {
    const spoil = (text: string) =>
      text
        .replace('"cut", "--", "npx"', '"cut", "npx"')
        .replace(/("damaged", "--", [^}]*"MCPGRAPHY_ORIGINAL": ")[\w-]+/, '$1damaged')
    const { now, stderr, wrapped } = await run(restore, long, spoil)
    const { mcpServers: is } = JSON.parse(now)
    const { mcpServers: was } = JSON.parse(wrapped.slice(1))
    const { mcpServers: before } = JSON.parse(long)
    expect(stderr).toBe('left as it is: cut\nleft as it is: damaged')
    expect(is).toEqual({ ...before, cut: was.cut, damaged: was.damaged })
    expect((await run(show, long)).stdout.split('\n')[0]).toBe(
      '(too long to be kept: its command is what stands behind the two dashes)',
    )
  })

  it('the other line of the docs prints what stood in each entry and changes nothing', async () => {
    const { stdout, now, wrapped } = await run(show, config)
    expect(stdout).toBe(
      '"command": "npx", "args": ["-y", "x", "$T", /* , ] */ "a//b", ]\n"command": "no \\"args\\""\n"url": "https://x?a=%2C", "headers": { "A": "b", }, "type": "sse"',
    )
    expect(now).toBe(wrapped)
  })
})
