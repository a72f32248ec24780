// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a header names its variable so
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { execa } from 'execa'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../cli/run.ts'
import { type Host, playground, program, startHost } from '../helpers/host.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

const till = join(import.meta.dirname, '../fixtures/servers/till.mjs')
const adapter = JSON.stringify({
  server_id: 'orders',
  resource_class: 'order',
  observation_tool: 'get_order',
  id_param: 'order_id',
  features: ['shipped'],
  effect_classes: { get_order: 'READ_ONLY', ship_order: 'MUTATING' },
})
const policy = '{"execute_offered_action": true, "enabled_tools": ["ship_order", "run_tests"]}'
const ship = (id: string, key: string) => ({
  resource_ref: `order:${id}`,
  offer_id: 'ship_order@order:shipped=false',
  idempotency_key: key,
})

async function serving(host: (host: Host) => Promise<void>, args: readonly string[], cwd: string, env = {}) {
  const served = await startHost({ args: [program, 'serve', ...args], cwd, env: { ...home(cwd), ...env } })
  try {
    await host(served)
  } finally {
    await served.leave()
  }
}

const simProxy = [program, 'proxy', '--name', 'release_sim', '--policy', 'observe']
const home = (cwd: string) => ({ HOME: `${cwd}-home`, MCPGRAPHY_HOME: `${cwd}-user` })

/** What the proxy learns of a server of one's own, by one call that worked. */
async function learnedShop(): Promise<{ folder: string; file: string; args: string[] }> {
  const folder = await playground({ 'adapter.json': adapter, 'policy.json': policy })
  const file = join(folder, 'shipped.txt')
  const common = ['--db', 'graph.sqlite', '--adapter', 'adapter.json']
  const proxy = await startHost({
    args: [program, 'proxy', '--name', 'orders', ...common, '--', process.execPath, till, file],
    cwd: folder,
    env: home(folder),
  })
  await proxy.call('ship_order', { order_id: 'o1' })
  await proxy.leave()
  const args = [
    '--server',
    'orders',
    ...common,
    '--policy',
    'policy.json',
    '--',
    process.execPath,
    till,
    file,
  ]
  return { folder, file, args }
}

