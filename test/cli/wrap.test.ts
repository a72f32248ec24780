// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import { chmodSync, existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
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

const orders =
  '"orders": {"command": "npx", "args": ["-y", "@acme/orders-mcp", "--key", "abc123"], "env": {"TOKEN": "t0psecret"}}'
const config = `{"mcpServers": {${orders}, "docs": {"url": "https://x?token=abc"}, "issues": {"url": "https://mcp.linear.app/mcp"}}}`

describe('wrap', () => {
  it('shows one line a server and writes nothing', async () => {
    const path = put('.mcp.json', config)
    const { code, out, err } = await place.run('wrap')
    expect(code).toBe(0)
    expect(out.split('\n').slice(0, 2)).toEqual([
      '.mcp.json',
      '  orders: npx -y @acme/orders-mcp --key ••• → through mcpgraphy (warn: every call goes through)',
    ])
    expect(out).toContain('  docs: https://x?token=••• → through mcpgraphy (warn: every call goes through)\n')
    expect(err).toBe('Nothing was written. To write it: mcpgraphy wrap --write\n')
    expect(readFileSync(path, 'utf8')).toBe(config)
    expect(existsSync(join(place.shop, '.mcpgraphy'))).toBe(false)
  })

  it('--json is one document that holds no secret', async () => {
    put('.mcp.json', config)
    const { out, err } = await place.run('wrap', '--json')
    expect(err).toBe('')
    expect(out).not.toMatch(/abc|t0psecret|eyJ/)
    const { files, others, written } = JSON.parse(out)
    expect({ others, written }).toEqual({ others: [], written: false })
    expect(Object.keys(files[0])).toEqual(['path', 'host', 'scope', 'launcher', 'remarks', 'servers'])
    expect(files[0].servers.map((each: { status: string }) => each.status)).toEqual(['wrap', 'wrap', 'left'])
    expect(files[0].servers[0].before).toBe(
      '{"command": "npx", "args": ["-y", "@acme/orders-mcp", "--key", "•••"], "env": {"TOKEN": "•••"}}',
    )
  })

  it('--write --yes writes, says what to do next, and unwrap gives every byte back', async () => {
    const path = put('.mcp.json', config)
    const { code, err } = await place.run('wrap', '--write', '--yes')
    expect(code).toBe(0)
    expect(err).toContain('Written: .mcp.json\nNow start Claude Code again in this project.')
    expect(err).toContain('Claude Code may ask once more')
    expect(readFileSync(path, 'utf8')).not.toBe(config)
    expect((await place.run('wrap', '--check')).code).toBe(0)
    expect((await place.run('wrap', '--write', '--yes')).code).toBe(0)
    expect((await place.run('unwrap', '--write')).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(config)
  })

  it('never asks without a terminal: it says what to run', async () => {
    const path = put('.mcp.json', config)
    const { code, err } = await place.run('wrap', 'orders', '--mode', 'block', '--write')
    expect([code, err]).toEqual([
      1,
      'Nothing was written. To write it: mcpgraphy wrap "orders" --mode block --write --yes\n',
    ])
    expect(readFileSync(path, 'utf8')).toBe(config)
  })

  it('--check fails while something is not wrapped, for CI', async () => {
    put('.mcp.json', config)
    expect((await place.run('wrap', '--check')).code).toBe(1)
    await place.run('wrap', '--write', '--yes')
    expect((await place.run('wrap', '--check')).code).toBe(0)
  })

  it('--check also fails where an entry is wrapped by half, or is malformed', async () => {
    const halves = [
      '{"command": "python", "env": {"MCPGRAPHY_ORIGINAL": "left over"}}',
      '{"command": "uvx", "args": ["mcpgraphy", "wrap", "--", "x"]}',
      '{"command": ["x"]}',
      '{"url": "https://x/mcp"}',
    ]
    for (const entry of halves) {
      put('.mcp.json', `{"mcpServers": {"a": ${entry}}}`)
      expect([entry, (await place.run('wrap', '--check')).code]).toEqual([entry, 1])
    }
    put('.mcp.json', '{"mcpServers": {"a": {"note": "neither"}}}')
    expect((await place.run('wrap', '--check')).code).toBe(0)
  })

  it('says once that a file that is named twice was written', async () => {
    put('.mcp.json', config)
    const { code, err } = await place.run(
      ...['wrap', '--config', '.mcp.json', '--config', './.mcp.json', '--write', '--yes'],
    )
    expect([code, err.match(/Written/g)?.length, err.includes('Nothing was written')]).toEqual([0, 1, false])
  })

  it('says of a write that failed what is wrong, and not to run the same command again', async () => {
    put('.mcp.json', config)
    put('.mcpgraphy', 'a file')
    const { code, err } = await place.run('wrap', '--write', '--yes')
    expect(code).toBe(1)
    expect(err).toContain('.mcpgraphy is no folder')
    expect(err).not.toContain('Nothing was written')
  })

  it('says to quit a host first that would write its file from memory, also where nobody is asked', async () => {
    const path = '.config/Claude/claude_desktop_config.json'
    put(path, '{"mcpServers": {"a": {"command": "x"}}}', place.home)
    const quit = /^Quit Claude Desktop first: it writes its file anew when it ends\.\n/
    expect((await place.run('wrap', '--scope', 'user', '--write', '--yes')).err).toMatch(quit)
    expect((await place.run('unwrap', '--write')).err).toMatch(quit)
  })

  it('fails where such a host puts its own file back, and does not say to start it again', async () => {
    const path = '.config/Claude/claude_desktop_config.json'
    const before = '{"mcpServers": {"a": {"command": "x"}}}'
    const file = put(path, before, place.home)
    const watcher = watch(dirname(file), () => {
      if (existsSync(file) && readFileSync(file, 'utf8') !== before) writeFileSync(file, before)
    })
    const { code, err } = await place.run('wrap', '--scope', 'user', '--write', '--yes')
    watcher.close()
    expect(code).toBe(1)
    expect(err).toContain('Claude Desktop has put ~/.config/Claude/claude_desktop_config.json back already')
    expect(err).not.toMatch(/Now |Nothing was written/)
  })

  it('says that a file is write-protected before it replaces it', async () => {
    chmodSync(put('.mcp.json', config), 0o444)
    expect((await place.run('wrap')).out).toContain(
      'note: it is write-protected: it is replaced all the same',
    )
  })

  it('takes only the servers that are named, and asks back for one that is not there', async () => {
    const path = put('.mcp.json', `{"mcpServers": {${orders}, "files": {"command": "x"}}}`)
    expect(await place.run('wrap', 'ordrs')).toEqual({
      code: 2,
      out: '',
      err: 'There is no server called "ordrs".\nDid you mean orders?\n',
    })
    await place.run('wrap', 'files', '--write', '--yes')
    expect(readFileSync(path, 'utf8')).toContain(orders)
    expect(readFileSync(path, 'utf8')).toContain('"--", "x"]')
  })

  it('--mode sets the mode of what it wraps', async () => {
    put('.mcp.json', config)
    await place.run('wrap', '--write', '--yes', '--mode', 'block')
    const { servers } = JSON.parse((await place.run('mode', '--json')).out)
    expect(servers).toEqual([
      { server: 'orders', mode: 'block', approve: [] },
      { server: 'docs', mode: 'block', approve: [] },
      { server: 'issues', mode: 'warn', approve: [] },
    ])
  })

  it('writes the variable of the open folder for hosts that expand it, and no path of this machine', async () => {
    put('.cursor/mcp.json', '{"mcpServers": {"a": {"command": "x"}}}')
    put('.vscode/mcp.json', '{"servers": {"a": {"command": "x"}}}')
    await place.run('wrap', '--write', '--yes')
    for (const file of ['.cursor/mcp.json', '.vscode/mcp.json']) {
      const text = readFileSync(join(place.shop, file), 'utf8')
      expect(text).toContain('"proxy", "--name", "a", "--project", "${workspaceFolder}", "--", "x"]')
      expect(text).not.toContain(place.shop)
    }
  })

  it('leaves files of the user out unless they are wanted, and starts this very program in them', async () => {
    const desktop = put(
      '.config/Claude/claude_desktop_config.json',
      '{"mcpServers": {"a": {"command": "x"}}}',
      place.home,
    )
    expect((await place.run('wrap')).out).toBe('')
    const { err } = await place.run('wrap', '--scope', 'user', '--write', '--yes')
    expect(err).toContain('quit Claude Desktop (closing its window is not enough)')
    const [entry] = Object.values(JSON.parse(readFileSync(desktop, 'utf8')).mcpServers) as {
      command: string
      args: string[]
    }[]
    expect(entry?.command).toBe(process.execPath)
    expect(entry?.args).not.toContain('--project')
    expect(existsSync(join(place.home, '.local/share/mcpgraphy/wrapped.json'))).toBe(true)
  })

  it('one file that cannot be read does not stop the others, and is said', async () => {
    put('.mcp.json', '{"mcpServers": {')
    const cursor = put('.cursor/mcp.json', '{"mcpServers": {"a": {"command": "x"}}}')
    const { code, out } = await place.run('wrap', '--write', '--yes')
    expect(code).toBe(1)
    expect(out).toMatch(
      /\.mcp\.json\n {2}not touched: .*, line 1, column 17: a closing brace } is missing\.\n {2}Nothing was changed\./,
    )
    expect(readFileSync(cursor, 'utf8')).toContain('mcpgraphy@')
    expect(readFileSync(join(place.shop, '.mcp.json'), 'utf8')).toBe('{"mcpServers": {')
  })

  it('takes a file by --config, and another launcher', async () => {
    const path = put('deep/servers.json', '{"servers": {"a": {"command": "x"}}}')
    await place.run(
      'wrap',
      '--config',
      'deep/servers.json',
      '--launcher',
      'node /opt/cli.js',
      '--write',
      '--yes',
    )
    expect(readFileSync(path, 'utf8')).toContain(
      '"command": "node", "args": ["/opt/cli.js", "proxy", "--name", "a", "--user", "--", "x"]',
    )
  })

  it('names what was mistyped', async () => {
    expect(await place.run('wrap', '--host', 'cusor')).toMatchObject({
      code: 2,
      err: 'There is no host called "cusor".\nDid you mean cursor?\n',
    })
    expect((await place.run('wrap', '--mode', 'blok')).code).toBe(2)
  })

  it('says what was given wrong in one voice, and what to do', async () => {
    const lines = async (...argv: string[]) => {
      const { code, err } = await place.run(...argv)
      return [code, ...err.trimEnd().split('\n')]
    }
    expect(await lines('wrap', '--wirte')).toEqual([2, "Unknown option '--wirte'.", 'Did you mean --write?'])
    expect(await lines('wrap', '--zzz')).toEqual([2, "Unknown option '--zzz'.", 'See mcpgraphy wrap --help.'])
    expect(await lines('offers')).toEqual([2, expect.stringMatching(/\.$/), 'See mcpgraphy offers --help.'])
    expect(await lines('statu')).toEqual([2, "Unknown command 'statu'.", 'Did you mean status?'])
    expect(await lines('wrap', 'x')).toEqual([
      2,
      'There is no server called "x": no config with servers was found here.',
      'Name its file with --config FILE, or look everywhere: --scope all',
    ])
  })

  it('shows a name of which nothing can be seen in quotes', async () => {
    put('.mcp.json', '{"mcpServers": {"": {"command": "x"}, "\\u0007": {"command": "y"}}}')
    const { out } = await place.run('wrap')
    expect(out).toContain('\n  "": x → through mcpgraphy')
    expect(out).toContain('\n  "\\u0007": y → through mcpgraphy')
  })

  it('says so where nothing was found', async () => {
    expect(await place.run('wrap')).toEqual({
      code: 0,
      out: '',
      err: 'No config of a host was found here. Name one with --config FILE, or look everywhere: --scope all\n',
    })
  })

  it('hides no control characters of a config in the terminal', async () => {
    put('.mcp.json', '{"mcpServers": {"a\\u001b[2Jb": {"command": "x\\u0007"}}}')
    expect((await place.run('wrap')).out).not.toMatch(/[\u0007\u001b]/)
  })
})
