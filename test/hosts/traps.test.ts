// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apply } from '../../src/hosts/apply.ts'
import { maskedWords } from '../../src/hosts/mask.ts'
import { planWrap } from '../../src/hosts/plan.ts'
import { readConfig } from '../../src/hosts/read.ts'
import { hosts } from '../../src/hosts/table.ts'
import { configOf, foundAt, proxyFor, reading, unwrapPlan, withoutOriginal, wrapText } from './samples.ts'

/**
 * What users of other tools that change configs have reported, and oddities of real files. Each is a test here, or a
 * line that names the test that shows it.
 */

function back(text: string, id = 'claude-code'): string {
  const found = foundAt('/shop/x', id)
  return unwrapPlan(wrapText(text, found).text, {}, found).bytes.toString()
}

function left(entry: string, id = 'claude-code'): string | undefined {
  const key = id === 'claude-code' ? 'mcpServers' : 'mcp'
  const [plan] = wrapText(`{"${key}": {"a": ${entry}}}`, foundAt('/shop/x', id)).servers
  return plan?.kind === 'left' ? plan.why : undefined
}

function words(text: string, id = 'claude-code'): readonly string[] {
  const { entry } = configOf(wrapText(text, foundAt('/shop/x', id)).text, foundAt('/shop/x', id)).servers[0]!
  return entry.kind === 'stdio' ? (entry.launch?.server ?? []) : []
}

async function wrapFile(path: string): Promise<void> {
  const read = await readConfig(foundAt(path))
  if (read.kind !== 'config') throw new Error(read.kind)
  await apply(planWrap(read.config, { proxyFor, wants: () => true, forbidden: undefined }))
}

const plain = '{"mcpServers": {"a": {"command": "x"}}}'

