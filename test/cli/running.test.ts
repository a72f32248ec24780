// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { groundFor } from '../../src/cli/ground.ts'
import { readProxyLine } from '../../src/cli/proxy-options.ts'
import { newPlace, type Place } from './shell.ts'

let place: Place

beforeEach(() => {
  place = newPlace()
})

function put(path: string, content: object | string, folder = place.shop): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  return join(folder, path)
}

interface Entry {
  readonly args: string[]
  readonly cwd?: string
  readonly env?: Record<string, string>
}

function entriesIn(path: string): Record<string, Entry> {
  const { mcpServers, servers } = JSON.parse(readFileSync(path, 'utf8').replace(' // ours', ''))
  return mcpServers ?? servers
}

/** What the proxy of an entry does, started by its host in a folder, with the host's variable put in. */
async function modeOf(entry: Entry | undefined, startedIn: string, open = place.shop) {
  const words = (entry?.args ?? []).map(word => word.replaceAll('${workspaceFolder}', open))
  const line = readProxyLine(words.slice(words.indexOf('proxy') + 1))
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const shell = {
    stdin,
    stdout,
    stderr,
    env: { HOME: place.home, ...entry?.env },
    cwd: resolve(startedIn, entry?.cwd ?? '.'),
    platform: 'linux' as const,
    canAsk: false,
    colour: false,
  }
  return (await groundFor(line, shell)).policy.mode()
}

const wrapBlock = (...more: string[]) => place.run('wrap', '--write', '--yes', '--mode', 'block', ...more)

