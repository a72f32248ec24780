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

async function run(line: string): Promise<{ stdout: string; now: string; wrapped: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-recovery-'))
  const path = join(folder, '.mcp.json')
  const wrapped = `\uFEFF${wrapText(config).text.replace('\uFEFF', '')}`
  writeFileSync(path, wrapped)
  const { stdout } = await execa('sh', ['-c', line], { cwd: folder })
  return { stdout, wrapped, now: readFileSync(path, 'utf8') }
}

describe('when mcpgraphy is long gone', () => {
  it('the line of the docs restores every entry of a file', async () => {
    const { now, wrapped } = await run(restore)
    expect(wrapped).toContain('MCPGRAPHY_ORIGINAL')
    expect({ kind: 'value', value: JSON.parse(now) }).toEqual(parseJsonc(config))
  })

  it('the other line of the docs prints what stood in each entry and changes nothing', async () => {
    const { stdout, now, wrapped } = await run(show)
    expect(stdout).toBe(
      '"command": "npx", "args": ["-y", "x", "$T", /* , ] */ "a//b", ]\n"command": "no \\"args\\""\n"url": "https://x?a=%2C", "headers": { "A": "b", }, "type": "sse"',
    )
    expect(now).toBe(wrapped)
  })
})