describe('reading and writing', () => {
  it('comments, trailing commas, CRLF, tabs and a missing final newline stay', () => {
    const text = '{\r\n\t// mine\r\n\t"mcpServers": {\r\n\t\t"a": {"command": "x",}, /* b */\r\n\t},\r\n}'
    expect(back(text)).toBe(text)
    expect(wrapText(text).text).toContain('// mine')
  })

  it('no comment and no trailing comma is brought into a file that has none', () => {
    const { text } = wrapText(plain)
    expect(() => JSON.parse(text)).not.toThrow()
  })

  it('a file that cannot be parsed is refused and never taken for an empty one', () => {
    for (const text of ['{"mcpServers": {', '"mcp": {"servers": {}}', '[]', 'null', '{,}'])
      expect(() => reading(text)).toThrow(/^\/shop\/\.mcp\.json, line 1, column/)
  })

  it('a byte order mark stays, and is named where the host stumbles over it', () => {
    expect(back(`\uFEFF${plain}`)).toBe(`\uFEFF${plain}`)
    const ids = hosts.filter(({ files }) => files.some(file => file.refusesMark)).map(({ id }) => id)
    expect(ids).toEqual(['gemini', 'claude-desktop'])
  })

  it('a name that stands twice is refused in every syntax', () => {
    const twice: [id: string, text: string][] = [
      ['claude-code', '{"mcpServers": {"a": {}, "a": {}}}'],
      ['codex', '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a]\ncommand = "y"\n'],
      ['goose', 'extensions:\n  a: {cmd: x}\n  a: {cmd: y}\n'],
      ['continue', 'mcpServers:\n  - {name: a, command: x}\n  - {name: a, command: y}\n'],
    ]
    for (const [id, text] of twice)
      expect(() => reading(text, foundAt('/shop/x', id))).toThrow(
        /line \d+, column \d+: .*(twice|multiple times|unique)/,
      )
  })

  it('numbers and escapes are never printed anew', () => {
    const text =
      '{"mcpServers": {"a": {"command": "x", "t": [20.0, 1e21, 12345678901234567890, "\\u00e9 \\u2014"]}}}'
    expect(wrapText(text).text).toContain('"t": [20.0, 1e21, 12345678901234567890, "\\u00e9 \\u2014"]')
    expect(back(text)).toBe(text)
  })

  it.each([
    '__proto__',
    'constructor',
    'a/b',
    'a~b',
    'a.b',
    'a b',
    '"',
    'github.com/org/servers/tree/main/src/fs',
    '@aws/documentation',
    'io.github.vendor/tool-mcp',
    'AWS Documentation MCP Server',
    '_option1_gateway',
  ])('a server may be called %j in every syntax', name => {
    const key = JSON.stringify(name)
    const texts: [id: string, text: string][] = [
      ['claude-code', `{"mcpServers": {${key}: {"command": "x"}}}`],
      ['codex', `[mcp_servers.${key}]\ncommand = "x"\n`],
      ['goose', `extensions:\n  ${key}:\n    cmd: x\n`],
      ['continue', `mcpServers:\n  - name: ${key}\n    command: x\n`],
    ]
    for (const [id, text] of texts) {
      const { text: wrapped, servers } = wrapText(text, foundAt('/shop/x', id))
      expect([id, servers.map(each => [each.kind, each.server.name])]).toEqual([id, [['wrap', name]]])
      expect(wrapped).toContain('MCPGRAPHY_ORIGINAL')
      expect(back(text, id)).toBe(text)
    }
  })

  it('a link stays a link, its target keeps its mode, and nothing of ours is left beside it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-traps-'))
    mkdirSync(join(folder, 'dotfiles'))
    const target = join(folder, 'dotfiles', 'mcp.json')
    writeFileSync(target, plain, { mode: 0o640 })
    symlinkSync('dotfiles/mcp.json', join(folder, '.mcp.json'))
    await wrapFile(join(folder, '.mcp.json'))
    expect(readFileSync(target, 'utf8')).toContain('mcpgraphy')
    expect(statSync(target).mode & 0o777).toBe(0o640)
    expect(readdirSync(join(folder, 'dotfiles'))).toEqual(['mcp.json'])
  })

  it('a dangling link is refused, and nothing is made where it leads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcpgraphy-traps-'))
    symlinkSync('gone.json', join(folder, '.mcp.json'))
    expect((await readConfig(foundAt(join(folder, '.mcp.json')))).kind).toBe('refused')
    expect(existsSync(join(folder, 'gone.json'))).toBe(false)
  })

  it('a file of five megabytes is changed as any other', () => {
    const text = `{"big": "${'x'.repeat(5_000_000)}", "mcpServers": {"a": {"command": "x"}}}`
    expect(back(text)).toBe(text)
  })

  it('unwrap gives no older content back: what came since stays', () => {
    const { text } = wrapText(plain)
    const since = text.replace('{"mcpServers": {', '{"new": 1, "mcpServers": {"b": {"command": "y"}, ')
    expect(unwrapPlan(since).bytes.toString()).toBe(
      '{"new": 1, "mcpServers": {"b": {"command": "y"}, "a": {"command": "x"}}}',
    )
  })

  it('unwrap leaves entries alone that others wrapped, or that only have our words', () => {
    const others =
      '{"mcpServers": {"a": {"command": "npx", "args": ["mcp-proxy", "--", "x"]}, "b": {"command": "p", "args": ["--"], "env": {}}}}'
    expect(unwrapPlan(others).bytes.toString()).toBe(others)
  })

  it('one odd entry stops no other: type http, null, a list, a text', () => {
    const { servers } = wrapText(
      '{"mcpServers": {"a": null, "b": [], "c": "x", "d": {"type": "http"}, "e": {"command": "x"}}}',
    )
    expect(servers.map(each => each.kind)).toEqual(['left', 'left', 'left', 'left', 'wrap'])
  })

  it('env values that are null or numbers keep their kind', () => {
    const text = '{"servers": {"a": {"command": "x", "env": {"A": null, "B": 5}}}}'
    expect(wrapText(text, foundAt('/shop/x', 'vscode')).text).toContain(
      '"env": {"A": null, "B": 5, "MCPGRAPHY_ORIGINAL"',
    )
    expect(back(text, 'vscode')).toBe(text)
  })

  it('a command that holds a whole command line is passed on as it is', () => {
    expect(words('{"mcpServers": {"a": {"command": "node x.js --y"}}}')).toEqual(['node x.js --y'])
  })

  it('nothing is added to an entry but what every host’s schema has', () => {
    const { text } = wrapText(plain)
    expect(Object.keys(JSON.parse(text).mcpServers.a)).toEqual(['command', 'args', 'env'])
  })

  it('a file whose place its host has left is said to be so: rows.test.ts', () => {
    const looked = hosts.flatMap(({ files }) =>
      files.filter(file => file.untouched?.includes('no longer reads')),
    )
    expect(looked.length).toBeGreaterThan(0)
  })
  // two files of one host: rows.test.ts "opencode starts the one in .jsonc"
  // torn files, lost updates, planted links: crash.test.ts and write.test.ts
  // a host that put its own file back: apply.test.ts; allow-lists: managed.test.ts
  // older forms of us, wrapping twice, moved programs: wrap.test.ts and unwrap.test.ts
})

