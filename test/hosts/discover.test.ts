import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { discover, type Wanted } from '../../src/hosts/discover.ts'
import { hiddenIn } from '../../src/hosts/hidden.ts'
import type { Machine } from '../../src/hosts/machine.ts'
import { type Config, readConfig } from '../../src/hosts/read.ts'

let root: string
let machine: Machine

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-discover-')))
  machine = { env: {}, home: join(root, 'home'), platform: 'linux', cwd: join(root, 'shop', 'web') }
  mkdirSync(machine.cwd, { recursive: true })
})

function put(path: string, content = '{"mcpServers":{"a":{"command":"x"}}}'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function found(wanted: Partial<Wanted> = {}, on: Partial<Machine> = {}): string[] {
  const all = discover({ ...machine, ...on }, join(root, 'shop'), { scope: 'all', ...wanted })
  return all.map(({ host, path, file }) => `${host.id} ${file.scope} ${relative(root, path)}`)
}

describe('discovery', () => {
  it('finds the files of a project from the working folder up to its root, and no farther', () => {
    for (const path of ['.mcp.json', 'shop/.mcp.json', 'shop/web/.mcp.json']) put(path)
    put('shop/.cursor/mcp.json')
    put('shop/web/.vscode/mcp.json')
    expect(found()).toEqual([
      'claude-code project shop/web/.mcp.json',
      'claude-code project shop/.mcp.json',
      'cursor project shop/.cursor/mcp.json',
      'vscode project shop/web/.vscode/mcp.json',
    ])
  })

  it('takes only the scope and the hosts that are wanted', () => {
    put('shop/.mcp.json')
    put('shop/.cursor/mcp.json')
    put('home/.config/Claude/claude_desktop_config.json')
    expect(found({ scope: 'user' })).toEqual([
      'claude-desktop user home/.config/Claude/claude_desktop_config.json',
    ])
    expect(found({ hosts: ['cursor'] })).toEqual(['cursor project shop/.cursor/mcp.json'])
  })

  const desktop: [NodeJS.Platform, string, Record<string, string>][] = [
    ['linux', 'home/.config/Claude/claude_desktop_config.json', {}],
    ['linux', 'xdg/Claude/claude_desktop_config.json', { XDG_CONFIG_HOME: 'xdg' }],
    ['darwin', 'home/Library/Application Support/Claude/claude_desktop_config.json', {}],
    ['win32', 'home/AppData/Roaming/Claude/claude_desktop_config.json', {}],
    ['win32', 'roaming/Claude/claude_desktop_config.json', { APPDATA: 'roaming' }],
    [
      'win32',
      'local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json',
      { LOCALAPPDATA: 'local' },
    ],
  ]
  it.each(desktop)('knows where Claude Desktop keeps its file on %s: %s', (platform, path, env) => {
    put(path)
    const absolute = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, join(root, value)]))
    expect(found({}, { platform, env: absolute })).toEqual([`claude-desktop user ${path}`])
  })

  it('finds what cannot be used as well, so that it can be said: a folder, a dangling link', () => {
    mkdirSync(join(root, 'shop', '.mcp.json'))
    mkdirSync(join(root, 'shop', '.cursor'))
    symlinkSync(join(root, 'gone'), join(root, 'shop', '.cursor', 'mcp.json'))
    expect(found()).toEqual(['claude-code project shop/.mcp.json', 'cursor project shop/.cursor/mcp.json'])
  })

  it('is not stopped by a file where a folder should be', () => {
    put('shop/.mcp.json')
    put('shop/.cursor', 'not a folder')
    expect(found()).toEqual(['claude-code project shop/.mcp.json'])
  })

  it('takes a file that two hosts share by a link once', () => {
    put('shop/.mcp.json')
    mkdirSync(join(root, 'shop', '.cursor'))
    symlinkSync('../.mcp.json', join(root, 'shop', '.cursor', 'mcp.json'))
    expect(found()).toEqual(['claude-code project shop/.mcp.json'])
  })

  it('takes for the user’s own what lies right in the home folder, also where that is the project', () => {
    put('home/.cursor/mcp.json')
    put('home/.mcp.json')
    const atHome = { ...machine, cwd: machine.home }
    for (const scope of ['project', 'all'] as const) {
      const files = discover(atHome, machine.home, { scope }).map(each => each.file)
      expect(files.map(file => [file.scope, file.shared, file.projectVariable])).toEqual([
        ['user', false, undefined],
        ['user', false, undefined],
      ])
    }
  })

  it('takes a file that the user names for what it is called', () => {
    expect(found({ files: ['../.cursor/mcp.json', 'other.json'] })).toEqual([
      'cursor project shop/.cursor/mcp.json',
      'other user shop/web/other.json',
    ])
    expect(found({ files: [join(machine.home, '.cursor', 'mcp.json')] })).toEqual([
      'cursor user home/.cursor/mcp.json',
    ])
  })
})

describe('an entry that is not the one that is started', () => {
  async function configs(): Promise<Config[]> {
    const found = discover(machine, join(root, 'shop'), { scope: 'all' })
    const readings = await Promise.all(found.map(readConfig))
    return readings.flatMap(each => (each.kind === 'config' ? [each.config] : []))
  }

  it('is named where a nearer folder has one of that name', async () => {
    put('shop/web/.mcp.json')
    put('shop/.mcp.json')
    const [near, far] = await configs()
    expect(hiddenIn(near!, await configs(), machine)).toEqual(new Map())
    const all = await configs()
    expect([...hiddenIn(all[1]!, all, machine).values()]).toEqual([
      `Claude Code starts the one of that name in ${near!.path}`,
    ])
    expect(far!.path).toBe(join(root, 'shop', '.mcp.json'))
  })

  it('is named where the user added one of that name for this project', async () => {
    put('shop/.mcp.json')
    put(
      'home/.claude.json',
      JSON.stringify({ projects: { [join(root, 'shop')]: { mcpServers: { a: { command: 'y' } } } } }),
    )
    const all = await configs()
    expect([...hiddenIn(all[0]!, all, machine).keys()]).toEqual(['a'])
  })
})
