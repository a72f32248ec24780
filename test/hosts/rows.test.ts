import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { discover } from '../../src/hosts/discover.ts'
import { hiddenIn } from '../../src/hosts/hidden.ts'
import { type Config, readConfig } from '../../src/hosts/read.ts'
import { hosts } from '../../src/hosts/table.ts'
import { planWrapOf } from './samples.ts'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-rows-')))
})

const texts = {
  json: (key: string) => `{${JSON.stringify(key)}: {"a": {"command": "x"}}}`,
  toml: () => '[mcp_servers.a]\ncommand = "x"\n',
  goose: () => 'extensions:\n  a:\n    cmd: x\n',
  list: () => 'mcpServers:\n  - name: a\n    command: x\n',
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function machineOn(platform: NodeJS.Platform, env: Record<string, string>) {
  const absolute = Object.fromEntries(Object.entries(env).map(([name, path]) => [name, join(root, path)]))
  return { env: absolute, home: join(root, 'home'), platform, cwd: join(root, 'shop') }
}

async function configsOn(platform: NodeJS.Platform, env: Record<string, string> = {}): Promise<Config[]> {
  const found = discover(machineOn(platform, env), join(root, 'shop'), { scope: 'all' })
  const readings = await Promise.all(found.map(readConfig))
  return readings.flatMap(each => (each.kind === 'config' ? [each.config] : []))
}

type Row = [id: string, path: string, text: string, platform?: NodeJS.Platform, env?: Record<string, string>]
const servers = texts.json('mcpServers')
const opencode = '{"mcp": {"a": {"type": "local", "command": ["x"]}}}'
const mac = 'home/Library/Application Support'

const rows: Row[] = [
  ['claude-code', 'shop/.mcp.json', servers],
  ['claude-code', 'home/.claude.json', servers],
  ['claude-code', 'home/.claude.json', `{"projects": {"/p": ${servers}}}`],
  ['claude-code', 'cfg/.claude.json', servers, 'linux', { CLAUDE_CONFIG_DIR: 'cfg' }],
  ['cursor', 'shop/.cursor/mcp.json', servers],
  ['cursor', 'home/.cursor/mcp.json', servers],
  ['vscode', 'shop/.vscode/mcp.json', texts.json('servers')],
  ['vscode', 'shop/shop.code-workspace', `{"settings": {"mcp": ${texts.json('servers')}}}`],
  ['vscode', 'home/.config/Code/User/mcp.json', texts.json('servers')],
  ['vscode', 'home/.config/Code/User/profiles/-1f2/mcp.json', texts.json('servers')],
  ['vscode', `${mac}/Code/User/mcp.json`, texts.json('servers'), 'darwin'],
  ['vscode', 'roaming/Code/User/mcp.json', texts.json('servers'), 'win32', { APPDATA: 'roaming' }],
  ['vscode', 'home/.vscode-server/data/User/mcp.json', texts.json('servers')],
  ['vscode-insiders', 'home/.config/Code - Insiders/User/mcp.json', texts.json('servers')],
  ['windsurf', 'home/.codeium/windsurf/mcp_config.json', servers],
  ['windsurf', 'home/.codeium/mcp_config.json', servers],
  ['zed', 'shop/.zed/settings.json', texts.json('context_servers')],
  ['zed', 'home/.config/zed/settings.json', texts.json('context_servers')],
  ['zed', 'home/.config/zed/settings.json', texts.json('context_servers'), 'darwin'],
  ['zed', 'roaming/Zed/settings.json', texts.json('context_servers'), 'win32', { APPDATA: 'roaming' }],
  ['zed', 'xdg/zed/settings.json', texts.json('context_servers'), 'linux', { XDG_CONFIG_HOME: 'xdg' }],
  ['roo-code', 'shop/.roo/mcp.json', servers],
  [
    'roo-code',
    `${mac}/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json`,
    servers,
    'darwin',
  ],
  ['kiro', 'shop/.kiro/settings/mcp.json', servers],
  ['kiro', 'shop/.kiro/agents/dev.json', servers],
  ['kiro', 'home/.kiro/agents/dev.json', servers],
  ['kiro', 'home/.kiro/settings/mcp.json', `{"powers": ${servers}}`],
  ['junie', 'shop/.junie/mcp/mcp.json', servers],
  ['junie', 'home/.junie/mcp/mcp.json', servers],
  ['antigravity', 'home/.gemini/antigravity/mcp_config.json', servers],
  ['antigravity', 'home/.gemini/config/mcp_config.json', servers],
  ['lm-studio', 'home/.lmstudio/mcp.json', servers],
  ['lm-studio', 'home/.cache/lm-studio/mcp.json', servers],
  ['codex', 'shop/.codex/config.toml', texts.toml()],
  ['codex', 'home/.codex/config.toml', texts.toml()],
  ['codex', 'home/.codex/work.config.toml', texts.toml()],
  ['codex', 'cx/config.toml', texts.toml(), 'linux', { CODEX_HOME: 'cx' }],
  ['gemini', 'shop/.gemini/settings.json', servers],
  ['gemini', 'home/.gemini/settings.json', servers],
  ['gemini', 'gem/.gemini/settings.json', servers, 'linux', { GEMINI_CLI_HOME: 'gem' }],
  ['copilot', 'shop/.github/mcp.json', servers],
  ['copilot', 'home/.copilot/mcp-config.json', servers],
  ['copilot', 'cop/mcp-config.json', servers, 'linux', { COPILOT_HOME: 'cop' }],
  ['opencode', 'shop/opencode.json', opencode],
  ['opencode', 'shop/opencode.jsonc', opencode],
  ['opencode', 'shop/.opencode/opencode.json', opencode],
  ['opencode', 'home/.config/opencode/opencode.jsonc', opencode],
  ['opencode', 'oc/opencode.json', opencode, 'linux', { OPENCODE_CONFIG_DIR: 'oc' }],
  ['opencode', 'my-opencode.json', opencode, 'linux', { OPENCODE_CONFIG: 'my-opencode.json' }],
  ['cline', 'home/.cline/data/settings/cline_mcp_settings.json', servers],
  ['cline', 'cl/data/settings/cline_mcp_settings.json', servers, 'linux', { CLINE_DIR: 'cl' }],
  [
    'cline',
    'home/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    servers,
  ],
  ['amazon-q', 'shop/.amazonq/mcp.json', servers],
  ['amazon-q', 'shop/.amazonq/cli-agents/dev.json', servers],
  ['amazon-q', 'home/.aws/amazonq/mcp.json', servers],
  ['amazon-q', 'home/.aws/amazonq/cli-agents/dev.json', servers],
  ['amp', 'shop/.amp/settings.json', texts.json('amp.mcpServers')],
  ['amp', 'home/.config/amp/settings.json', texts.json('amp.mcpServers')],
  ['factory', 'shop/.factory/mcp.json', servers],
  ['factory', 'home/.factory/mcp.json', servers],
  ['warp', 'shop/.warp/.mcp.json', servers],
  ['warp', 'home/.warp/.mcp.json', servers],
  ['claude-desktop', 'home/.config/Claude/claude_desktop_config.json', servers],
  ['goose', 'home/.config/goose/config.yaml', texts.goose()],
  ['goose', 'roaming/Block/goose/config/config.yaml', texts.goose(), 'win32', { APPDATA: 'roaming' }],
  ['continue', 'shop/.continue/mcpServers/a.yaml', texts.list()],
  ['continue', 'shop/.continue/mcpServers/a.json', servers],
  ['continue', 'home/.continue/config.yaml', texts.list()],
  ['continue', 'home/.continue/mcpServers/b.yml', texts.list()],
]

describe('a file of a host is found where the host keeps it, and its server can be wrapped', () => {
  it.each(rows)('%s: %s', async (id, path, text, platform = 'linux', env = {}) => {
    put(path, text)
    const configs = await configsOn(platform, env)
    expect(configs.map(each => [each.host.id, relative(root, each.path)])).toEqual([[id, path]])
    expect(planWrapOf(configs[0]!).map(each => each.kind)).toEqual(['wrap'])
  })

  it('for every host of the table', () => {
    const tried = new Set(rows.map(([id]) => id))
    const untried = hosts.filter(({ files }) => files.every(file => file.untouched !== undefined))
    expect(hosts.filter(host => !tried.has(host.id))).toEqual(untried)
  })
})

describe('a file that is only looked at', () => {
  const looked: [path: string, text: string, why: RegExp][] = [
    ['home/.config/Trae/User/mcp.json', servers, /^nobody has tried yet what Trae makes of a changed entry/],
    ['home/.kimi/mcp.json', servers, /^nobody has tried yet what Kimi/],
    ['shop/kilo.jsonc', texts.json('mcp'), /^nobody has tried yet what Kilo Code/],
    [
      'home/.vibe/config.toml',
      '[[mcp_servers]]\nname = "a"\ncommand = "x"\n',
      /^nobody has tried yet what Mistral Vibe/,
    ],
    [
      'home/.config/Code/User/settings.json',
      '{"mcp": {"servers": {"a": {"command": "x"}}}}',
      /^VS Code keeps its servers in mcp.json now and no longer reads them here/,
    ],
  ]
  it.each(looked)('%s', async (path, text, why) => {
    put(path, text)
    const plans = planWrapOf((await configsOn('linux'))[0]!)
    expect(plans).toMatchObject([{ kind: 'left', why: expect.stringMatching(why) }])
  })
})

describe('of several entries with one name', () => {
  async function hiddenOf(): Promise<Record<string, string[]>> {
    const configs = await configsOn('linux')
    const machine = machineOn('linux', {})
    return Object.fromEntries(
      configs.map(each => [
        relative(root, each.path),
        [...hiddenIn(each, configs, machine).values()].map(why => why.replace(`${root}/`, '')),
      ]),
    )
  }

  it('opencode starts the one in .jsonc, and the project’s before the user’s', async () => {
    for (const path of ['shop/opencode.json', 'shop/opencode.jsonc', 'home/.config/opencode/opencode.json'])
      put(path, opencode)
    const why = 'opencode starts the one of that name in shop/opencode.jsonc'
    expect(await hiddenOf()).toEqual({
      'shop/opencode.jsonc': [],
      'shop/opencode.json': [why],
      'home/.config/opencode/opencode.json': [why],
    })
  })

  it('Claude Code starts the user’s own for the project, then the project’s, then the user’s', async () => {
    put('shop/.mcp.json', servers)
    put(
      'home/.claude.json',
      `{"mcpServers": {"a": {"command": "x"}}, "projects": {"${root}/shop": ${servers}}}`,
    )
    expect(await hiddenOf()).toEqual({
      'shop/.mcp.json': ['Claude Code starts the one of that name in home/.claude.json'],
      'home/.claude.json': ['Claude Code starts the one of that name in shop/.mcp.json'],
    })
  })

  it('VS Code starts each', async () => {
    for (const path of ['shop/.vscode/mcp.json', 'home/.config/Code/User/mcp.json'])
      put(path, texts.json('servers'))
    expect(Object.values(await hiddenOf())).toEqual([[], []])
  })
})
