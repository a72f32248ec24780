import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { filesystemProxy, type Host, playground, program, servers, startHost } from '../helpers/host.ts'

const hosts: Host[] = []
const start = async (args: readonly string[], env?: Record<string, string>) => {
  const host = await startHost(env === undefined ? { args } : { args, env })
  hosts.push(host)
  return host
}
const holders: Database.Database[] = []
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.close()
  await Promise.all(hosts.splice(0).map(host => host.leave()))
})

const edit = (path: string, oldText: string, newText = 'new') => ({ path, edits: [{ oldText, newText }] })

describe('the proxy before the real filesystem server', () => {
  it('offers the server’s tools as they are, and four of its own after them', async () => {
    const folder = await playground()
    const bare = await start([servers.filesystem, folder])
    const proxied = await start(filesystemProxy(folder))
    const { tools } = await bare.client.listTools()
    const through = await proxied.client.listTools()
    expect(through.tools.slice(0, tools.length)).toEqual(tools)
    expect(through.tools.slice(tools.length).map(({ name }) => name)).toEqual([
      'mcpgraphy_affordances',
      'mcpgraphy_explain',
      'mcpgraphy_graph',
      'mcpgraphy_status',
    ])
  })

  it('is the same by the name of wrap … --', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const proxy = filesystemProxy(folder)
    const [asProxy, asWrap] = [
      await start(proxy),
      await start(proxy.map(each => (each === 'proxy' ? 'wrap' : each))),
    ]
    expect(await asWrap.client.listTools()).toEqual(await asProxy.client.listTools())
    const told = await asWrap.call('edit_file', edit(join(folder, 'none.txt'), 'x'))
    expect(told.ours).toContain('[exists=false] no: edit_file')
  })

  it('says in one line on standard error what it stands on', async () => {
    const folder = await playground()
    const host = await start(filesystemProxy(folder))
    await host.client.listTools()
    await host.call('list_allowed_directories', {})
    expect(host.said()).toMatch(/^mcpgraphy: files: mode warn, adapter .*, database .*\.sqlite$/m)
  })

  it('changes nothing in pass mode', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const bare = await start([servers.filesystem, folder])
    const proxied = await start(filesystemProxy(folder, ['--policy', 'pass']))
    expect(await proxied.client.listTools()).toEqual(await bare.client.listTools())
    for (const [tool, args] of [
      ['read_text_file', { path: join(folder, 'a.txt') }],
      ['edit_file', edit(join(folder, 'none.txt'), 'x')],
    ] as const) {
      const call = { name: tool, arguments: args }
      expect(await proxied.client.callTool(call)).toEqual(await bare.client.callTool(call))
    }
  })

  it('never makes an existing file look uneditable for a wrong oldText', async () => {
    const folder = await playground({ 'a.txt': 'one', 'b.txt': 'two' })
    const host = await start(filesystemProxy(folder, ['--policy', 'block']))
    const a = join(folder, 'a.txt')
    const first = await host.call('edit_file', edit(a, 'wrong'))
    expect(first).toMatchObject({ isError: true, ours: '' })
    const { text } = await host.call('mcpgraphy_affordances', { resource_ref: `file:${a}` })
    expect(text).not.toContain('NOT_SUPPORTED_FROM_THIS_STATE')
    expect(await host.call('edit_file', edit(a, 'one'))).toMatchObject({ isError: false })
  })

  it('does not hold three wrong texts on one file against it after a success on another', async () => {
    const folder = await playground({ 'a.txt': 'one', 'b.txt': 'two' })
    const host = await start(filesystemProxy(folder, ['--policy', 'block']))
    const a = join(folder, 'a.txt')
    for (const wrong of ['x1', 'x2', 'x3'])
      expect((await host.call('edit_file', edit(a, wrong))).isError).toBe(true)
    expect((await host.call('edit_file', edit(join(folder, 'b.txt'), 'two'))).isError).toBe(false)
    const right = await host.call('edit_file', edit(a, 'one'))
    expect(right.isError).toBe(false)
    expect(right.ours).not.toContain('no: edit_file')
    expect(await readFile(a, 'utf8')).toBe('new')
  })

  it('learns nothing of a state from a path outside the allowed folders', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const host = await start(filesystemProxy(folder, ['--policy', 'block']))
    for (const path of ['/etc/hostname', '/etc/passwd', '/etc/group', '/etc/hosts']) {
      const told = await host.call('edit_file', edit(path, 'x'))
      expect(told.text).toContain('Access denied')
      expect(told.ours).toBe('')
    }
    const graph = JSON.parse((await host.call('mcpgraphy_graph', { format: 'json' })).text)
    expect(graph.tools).toEqual([
      expect.objectContaining({
        tool: 'edit_file',
        failed: 0,
        other: { access: 4 },
        edges: [],
        failures: [],
      }),
    ])
  })

  it('warns of a second missing file, and refuses once three failed and some edit worked elsewhere', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const host = await start(filesystemProxy(folder, ['--policy', 'block']))
    const attempt = (name: string) => host.call('edit_file', edit(join(folder, name), `text of ${name}`))
    expect((await attempt('m1.txt')).text).toContain('ENOENT')
    const second = await attempt('m2.txt')
    expect(second.text).toContain('ENOENT')
    expect(second.ours).toContain(
      'mcpgraphy note: edit_file was observed to fail from state [exists=false] (1 observation)',
    )
    expect((await attempt('m3.txt')).text).toContain('ENOENT')
    expect((await attempt('m4.txt')).text).toContain('ENOENT')
    expect((await host.call('edit_file', edit(join(folder, 'a.txt'), 'one'))).isError).toBe(false)
    const refused = await attempt('m5.txt')
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain(
      'mcpgraphy refused edit_file: observed to fail from state [exists=false] (4 observations): ENOENT',
    )
    expect(refused.text).toContain('The call was not sent to the server.')
    await writeFile(join(folder, 'm5.txt'), 'text of m5.txt')
    expect((await attempt('m5.txt')).isError).toBe(false)
  })

  it('holds a destructive tool in block mode until it is approved', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const move = { source: join(folder, 'a.txt'), destination: join(folder, 'b.txt') }
    const held = await (await start(filesystemProxy(folder, ['--policy', 'block']))).call('move_file', move)
    expect(held.text).toContain('mcpgraphy held move_file')
    expect(held.text).toContain('mcpgraphy mode files --approve move_file')
    const approving = await start(filesystemProxy(folder, ['--policy', 'block', '--approve', 'move_file']))
    expect((await approving.call('move_file', move)).isError).toBe(false)
  })

  it('leaves out its lines with --no-hints and in observe mode, and still learns', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    for (const flags of [['--no-hints'], ['--policy', 'observe']]) {
      const host = await start(filesystemProxy(folder, flags))
      await host.client.listTools()
      expect((await host.call('edit_file', edit(join(folder, 'a.txt'), 'one', 'one'))).ours).toBe('')
      expect((await host.call('mcpgraphy_status', {})).text).toMatch(/model version [1-9]/)
      await host.leave()
    }
  })
})