describe('mcpgraphy serve', () => {
  let shop: Awaited<ReturnType<typeof learnedShop>>
  beforeAll(async () => {
    shop = await learnedShop()
  })

  it('offers a simulated release, and carries out what was learned through the proxy', async () => {
    const folder = await playground({ 'policy.json': policy })
    const proxy = await startHost({
      args: [...simProxy, '--db', 'demo.sqlite', '--', process.execPath, program, 'sim', 'release_sim'],
      cwd: folder,
      env: home(folder),
    })
    // of two drafts that look alike one cannot be published: what its version is nobody sees
    for (const id of ['demo-0-8', 'demo-0-3']) await proxy.call('run_tests', { release_id: id })
    for (const id of ['demo-0-2', 'demo-0-2', 'demo-0-3'])
      await proxy.call('publish_release', { release_id: id })
    await proxy.leave()
    const offers = [
      'offers',
      '--server',
      'release_sim',
      '--resource',
      'release:demo-0-2',
      '--db',
      'demo.sqlite',
    ]
    const told = await run(folder, ...offers)
    expect(told.out).toContain('release:demo-0-2 [status=DRAFT, tests_passed=true]')
    expect(told.out).toContain(
      [
        'publish_release [UNCERTAIN_CANDIDATE; CONTRADICTED; APPROVAL_REQUIRED]',
        '    predicted: status becomes PUBLISHED',
        '    observed here: OK x1, ERR_STATE: Release … cannot be published x2',
      ].join('\n'),
    )
    // one that nobody touched is as it begins; one that there is not is said to be unknown
    const untouched = await run(folder, ...offers.with(4, 'release:demo-0-5'))
    expect(untouched.out).toContain('release:demo-0-5 [status=DRAFT, tests_passed=false]')
    expect(await run(folder, ...offers.with(4, 'release:demo-x'))).toMatchObject({ code: 1, out: '' })
    const args = [
      '--transport',
      'stdio',
      '--server',
      'release_sim',
      '--fixture-seed',
      '0',
      '--db',
      'demo.sqlite',
    ]
    await serving(
      async host => {
        expect((await host.client.listTools()).tools.map(each => each.name)).not.toContain(
          'execute_offered_action',
        )
        const { text } = await host.call('mcpgraphy_affordances', { resource_ref: 'release:demo-0-3' })
        expect(text).toContain('run_tests [CANDIDATE; OBSERVED_SUPPORTED]')
        expect(host.said()).toContain('nothing is carried out: no policy says so')
      },
      args,
      folder,
    )
    await serving(
      async host => {
        const carried = await host.call('execute_offered_action', {
          resource_ref: 'release:demo-0-3',
          offer_id: 'run_tests@release:status=DRAFT,tests_passed=false',
          idempotency_key: 'once',
        })
        expect(carried.ours).toContain('became [status=DRAFT, tests_passed=true]')
        expect(host.said()).toContain('the policy enables ship_order, run_tests')
      },
      [...args, '--policy', 'policy.json'],
      folder,
    )
    const log = await run(folder, 'log', '--server', 'release_sim', '--db', 'demo.sqlite')
    expect(log.out).toContain('execute_offered_action')
    expect((await run(folder, 'log', '--verify', '--db', 'demo.sqlite')).code).toBe(0)
  })

  it('never repeats an effect: a retry after kill -9 in the middle of it is not sent again', async () => {
    const { folder, file, args } = shop
    const served = await startHost({
      args: [program, 'serve', ...args],
      cwd: folder,
      env: { ...home(folder), HANG: '1' },
    })
    const lost = served.call('execute_offered_action', ship('o2', 'key-2')).catch(() => 'lost')
    await until(folder, () => readFileSync(file, 'utf8').includes('ship o2'))
    process.kill(served.pid, 'SIGKILL')
    expect(await lost).toBe('lost')

    await serving(
      async host => {
        const retry = await host.call('execute_offered_action', ship('o2', 'key-2'))
        expect(retry.isError).toBe(true)
        expect(retry.text).toContain('nobody knows what became of it')
        const other = await host.call('execute_offered_action', ship('o3', 'key-3'))
        expect(other.text).toContain('[shipped=false] became [shipped=true]')
      },
      args,
      folder,
    )
    // and what was answered is answered again by another process, which ends its server when it is told to end
    const last = await startHost({ args: [program, 'serve', ...args], cwd: folder, env: home(folder) })
    const again = await last.call('execute_offered_action', ship('o3', 'key-3'))
    expect(again.text).toContain('it was not sent again')
    expect(again.text).toContain('"shipped":true')
    const shops = await shopsOf(last.pid)
    expect(shops).toHaveLength(1)
    const ended = new Promise<void>(resolve => {
      last.client.onclose = resolve
    })
    process.kill(last.pid, 'SIGTERM')
    await ended
    for (const pid of shops) expect(() => process.kill(pid, 0)).toThrow()
    expect(readFileSync(file, 'utf8')).toBe('ship o1\nship o2\nship o3\n')
  })

  it('over HTTP lets in only who bears its token, from this machine', async () => {
    const { folder, args } = shop
    const { url, token, child } = await listening(['serve', '--transport', 'http', ...args], folder)
    const post = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' })
    expect((await post({})).status).toBe(401)
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await post({ authorization: `Bearer ${token}`, origin: 'https://evil.example' })).status).toBe(
      403,
    )

    const client = new Client({ name: 'test-host', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as never)
    const result = await client.callTool({ name: 'execute_offered_action', arguments: ship('o4', 'k') })
    expect(JSON.stringify(result.content)).toContain('became [shipped=true]')
    await client.close()
    const ended = new Promise(resolve => child.once('exit', code => resolve(code)))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('stands before a server at an address, and keeps what it has to show there', async () => {
    const folder = await playground()
    const sim = await listening(['sim', 'release_sim', '--listen', '127.0.0.1:0'], folder)
    const { out } = await run(folder, 'sim', 'release_sim', '--adapter')
    writeFileSync(join(folder, 'adapter.json'), out)
    const to = ['--url', sim.url, '--header', 'Authorization: Bearer ${TOKEN_OF_SIM}']
    await serving(
      async host => {
        const { text } = await host.call('mcpgraphy_affordances', { resource_ref: 'release:demo-0-3' })
        expect(text).toContain('release:demo-0-3 [status=DRAFT, tests_passed=false]')
        expect(host.said()).not.toContain(sim.token)
      },
      ['--server', 'releases', '--adapter', 'adapter.json', '--db', 'graph.sqlite', ...to],
      folder,
      { TOKEN_OF_SIM: sim.token },
    )
  })

  it('says what is wrong before it starts anything', async () => {
    const folder = await playground({ 'bad.json': '{"execute": true}', 'adapter.json': adapter })
    const serve = (...args: string[]) => run(folder, 'serve', ...args)
    const bad = await serve('--server', 'release_sim', '--policy', 'bad.json')
    expect(bad).toMatchObject({ code: 1, out: '' })
    expect(bad.err).toContain("The host's policy")
    expect(bad.err).toContain('it knows no “execute”')
    expect(await serve('--server', 'release_sim', '--fixture-seed', 'x')).toMatchObject({ code: 2 })
    expect(
      await serve('--transport', 'http', '--listen', '0.0.0.0:1', '--server', 'release_sim'),
    ).toMatchObject({ code: 2 })
    expect(await serve('--transport', 'carrier')).toMatchObject({ code: 2 })
    const bare = await serve(
      '--server',
      'orders',
      '--db',
      'x.sqlite',
      '--',
      process.execPath,
      till,
      join(folder, 'f'),
    )
    expect(bare.code).toBe(1)
    expect(bare.err).toContain('There is no adapter for orders')
    const missing = await serve('--server', 'nothing')
    expect(missing.code).not.toBe(0)
    expect(missing.err).toContain('nothing')
  })
})

/** Waits for something that a change in a folder brings about. */
function until(folder: string, holds: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (!holds()) return
      watcher.close()
      resolve()
    }
    const watcher = watch(folder, look)
    look()
  })
}

async function listening(args: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, ...home(cwd) },
  })
  started.push(child)
  let said = ''
  for await (const chunk of child.stderr) {
    said += chunk
    const found = /(?:listening|served) on (\S+)[\s\S]*token (\S+)/.exec(said)
    if (found) {
      return { url: found[1]!, token: found[2]!, child }
    }
  }
  throw new Error(`It did not listen: ${said}`)
}

/** The shops that a process has started; it starts a guard besides. */
async function shopsOf(pid: number): Promise<number[]> {
  const { stdout } = await execa('ps', ['-A', '-o', 'pid=,ppid=,args='])
  return stdout
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, parent, ...command]) => Number(parent) === pid && command.includes(till))
    .map(([child]) => Number(child))
}
