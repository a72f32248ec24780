// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what users write for variables
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { run } from '../cli/run.ts'
import { serveGuarded } from '../helpers/authorization.ts'
import { type Host, playground, program, startHost } from '../helpers/host.ts'
import { greeted, type Seen, serveWeb, type Web } from '../helpers/web.ts'

const open: { close(): Promise<void> }[] = []
const hosts: Host[] = []
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.leave()))
  await Promise.all(open.splice(0).map(each => each.close()))
})

const start = async (folder: string, args: readonly string[], env: Record<string, string> = {}) => {
  const own = { MCPGRAPHY_HOME: `${folder}-home`, ...env }
  const host = await startHost({ args: [program, 'proxy', ...args], cwd: folder, env: own })
  hosts.push(host)
  return host
}

const result = (seen: Seen, value: object) => seen.json({ jsonrpc: '2.0', id: seen.body.id, result: value })
const order = {
  inputSchema: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
}

/** A shop, of which a draft order cannot be shipped; it lets in who has the key. */
async function shop(): Promise<Web> {
  const web = await serveWeb(seen => {
    if (seen.headers['x-key'] !== 'k3y') return seen.status(401)
    const { method, id, params } = seen.body as { method?: string; id?: number; params?: { name?: string } }
    if (method === 'initialize')
      return result(seen, {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'shop', version: '1' },
      })
    if (id === undefined) return seen.status(seen.method === 'GET' ? 405 : 202)
    if (method === 'tools/list')
      return result(seen, { tools: ['get_order', 'ship_order'].map(name => ({ name, ...order })) })
    const text = (words: string, isError = false) =>
      result(seen, { content: [{ type: 'text', text: words }], isError })
    if (params?.name === 'get_order') return text('{"status":"DRAFT"}')
    return text('Only a paid order can be shipped', true)
  })
  open.push(web)
  return web
}

describe('the proxy before a remote server', () => {
  it('reads, learns and refuses as before any other, with the header from the environment', async () => {
    const folder = await playground({
      'orders.json': JSON.stringify({
        server_id: 'shop',
        resource_class: 'order',
        observation_tool: 'get_order',
        id_param: 'order_id',
        features: ['status'],
      }),
    })
    const { url } = await shop()
    const args = ['--name', 'shop', '--url', `${url}/mcp`, '--policy', 'block', '--adapter', 'orders.json']
    const host = await start(folder, args, { MCPGRAPHY_HEADERS: '{"X-Key": "k3y"}' })
    const { tools } = await host.client.listTools()
    expect(tools.map(({ name }) => name)).toContain('mcpgraphy_affordances')
    expect(await host.call('ship_order', { order_id: '1' })).toMatchObject({ isError: true })
    const again = await host.call('ship_order', { order_id: '1' })
    expect(again).toMatchObject({ isError: true })
    expect(again.text).toContain('Only a paid order can be shipped')
    expect(again.text).toMatch(/refused|observed to fail/i)
    expect(host.said()).not.toContain('k3y')
  })

  it('logs in through the browser that the user names, and keeps that', async () => {
    const folder = await playground({
      'browser.mjs': '#!/usr/bin/env node\nawait (await fetch(process.argv[2])).text()\n',
    })
    await chmod(join(folder, 'browser.mjs'), 0o755)
    const server = await serveGuarded()
    open.push(server)
    const env = { MCPGRAPHY_BROWSER: join(folder, 'browser.mjs') }
    const args = ['--policy', 'pass', '--url', `${server.mcp.url}/mcp`]
    const host = await start(folder, args, env)
    expect(host.said()).toContain('asks you to log in')
    await host.leave()
    await start(folder, args, { MCPGRAPHY_BROWSER: 'none' })
    expect(server.count('/authorize')).toBe(1)
  })
})

describe('adapter init with an address', () => {
  it('drafts from the tools of the server that stands there', async () => {
    const folder = await playground()
    const web = await serveWeb(
      seen =>
        void (
          greeted(seen, 's') ??
          result(seen, { tools: ['get_order', 'ship_order'].map(name => ({ name, ...order })) })
        ),
    )
    open.push(web)
    const { code, out, err } = await run(folder, 'adapter', 'init', 'shop', '--url', `${web.url}/mcp`)
    expect([code, err]).toEqual([0, expect.stringContaining('Asking shop at its address')])
    expect(out).toContain('"server_id": "shop"')
    expect(out).toContain('get_order')
    expect(web.seen.at(-1)?.method).toBe('DELETE')
  })

  it('says why there is none where nobody answers', async () => {
    const { code, err } = await run(
      await playground(),
      'adapter',
      'init',
      'shop',
      '--url',
      'http://127.0.0.1:9/mcp',
    )
    expect(code).toBe(1)
    expect(err).toContain('No connection to http://127.0.0.1:9')
  })
})

describe('a command line with an address', () => {
  it.each([
    [['--url', 'http://x/mcp', '--', 'node'], '--url and a command were both given'],
    [['--url', 'gopher://x'], 'cannot be used: it begins with gopher:'],
    [['--header', 'X: ${Y}', '--', 'node', 'x.js'], '--header is for servers that have a --url'],
    [['--url', 'http://x/mcp', '--header', 'Authorization: Bearer s3cret'], 'stands in the command line'],
    [['--url', 'http://x/${NOT_SET}'], '--url: the variable NOT_SET is not set'],
  ])('that says %j is wrong usage', async (args, words) => {
    const { code, err } = await run(await playground(), 'proxy', ...args)
    expect(code).toBe(2)
    expect(err).toContain(words)
    expect(err).not.toContain('s3cret')
  })

  it('is told of in the help', async () => {
    const { out } = await run(await playground(), 'proxy', '--help')
    for (const words of ['--url <url>', '--header', 'MCPGRAPHY_HEADERS']) expect(out).toContain(words)
  })
})
