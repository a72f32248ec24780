import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { execa } from 'execa'
import { afterEach, describe, expect, it } from 'vitest'
import { playground, program, servers } from '../helpers/host.ts'

interface Listening {
  readonly url: string
  readonly token: string
  readonly child: ChildProcess
  said(): string
}

const started: ChildProcess[] = []
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
})

/** Starts the built program and waits until it listens. `home` is where it keeps what is the user's. */
async function listening(
  folder: string,
  home: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  server: readonly string[] = [servers.filesystem, folder],
): Promise<Listening> {
  const behind = server[0] === '--url' ? server : ['--', process.execPath, ...server]
  const args = [program, 'proxy', '--name', 'files', '--listen', '127.0.0.1:0', ...options, ...behind]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, MCPGRAPHY_HOME: home, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.push(child)
  let said = ''
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (/\(token in MCPGRAPHY_TOKEN\)|token [\da-f]{64}\n/.test(said)) break
  }
  child.stderr.on('data', chunk => (said += String(chunk)))
  const url = /listening on (\S+)/.exec(said)?.[1] ?? ''
  const token = /token ([\da-f]{64})\n/.exec(said)?.[1] ?? env.MCPGRAPHY_TOKEN ?? ''
  return { url, token, child, said: () => said }
}

async function host({ url, token }: Listening): Promise<Client> {
  const client = new Client({ name: 'test-host', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return client
}

/** How many processes run the filesystem server for a folder. */
function serversFor(folder: string): number {
  const lines = execFileSync('ps', ['-A', '-o', 'args']).toString().split('\n')
  return lines.filter(line => line.includes(`${servers.filesystem} ${folder}`) && !line.includes('--listen'))
    .length
}

const fixture = (path: string) => resolve(import.meta.dirname, '../fixtures', path)
const textOf = (result: unknown) => JSON.stringify(result)

describe('the listener before the real filesystem server', () => {
  it.each([
    { options: [], each: 3 },
    { options: ['--share'], each: 1 },
  ])('tells one host what another ran into ($options)', async ({ options, each }) => {
    const folder = await playground({ 'a.txt': 'one' })
    const listener = await listening(folder, await playground(), options)
    const hosts = await Promise.all([host(listener), host(listener), host(listener)])
    await Promise.all(hosts.map(each => each.listTools()))
    expect(serversFor(folder)).toBe(each)
    const edit = (name: string) => ({
      name: 'edit_file',
      arguments: { path: join(folder, name), edits: [{ oldText: name, newText: 'x' }] },
    })
    const [one, two, three] = hosts
    expect(textOf(await one?.callTool(edit('m1.txt')))).toContain('ENOENT')
    expect(textOf(await two?.callTool(edit('m2.txt')))).toContain('mcpgraphy note: edit_file')
    expect(textOf(await three?.callTool({ name: 'mcpgraphy_status', arguments: {} }))).toContain(
      'calls 2, failures 2',
    )
    expect(listener.said().match(/mode warn, adapter/g)).toHaveLength(2) // before and after one was found
    const ended = once(listener.child, 'exit')
    listener.child.kill('SIGTERM')
    expect(await ended).toEqual([null, 'SIGTERM'])
    expect(serversFor(folder)).toBe(0)
  })

  it('keeps its token for the next start, readable by nobody else', async () => {
    const [folder, home] = [await playground(), await playground()]
    const first = await listening(folder, home)
    const path = join(home, 'listen-files.token')
    expect(first.said()).toContain(`(token in ${path})`)
    expect(readFileSync(path, 'utf8').trim()).toBe(first.token)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect((await listening(folder, home)).token).toBe(first.token)
    chmodSync(path, 0o644) // others may have read it
    expect((await listening(folder, home)).token).not.toBe(first.token)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('takes a token from the environment, shows it nowhere, and keeps it from the server', async () => {
    const folder = await playground()
    const MCPGRAPHY_TOKEN = 'given-by-the-user-itself'
    const listener = await listening(folder, await playground(), [], { MCPGRAPHY_TOKEN }, [
      fixture('servers/scripted.mjs'),
    ])
    const client = await host(listener)
    const { ResultSchema } = await import('@modelcontextprotocol/sdk/types.js')
    const { env } = await client.request({ method: 'where', params: {} }, ResultSchema)
    expect(env).toHaveProperty('PATH')
    expect(env).not.toHaveProperty('MCPGRAPHY_TOKEN')
    expect(listener.said()).not.toContain(MCPGRAPHY_TOKEN)
  })

  it('serves what the page for users shows with curl', async () => {
    const folder = await playground()
    const listener = await listening(folder, await playground(), ['--project', folder])
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/listen.md'), 'utf8')
    const script =
      page
        .split(/^```/m)
        .find(part => part.startsWith('sh\nTOKEN='))
        ?.slice(3) ?? 'exit 1'
    const { stdout } = await execa(
      'sh',
      ['-c', script.replaceAll('127.0.0.1:3917', new URL(listener.url).host)],
      { cwd: folder },
    )
    expect(JSON.parse(stdout)).toMatchObject({ id: 2, result: { tools: expect.any(Array) } })
  })
})

describe('the listener before a remote server', () => {
  it.each([{ options: [] }, { options: ['--share'] }])(
    'serves several hosts, and adds what we add ($options)',
    async ({ options }) => {
      const remote = spawn(process.execPath, [fixture('conformance/v2.mjs'), '0'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      started.push(remote)
      const [said] = await once(remote.stderr, 'data')
      const address = `http://127.0.0.1:${/listening (\d+)/.exec(String(said))?.[1]}/mcp`
      const listener = await listening(await playground(), await playground(), options, {}, [
        '--url',
        address,
      ])
      const hosts = await Promise.all([host(listener), host(listener)])
      for (const each of hosts) {
        const { tools } = await each.listTools()
        expect(tools.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['test_simple_text', 'mcpgraphy_status']),
        )
        expect(textOf(await each.callTool({ name: 'test_simple_text', arguments: {} }))).toContain(
          'simple text',
        )
      }
    },
  )
})

describe('a listener that cannot be', () => {
  it.each([
    [['--listen', '0.0.0.0:3917'], 2, 'opens only to this machine'],
    [['--listen', 'here'], 2, 'takes an address and a port'],
    [['--share'], 2, '--share is for a listener'],
    [['--listen', '127.0.0.1:0', '--allow-origin', 'example.com'], 2, '--allow-origin takes an origin'],
    [['--listen', '127.0.0.1:0', '--max-body-mb', 'x'], 2, '--max-body-mb takes a whole number'],
  ] as const)('%j is wrong usage, said with the reason', async (options, code, words) => {
    const ran = await execa(process.execPath, [program, 'proxy', ...options, '--', 'x'], { reject: false })
    expect([ran.exitCode, ran.stderr]).toEqual([code, expect.stringContaining(words)])
  })

  it('a port that is taken, and a token that is none, are told', async () => {
    const [folder, home] = [await playground(), await playground()]
    const { url } = await listening(folder, home)
    const start = (env: Record<string, string>) =>
      execa(process.execPath, [program, 'proxy', '--listen', new URL(url).host, '--', 'x'], {
        reject: false,
        env: { MCPGRAPHY_HOME: home, ...env },
      })
    expect(await start({})).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('listens on') })
    expect(await start({ MCPGRAPHY_TOKEN: 'short' })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('MCPGRAPHY_TOKEN holds no token'),
    })
  })
})
