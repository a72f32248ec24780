import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newPlace, type Place } from './shell.ts'

let place: Place

beforeEach(() => {
  place = newPlace()
})

function put(path: string, content: string, folder = place.shop): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
  return join(folder, path)
}

const codex = '# mine\n[mcp_servers.a]\ncommand = "x" # live\n'
const list =
  'mcpServers:\n  - name: first\n    command: y\n  - name: a\n    command: x\n    args:\n      - -y\n'

describe('wrap and unwrap over several hosts', () => {
  it('changes JSON, TOML and YAML in one go, and gives every byte back', async () => {
    const texts: [path: string, text: string][] = [
      ['.mcp.json', '{"mcpServers": {"a": {"command": "x"}}}'],
      ['.codex/config.toml', codex],
      ['.continue/mcpServers/a.yaml', list],
      ['opencode.json', '{"mcp": {"a": {"type": "local", "command": ["x"]}}}'],
    ]
    const paths = texts.map(([path, text]) => put(path, text))
    const { code, err } = await place.run('wrap', '--write', '--yes')
    expect([code, err]).toEqual([0, expect.stringContaining('Now start Codex again.')])
    for (const path of paths) expect(readFileSync(path, 'utf8')).toContain('MCPGRAPHY_ORIGINAL')
    expect((await place.run('wrap', '--check')).code).toBe(0)
    expect((await place.run('unwrap', '--write', '--yes')).code).toBe(0)
    expect(paths.map(path => readFileSync(path, 'utf8'))).toEqual(texts.map(([, text]) => text))
  })

  it('brings an entry in a list back from its copy, where the host dropped the variable', async () => {
    const path = put('.continue/mcpServers/a.yaml', list)
    await place.run('wrap', '--write', '--yes')
    const dropped = readFileSync(path, 'utf8').replace(/\n {4}env: \{MCPGRAPHY_ORIGINAL: "[^"]*"\}/g, '')
    expect(dropped).not.toContain('MCPGRAPHY_ORIGINAL')
    writeFileSync(path, dropped)
    const { out } = await place.run('unwrap', '--write', '--yes')
    expect(out).toContain('a: through mcpgraphy → x -y (from the copy in .mcpgraphy)')
    expect(readFileSync(path, 'utf8')).toBe(list)
  })

  it('tells the proxy of a host that hands on nothing where our data is, and takes it back', async () => {
    const data = join(place.home, 'elsewhere')
    place = newPlace({ MCPGRAPHY_HOME: data })
    const path = put('.codex/config.toml', codex, place.home)
    await place.run('wrap', '--host', 'codex', '--write', '--yes')
    expect(readFileSync(path, 'utf8')).toContain(`MCPGRAPHY_HOME = ${JSON.stringify(data)}`)
    await place.run('unwrap', '--host', 'codex', '--write', '--yes')
    expect(readFileSync(path, 'utf8')).toBe(codex)
  })

  it('says nothing of settings that have no servers', async () => {
    put('.gemini/settings.json', '{"theme": "dark"}')
    put('.codex/config.toml', 'model = "o3"\n')
    expect((await place.run('wrap')).out).toBe('')
  })
})

describe('what is seen and not changed', () => {
  it('is shown with what to do by hand, and listed for programs', async () => {
    put('.mcp.json', '{"mcpServers": {"a": {"command": "x"}}}')
    put('src/agent.py', 'server = StdioServerParameters(command="uvx", args=["srv"])\n')
    const { out } = await place.run('wrap')
    expect(out).toMatch(
      /Seen, and not changed\n {2}src\/agent\.py:1: a server that is started in code \(StdioServerParameters\)\n {4}write: command="npx", args=\["-y", "mcpgraphy@[^"]+", "proxy", "--name", "NAME", "--", "uvx", "srv"\]\n/,
    )
    const { seen } = JSON.parse((await place.run('wrap', '--json')).out)
    expect(seen).toEqual([
      {
        kind: 'code',
        path: join(place.shop, 'src', 'agent.py'),
        line: 1,
        what: 'a server that is started in code (StdioServerParameters)',
        now: expect.stringContaining('write: command="npx"'),
      },
    ])
  })
})