describe('variables and secrets', () => {
  it('a variable stays in a field that its host expands', () => {
    const { text } = wrapText(
      '{"mcpServers": {"a": {"command": "${CLAUDE_PROJECT_DIR:-.}/.venv/Scripts/python.exe", "args": ["$A", "${B}"], "env": {"C": "${D}"}, "cwd": "${E}"}}}',
    )
    expect(withoutOriginal(text)).toContain(
      '"--", "${CLAUDE_PROJECT_DIR:-.}/.venv/Scripts/python.exe", "$A", "${B}"], "env": {"C": "${D}", "MCPGRAPHY_ORIGINAL": "eyJ…"}, "cwd": "${E}"',
    )
  })

  it('a host that writes the values of variables into its file is noticed at unwrap', () => {
    const { text } = wrapText('{"mcpServers": {"a": {"command": "x", "args": ["$FOO"]}}}')
    const baked = text.replace('"$FOO"', '"fooval"')
    expect(unwrapPlan(baked).servers).toMatchObject([
      { kind: 'edited', was: ['x', '$FOO'], now: ['x', 'fooval'] },
    ])
    expect(unwrapPlan(baked, { whenEdited: 'original' }).bytes.toString()).toContain('"args": ["$FOO"]')
  })

  it('a header never moves into the arguments', () => {
    const { text } = wrapText(
      '{"mcpServers": {"a": {"url": "https://x", "headers": {"Authorization": "Bearer s3cret"}}}}',
    )
    expect(JSON.parse(text).mcpServers.a.args.join(' ')).not.toContain('s3cret')
  })

  it('secrets in arguments, addresses and JSON in texts are veiled when shown', () => {
    const shown = maskedWords([
      '--header',
      'Authorization: Bearer abc',
      'https://x/mcp?token=abc',
      '{"apiKey":"abcdef"}',
    ])
    expect(shown.join(' ')).not.toMatch(/abc/)
  })
})

describe('launching', () => {
  it('cmd /c that is there already stays behind the dashes', () => {
    expect(words('{"mcpServers": {"a": {"command": "cmd", "args": ["/c", "npx", "-y", "x"]}}}')).toEqual([
      'cmd',
      '/c',
      'npx',
      '-y',
      'x',
    ])
  })

  it('docker, WSL and paths with spaces are passed on word for word', () => {
    for (const list of [
      ['docker', 'run', '-i', 'x'],
      ['wsl.exe', '--', 'node', '/home/a b/x.js'],
      ['C:\\Program Files\\nodejs\\npx.cmd', '-y', 'x'],
    ]) {
      const [command, ...args] = list
      expect(words(JSON.stringify({ mcpServers: { a: { command, args } } }))).toEqual(list)
    }
  })
  // absolute paths only in files of one user, npx in shared ones, cmd /c on Windows: launcher.test.ts
})

