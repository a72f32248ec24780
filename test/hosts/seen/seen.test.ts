import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { serversInCode } from '../../../src/hosts/seen/code.ts'
import { serversElsewhere } from '../../../src/hosts/seen/elsewhere.ts'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-seen-')))
})

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function inCode(): string[] {
  return serversInCode(root, '1.2.3').map(
    ({ path, line, what, now }) => `${relative(root, path)}:${line} ${what}: ${now}`,
  )
}

describe('servers in code', () => {
  it('of the OpenAI agents in Python are found, with the one line that changes', () => {
    put(
      'src/agent.py',
      'from agents.mcp import MCPServerStdio\n\nasync with MCPServerStdio(\n    params={\n        "command": "npx",\n        "args": ["-y", "@acme/x"],\n    },\n) as server:\n    pass\n',
    )
    expect(inCode()).toEqual([
      'src/agent.py:3 a server that is started in code (MCPServerStdio): write: "command": "npx", "args": ["-y", "mcpgraphy@1.2.3", "proxy", "--name", "NAME", "--", "npx", "-y", "@acme/x"]',
    ])
  })

  it('of the SDKs are found in Python and TypeScript', () => {
    put('a.py', 'params = StdioServerParameters(command="uvx", args=["srv", "--token", "abc"])\n')
    put('b.ts', "const t = new StdioClientTransport({\n  command: 'node',\n  args: ['server.js'],\n})\n")
    expect(inCode()).toEqual([
      'a.py:1 a server that is started in code (StdioServerParameters): write: command="npx", args=["-y", "mcpgraphy@1.2.3", "proxy", "--name", "NAME", "--", "uvx", "srv", "--token", "•••"]',
      "b.ts:1 a server that is started in code (StdioClientTransport): write: command: 'npx', args: ['-y', 'mcpgraphy@1.2.3', 'proxy', '--name', 'NAME', '--', 'node', 'server.js']",
    ])
  })

  it('whose command is not in sight come with the command to put before it', () => {
    put('a.ts', 'const client = new MultiServerMCPClient(servers)\n')
    expect(inCode()).toEqual([
      'a.ts:1 a server that is started in code (MultiServerMCPClient): start it through: npx -y mcpgraphy@1.2.3 proxy --name NAME -- COMMAND ARGUMENTS',
    ])
  })

  it('are not looked for in imports, comments, other people’s folders, links, large files and other languages', () => {
    put('a.ts', "import { MCPClient } from 'x'\n// new MCPClient()\nexport class MCPClient {}\n")
    for (const folder of ['node_modules/x', '.venv/lib', '.git', 'venv', 'dist'])
      put(`${folder}/a.py`, 'MCPClient()')
    put('a.md', 'new MCPClient()')
    put('big.ts', `new MCPClient()\n${'x'.repeat(300_000)}`)
    symlinkSync(root, join(root, 'again'))
    expect(inCode()).toEqual([])
  })
})

describe('servers elsewhere', () => {
  it('of extensions, plugins, administrators and IDEs are listed with what can be done', () => {
    const config = 'home/.config'
    put(
      `${config}/Claude/Claude Extensions/acme.files/manifest.json`,
      '{"display_name": "Files", "server": {"mcp_config": {"command": "node"}}}',
    )
    put(`${config}/Claude/Claude Extensions/broken/manifest.json`, '{')
    put('home/.claude/plugins/cache/market/tool/1.0/.mcp.json', '{}')
    put('etc/codex/config.toml', '')
    put(`${config}/JetBrains/IntelliJIdea2026.2/options/llm.mcpServers.xml`, '<application/>')
    const machine = { env: {}, home: join(root, 'home'), platform: 'linux' as const, cwd: root }
    const seen = serversElsewhere(machine, root)
    expect(seen.map(({ kind, path, what }) => [kind, relative(root, path), what])).toEqual([
      [
        'extension',
        `${config}/Claude/Claude Extensions/acme.files/manifest.json`,
        'the extension Files of Claude Desktop',
      ],
      [
        'plugin',
        'home/.claude/plugins/cache/market/tool/1.0/.mcp.json',
        'the servers of a plugin of Claude Code',
      ],
      ['managed', 'etc/codex/config.toml', 'what an administrator sets for Codex'],
      [
        'ide',
        `${config}/JetBrains/IntelliJIdea2026.2/options/llm.mcpServers.xml`,
        'the servers of the AI Assistant in IntelliJIdea2026.2',
      ],
    ])
    expect(seen.every(({ now }) => now.length > 20)).toBe(true)
  })
})