describe('the mode that wrap promises is the one that the proxy runs in', () => {
  it('for files of a project, from wherever in it the host starts them', async () => {
    const files = [put('.mcp.json', { mcpServers: { a: { command: 'x' } } })]
    files.push(put('.cursor/mcp.json', { mcpServers: { a: { command: 'x', cwd: '/' } } }))
    files.push(put('.vscode/mcp.json', { servers: { a: { command: 'x', cwd: '${workspaceFolder}/..' } } }))
    expect((await wrapBlock()).out.match(/\(block: /g)).toHaveLength(3)
    for (const file of files) {
      const { a } = entriesIn(file)
      expect(
        await modeOf({ ...a!, cwd: a!.cwd?.replace('${workspaceFolder}', place.shop) ?? '.' }, place.shop),
      ).toBe('block')
    }
  })

  it('for an entry that its file has started elsewhere: the mode is set where it counts, and that is said', async () => {
    const elsewhere = join(place.shop, '..', 'elsewhere')
    mkdirSync(join(elsewhere, '.mcpgraphy'), { recursive: true })
    mkdirSync(join(place.shop, '..', 'nowhere'))
    const path = put('.mcp.json', {
      mcpServers: {
        far: { command: 'x', cwd: elsewhere },
        out: { command: 'x', cwd: '../nowhere' },
        inside: { command: 'x', cwd: 'packages' },
      },
    })
    mkdirSync(join(place.shop, 'packages'))
    const { out } = await wrapBlock()
    expect(out).toContain(
      'note: it is started outside of the project, so that the modes in ~/.local/share/mcpgraphy count for it',
    )
    for (const entry of Object.values(entriesIn(path))) {
      expect(await modeOf(entry, place.shop)).toBe('block')
      expect(entry.args).not.toContain('--project')
    }
    expect(existsSync(join(elsewhere, '.mcpgraphy', 'modes.json'))).toBe(true)
    await place.run('mode', 'far', 'observe')
    expect(await modeOf(entriesIn(path).far, place.shop)).toBe('observe')
  })

  it('or it says that only the host knows', async () => {
    put('.mcp.json', { mcpServers: { a: { command: 'x', cwd: '${SOMEWHERE}' } } })
    const { out } = await place.run('wrap', '--mode', 'block')
    expect(out).toContain('a: x → through mcpgraphy (warn: ')
    expect(out).toContain('note: only its host knows in which folder it is started')
  })

  it('for a file of the user, in every project', async () => {
    const path = put(
      '.config/Claude/claude_desktop_config.json',
      { mcpServers: { a: { command: 'x' } } },
      place.home,
    )
    mkdirSync(join(place.shop, '.mcpgraphy'))
    await wrapBlock('--scope', 'user')
    for (const cwd of [place.shop, '/']) expect(await modeOf(entriesIn(path).a, cwd)).toBe('block')
    expect((await place.run('wrap', '--scope', 'user')).out).toContain(
      'already goes through mcpgraphy (block: ',
    )
    // and `mode` sets it where its proxy looks, also from within a project that has modes of its own
    await place.run('mode', 'a', 'observe')
    expect(await modeOf(entriesIn(path).a, place.shop)).toBe('observe')
    expect(existsSync(join(place.shop, '.mcpgraphy', 'modes.json'))).toBe(false)
  })

  it('also where the entry itself says one', async () => {
    const path = put('.mcp.json', {
      mcpServers: {
        a: { command: 'mcpgraphy', args: ['proxy', '--name', 'a', '--policy', 'observe', '--', 'x'] },
      },
    })
    const { out } = await place.run('wrap', '--mode', 'block')
    expect(out).toContain('a: already goes through mcpgraphy (observe: ')
    expect(out).toContain('note: its entry says --policy observe, which counts before any other mode')
    expect(await modeOf(entriesIn(path).a, place.shop)).toBe('observe')
  })
})

describe('a wrapped server whose key was renamed', () => {
  const wrapped = async () => {
    const path = put(
      '.mcp.json',
      '{ "mcpServers": { "orders": { "command": "x", "args": ["y"] } } } // ours\n',
    )
    await place.run('wrap', '--write', '--yes')
    await place.run('mode', 'orders', 'block', '--approve', 'ship')
    const text = readFileSync(path, 'utf8').replace('"orders": {', '"shop": {')
    writeFileSync(path, text)
    return path
  }

  it('is shown with the name that it runs under, and its mode', async () => {
    await wrapped()
    const { out, err } = await place.run('wrap')
    expect(out).toContain('  shop: already goes through mcpgraphy (block: ')
    expect(out).toContain(
      'note: it runs under the name orders, by which its mode, its adapter and the log go',
    )
    expect(err).toContain('To write it: mcpgraphy wrap --write')
    const { code, err: why } = await place.run('mode', 'shop', 'observe')
    expect([code, why]).toEqual([
      2,
      'The entry "shop" of .mcp.json runs under the name "orders", and its mode goes by that.\n' +
        'Correct the name first: mcpgraphy wrap shop --write. Or set the mode of orders.\n',
    ])
    expect((await place.run('mode', 'orders', 'observe')).code).toBe(0)
  })

  it('gets its name corrected with --write, takes its mode along and no approval, and can be unwrapped', async () => {
    const path = await wrapped()
    expect((await place.run('wrap', '--write', '--yes')).code).toBe(0)
    const { shop } = entriesIn(path) as { shop: Entry }
    expect(shop.args).toContain('shop')
    expect(await modeOf(shop, place.shop)).toBe('block')
    const { servers } = JSON.parse((await place.run('mode', 'shop', '--json')).out)
    expect(servers).toEqual([{ server: 'shop', mode: 'block', approve: [] }])
    expect((await place.run('wrap', '--check')).code).toBe(0)
    await place.run('unwrap', '--write', '--yes')
    expect(readFileSync(path, 'utf8')).toBe(
      '{ "mcpServers": { "shop": { "command": "x", "args": ["y"] } } } // ours\n',
    )
  })

  it.each([
    [
      'YAML',
      '.config/goose/config.yaml',
      'extensions:\n  orders:\n    cmd: x\n    args:\n      - y\n',
      'orders:',
      'shop:',
    ],
    [
      'TOML',
      '.codex/config.toml',
      '[mcp_servers.orders]\ncommand = "x"\nargs = ["y"]\n',
      'mcp_servers.orders',
      'mcp_servers.shop',
    ],
    [
      'a list of words',
      '.config/opencode/opencode.json',
      '{"mcp": {"orders": {"type": "local", "command": ["x", "y"]}}}',
      '"orders": {',
      '"shop": {',
    ],
  ])('also in %s', async (_, file, text, from, to) => {
    const path = put(file, text, place.home)
    await place.run('wrap', '--config', path, '--write', '--yes')
    const renamed = readFileSync(path, 'utf8').replaceAll(from, to)
    writeFileSync(path, renamed)
    expect((await place.run('wrap', '--config', path, '--write', '--yes')).err).toContain('Written: ')
    const now = readFileSync(path, 'utf8')
    expect(now).toContain('shop')
    expect(now.replace(/\borders\b/g, '')).toBe(now)
    await place.run('unwrap', '--config', path, '--write', '--yes')
    expect(readFileSync(path, 'utf8')).toBe(text.replaceAll(from, to))
  })
})

describe('modes that are in the way are said before anything is written', () => {
  it('where a clone brought them along, in wrap, mode and status', async () => {
    put('.mcp.json', { mcpServers: { a: { command: 'x' } } })
    put('.mcpgraphy/modes.json', { version: 1, servers: { a: { mode: 'observe' } } })
    const { out } = await place.run('wrap', '--mode', 'block')
    expect(out).toContain('a: x → through mcpgraphy (warn: ')
    expect(out).toContain('note: the mode cannot be set: ')
    expect(out).toContain('mcpgraphy mode --accept')
    expect((await wrapBlock()).code).toBe(1)
    expect(readdirSync(join(place.shop, '.mcpgraphy')).filter(name => name === 'wrapped.json')).toEqual([])
    const shown = await place.run('mode')
    expect(shown.out).toContain('a: warn')
    expect(shown.err).toContain('did not come from your own commands')
    expect(JSON.parse((await place.run('mode', '--json')).out).remarks).toHaveLength(1)
    expect((await place.run('status')).out).toContain('did not come from your own commands')
  })

  it('where they cannot be read: the preview goes on, status says so, and --reset mends it', async () => {
    put('.mcp.json', { mcpServers: { a: { command: 'x' } } })
    await place.run('wrap', '--write', '--yes')
    await place.run('mode', 'a', 'block')
    put('.mcpgraphy/modes.json', '{"version": 1')
    const { code, out } = await place.run('wrap')
    expect([code, out.split('\n')[1]]).toEqual([
      0,
      expect.stringContaining('a: already goes through mcpgraphy (block: '),
    ])
    expect(out).toContain('modes.json cannot be used')
    expect((await place.run('status')).out).toContain('modes.json cannot be used')
    expect((await place.run('mode', 'a', 'warn')).err).toContain('mcpgraphy mode SERVER MODE --reset')
    const mended = await place.run('mode', 'a', 'warn', '--reset')
    expect([mended.code, mended.err]).toEqual([
      0,
      expect.stringContaining('Written anew: .mcpgraphy/modes.json.'),
    ])
    expect(await modeOf(entriesIn(join(place.shop, '.mcp.json')).a, place.shop)).toBe('warn')
  })

  it.each(['a file', 'a link'])('where %s stands in the place of the folder', async kind => {
    put('.mcp.json', { mcpServers: { a: { command: 'x' } } })
    const path = join(place.shop, '.mcpgraphy')
    mkdirSync(join(place.home, 'theirs'))
    if (kind === 'a file') writeFileSync(path, '')
    else symlinkSync(join(place.home, 'theirs'), path)
    expect(await place.run('wrap')).toMatchObject({ code: 0, out: expect.stringContaining('a: x → through') })
    const { code, err } = await place.run('mode', 'a', 'block')
    expect([code, err]).toEqual([1, expect.stringMatching(kind === 'a file' ? /is no folder/ : /is a link/)])
    expect((await wrapBlock()).code).toBe(1)
    expect((await place.run('status')).code).toBe(1)
    expect(readdirSync(join(place.home, 'theirs'))).toEqual([])
    expect(existsSync(join(place.home, '.local'))).toBe(false)
    expect(entriesIn(join(place.shop, '.mcp.json')).a).toEqual({ command: 'x' })
  })

  it('where a link stands in the place of the copies: what it leads to is left alone, and nothing is wrapped', async () => {
    const victim = put('.bashrc', 'PATH=/usr/bin\n', place.home)
    const path = put('.mcp.json', { mcpServers: { a: { command: 'x' } } })
    mkdirSync(join(place.shop, '.mcpgraphy'))
    symlinkSync(victim, join(place.shop, '.mcpgraphy', 'wrapped.json'))
    const { code, err } = await place.run('wrap', '--write', '--yes')
    expect([code, err]).toEqual([1, expect.stringMatching(/wrapped\.json is a link/)])
    expect(readFileSync(victim, 'utf8')).toBe('PATH=/usr/bin\n')
    expect(entriesIn(path).a).toEqual({ command: 'x' })
  })

  it('and a folder of the user that does not count is said where modes are shown', async () => {
    const stray = newPlace({ MCPGRAPHY_HOME: 'theirs' })
    expect((await stray.run('mode')).err).toContain(
      'MCPGRAPHY_HOME puts your own folder of mcpgraphy at theirs',
    )
  })
})