describe('oddities of real files', () => {
  it('entries at the root without a map', () => {
    const text = '{"srv":{"command":"srv","args":["mcp"]}}'
    expect(back(text)).toBe(text)
    expect(wrapText(text).servers.map(each => each.kind)).toEqual(['wrap'])
  })

  it('servers under the key of another host', () => {
    const read = reading(plain, foundAt('/shop/.vscode/mcp.json', 'vscode'))
    expect(read).toMatchObject({ kind: 'nothing', why: expect.stringContaining('"mcpServers"') })
  })

  it('how a server is started one level deeper, beside disabled', () => {
    const text =
      '{"mcpServers": {"a": {"transport": {"type": "stdio", "command": "c", "args": [], "env": {}}, "disabled": true}}}'
    expect(words(text, 'cline')).toEqual(['c'])
    expect(back(text, 'cline')).toBe(text)
  })

  it('"link" in place of an address, alone and beside one', () => {
    expect(left('{"link": "https://h/mcp"}')).toBe('it has neither a command nor an address')
    const text = '{"mcpServers": {"a": {"link": "../git", "url": "https://h/mcp/"}}}'
    expect(back(text)).toBe(text)
  })

  it('a command in a list, with a variable that no shell shall see', () => {
    expect(
      words('{"mcp": {"a": {"type": "local", "command": ["$HOME/go/bin/tf-mcp"]}}}', 'opencode'),
    ).toEqual(['$HOME/go/bin/tf-mcp'])
  })

  it('packages that are no first argument, addresses as arguments, git sources', () => {
    for (const args of [
      ['--registry', 'https://<registry>', 'pkg@0.18.1'],
      ['-y', 'https://short.link/mcp/preview'],
      ['--from', 'git+https://h/r', 'srv', 'start', 'srv@latest'],
    ])
      expect(words(JSON.stringify({ mcpServers: { a: { command: 'npx', args } } }))).toEqual(['npx', ...args])
  })

  it('JSON in a text in JSON', () => {
    const text =
      '{"mcpServers": {"a": {"command": "x", "args": ["--config", "\\"{\\\\\\"k\\\\\\":\\\\\\"v\\\\\\"}\\""], "env": {"HEADERS": "{\\"A\\": \\"b\\"}"}}}}'
    expect(words(text)).toEqual(['x', '--config', '"{\\"k\\":\\"v\\"}"'])
    expect(back(text)).toBe(text)
  })

  it('PowerShell in one argument', () => {
    const script = "$roots = @($env:A,$env:B) | ? { $_ }; & (Join-Path $root 's.ps1')"
    const text = JSON.stringify({
      mcpServers: { a: { command: 'powershell.exe', args: ['-Command', script] } },
    })
    expect(words(text)).toEqual(['powershell.exe', '-Command', script])
    expect(back(text)).toBe(text)
  })

  it('the variables of one host under the name of another’s', () => {
    const text = '{"mcp": {"a": {"type": "local", "command": ["x"], "env": {"A": "b"}}}}'
    expect(back(text, 'opencode')).toBe(text)
  })

  it('keys of approvals and switches stay as they are, and so do the names that they hang on', () => {
    const text =
      '{"mcpServers": {"a": {"disabled": false, "alwaysAllow": ["delete_entities"], "command": "x", "autoApprove": []}}}'
    const now = JSON.parse(wrapText(text).text).mcpServers
    expect(now.a).toMatchObject({ disabled: false, alwaysAllow: ['delete_entities'], autoApprove: [] })
  })

  it('a server behind another proxy is wrapped on the outside', () => {
    const list = ['npx', '-y', 'mcp-remote', 'https://mcp.linear.app/sse']
    expect(words(JSON.stringify({ mcpServers: { a: { command: list[0], args: list.slice(1) } } }))).toEqual(
      list,
    )
  })

  it('settings without servers are no error, and a hook’s command is no server', () => {
    const text = '{"hooks": {"PreToolUse": [{"command": "x"}]}}'
    expect(reading(text, foundAt('/shop/.gemini/settings.json', 'gemini')).kind).toBe('nothing')
  })
})