describe('what was learned', () => {
  it('is still known after the proxy was killed in the middle of its work, at most the call in flight lost', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const first = await start(filesystemProxy(folder))
    await first.client.listTools()
    for (const name of ['m1', 'm2', 'm3']) await first.call('edit_file', edit(join(folder, name), name))
    const inFlight = first.call('edit_file', edit(join(folder, 'm4'), 'm4')).catch(() => undefined)
    process.kill(first.pid, 'SIGKILL')
    await inFlight
    const second = await start(filesystemProxy(folder, ['--policy', 'block']))
    const { text } = await second.call('mcpgraphy_status', {})
    expect(Number(text.match(/model version (\d+)/)?.[1])).toBeGreaterThanOrEqual(3)
    expect((await second.call('edit_file', edit(join(folder, 'm1'), 'm1'))).text).toContain(
      'mcpgraphy refused',
    )
  })

  it('is seen by another proxy on the same database at its next call', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const [one, other] = [
      await start(filesystemProxy(folder, ['--policy', 'block'])),
      await start(filesystemProxy(folder, ['--policy', 'block'])),
    ]
    await Promise.all([one.client.listTools(), other.client.listTools()])
    await one.call('edit_file', edit(join(folder, 'gone'), 'x'))
    expect((await other.call('edit_file', edit(join(folder, 'gone'), 'x'))).text).toContain(
      'mcpgraphy refused',
    )
    const both = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) =>
        one.call('read_text_file', { path: join(folder, 'a.txt'), head: n + 1 }),
      ),
      ...Array.from({ length: 10 }, (_, n) =>
        other.call('read_text_file', { path: join(folder, 'a.txt'), tail: n + 1 }),
      ),
    ])
    expect(both.every(each => !each.isError)).toBe(true)
    const [mine, theirs] = await Promise.all([
      one.call('mcpgraphy_status', {}),
      other.call('mcpgraphy_status', {}),
    ])
    expect(mine.text).toContain('model version 21')
    expect(theirs.text).toContain('model version 21')
  })
})

describe('bad input', () => {
  const run = async (args: readonly string[], input = '') => {
    const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe' })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', chunk => (output.stdout += chunk))
    child.stderr.on('data', chunk => (output.stderr += chunk))
    child.stdin.end(input)
    const [code] = await once(child, 'close')
    return { code, ...output }
  }

  it('no server command is wrong usage', async () => {
    for (const args of [['proxy'], ['proxy', '--'], ['proxy', '--name', 'x', '--']]) {
      expect(await run(args)).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('No server command was given.\nPut it behind two dashes'),
      })
    }
  })

  it.each([
    [
      ['proxy', '--policy', 'strict', '--', 'x'],
      '--policy is one of pass, observe, warn, block, not “strict”',
    ],
    [['proxy', '--refresh-every', '0', '--', 'x'], '--refresh-every takes a whole number from 1 on'],
    [['proxy', '--nonsense', '--', 'x'], "Unknown option '--nonsense'"],
    [['proxy', 'stray', '--', 'x'], '“stray” stands before the two dashes'],
  ])('%j is wrong usage, said in one line with what to do', async (args, what) => {
    const { code, stdout, stderr } = await run(args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(what)
    expect(stderr.trim().split('\n')).toHaveLength(2)
  })

  it('a server command that does not exist is said to be so', async () => {
    const { code, stdout, stderr } = await run([
      'proxy',
      '--db',
      ':memory:',
      '--',
      'no-such-command-anywhere',
    ])
    expect(code).toBe(1)
    expect(stderr).toContain("The server's command does not exist: no-such-command-anywhere.")
    expect(stdout).toBe('')
  })

  it.each<[string, string, (folder: string) => Promise<string[]>]>([
    [
      'no such adapter',
      'There is no adapter at /no/such/adapter.json.',
      async () => ['--adapter', '/no/such/adapter.json'],
    ],
    [
      'an adapter that is not JSON',
      'line 1, column',
      async folder => ['--adapter', await file(folder, 'adapter.json', '{ "server_id": ')],
    ],
    [
      'an adapter that names a tool that does not exist',
      'the server has no tool "get_file_inf"',
      async folder => ['--adapter', await file(folder, 'adapter.json', adapterReading('get_file_inf'))],
    ],
    [
      'an adapter that reads with a tool that writes',
      'write_file changes things',
      async folder => ['--adapter', await file(folder, 'adapter.json', adapterReading('write_file'))],
    ],
    [
      'a database that is none',
      'The database cannot be read',
      async folder => ['--db', await file(folder, 'db.sqlite', 'x'.repeat(5000))],
    ],
    [
      'a database from a newer version',
      'The database is from a newer mcpgraphy',
      async folder => {
        const path = join(folder, 'db.sqlite')
        await (await openStore(path)).close()
        const database = new Database(path)
        database.exec('PRAGMA user_version = 999')
        database.close()
        return ['--db', path]
      },
    ],
    [
      'a database that another process holds',
      'The database is held by another process',
      async folder => {
        const path = join(folder, 'db.sqlite')
        await (await openStore(path)).close()
        const database = new Database(path)
        database.exec('BEGIN EXCLUSIVE')
        holders.push(database)
        return ['--db', path]
      },
    ],
    [
      'a folder where the database should be',
      'A folder stands where the database should be',
      async folder => ['--db', folder],
    ],
  ])('%s is said with what to do, and the calls go through', async (_what, said, flags) => {
    const folder = await playground({ 'a.txt': 'one' })
    const beside = await playground()
    const args = filesystemProxy(folder, await flags(beside))
    const host = await start(args)
    await host.client.listTools()
    expect((await host.call('read_text_file', { path: join(folder, 'a.txt') })).text).toContain('one')
    expect((await host.call('edit_file', edit(join(folder, 'a.txt'), 'one'))).isError).toBe(false)
    expect(host.said()).toContain(said)
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('new')
  })

  it('a database that is none is left as it is, and what needs an approval stays held', async () => {
    const folder = await playground({ 'a.txt': 'one' })
    const beside = await playground()
    const database = await file(
      beside,
      'db.sqlite',
      'not a database, and longer than a header would be: '.repeat(100),
    )
    const before = await readFile(database)
    const host = await start(filesystemProxy(folder, ['--db', database, '--policy', 'block']))
    await host.client.listTools()
    const held = await host.call('move_file', {
      source: join(folder, 'a.txt'),
      destination: join(folder, 'b.txt'),
    })
    expect(held.text).toContain('mcpgraphy held move_file')
    expect((await host.call('edit_file', edit(join(folder, 'none.txt'), 'x'))).text).toContain('ENOENT')
    expect(await readFile(database)).toEqual(before)
  })
})

async function file(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

function adapterReading(tool: string): string {
  return JSON.stringify({
    server_id: 'filesystem',
    resource_class: 'file',
    observation_tool: tool,
    id_param: 'path',
    observation_format: 'kv_text',
  })
}
