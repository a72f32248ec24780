import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterEach, describe, expect, it } from 'vitest'
import { type Host, playground, program, startHost } from '../helpers/host.ts'
import { resultOf, type Seen, serveWeb, type Web } from '../helpers/web.ts'

const open: { close(): Promise<void> }[] = []
const hosts: Host[] = []
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(host => host.leave()))
  await Promise.all(open.splice(0).map(each => each.close()))
})

/** A server that lets in who has the key, and knows one tool. */
async function guarded(): Promise<Web> {
  const web = await serveWeb((seen: Seen) => {
    if (seen.headers.authorization !== 'Bearer k3y') return seen.status(401)
    if (seen.body.method === 'initialize')
      return seen.json(
        resultOf(seen, {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'docs', version: '1' },
        }),
      )
    if (seen.body.id === undefined) return seen.status(seen.method === 'GET' ? 405 : 202)
    if (seen.body.method === 'tools/list')
      return seen.json(resultOf(seen, { tools: [{ name: 'search', inputSchema: { type: 'object' } }] }))
    return seen.json(resultOf(seen, { content: [{ type: 'text', text: 'found' }] }))
  })
  open.push(web)
  return web
}

const files = [
  ['.cursor/mcp.json', (url: string) => JSON.stringify({ mcpServers: { docs: entry(url) } }, null, 2)],
  [
    '.codex/config.toml',
    (url: string) =>
      `[mcp_servers.docs]\nurl = "${url}" # live\nhttp_headers = { Authorization = "Bearer k3y", Accept = "application/json" }\n`,
  ],
] as const

function entry(url: string) {
  return { type: 'http', url, headers: { Authorization: 'Bearer k3y', Accept: 'application/json' } }
}

describe('an entry with an address, wrapped and started as its host would', () => {
  it.each(files)(
    '%s reaches the server with its key and its whole address, and comes back',
    async (path, textFor) => {
      const { url, seen } = await guarded()
      const address = `${url}/mcp?features=docs%2Clogs`
      const before = textFor(address)
      const [folder, home] = [await playground(), await playground()]
      await mkdir(join(folder, dirname(path)))
      await writeFile(join(folder, path), before)
      const cli = (...args: string[]) =>
        execa(process.execPath, [program, ...args], {
          cwd: folder,
          env: { HOME: home, MCPGRAPHY_HOME: home },
        })
      await cli('wrap', '--write', '--yes', '--launcher', JSON.stringify([process.execPath, program]))

      const wrapped = await readFile(join(folder, path), 'utf8')
      expect(wrapped).toContain(`"--url", "${address}"`)
      const host = await startHost({ ...startOf(wrapped), cwd: folder })
      hosts.push(host)
      const { tools } = await host.client.listTools()
      expect(tools.map(({ name }) => name)).toContain('search')
      expect(await host.call('search', {})).toMatchObject({ isError: false, text: 'found' })
      expect(seen.filter(each => each.method === 'POST').map(each => each.path)).toContain(
        '/mcp?features=docs%2Clogs',
      )

      await cli('unwrap', '--write')
      expect(await readFile(join(folder, path), 'utf8')).toBe(before)
    },
  )

  it('is told apart from one that the host logs in to', async () => {
    const folder = await playground({
      '.mcp.json': '{"mcpServers": {"issues": {"type": "http", "url": "https://mcp.linear.app/mcp"}}}',
    })
    const env = { HOME: folder, MCPGRAPHY_HOME: join(folder, 'user') }
    const look = (...args: string[]) =>
      execa(process.execPath, [program, 'wrap', '--json', ...args], { cwd: folder, env })
    const status = async (...args: string[]) =>
      JSON.parse((await look(...args)).stdout).files[0].servers[0].status
    await writeFile(join(folder, 'package.json'), '{}')
    expect([await status(), await status('--remote')]).toEqual(['left', 'wrap'])
  })
})

/** What the host hands to the system, from either syntax: both write words and variables as JSON does. */
function startOf(text: string): { command: string; args: string[]; env: Record<string, string> } {
  const json = (name: string) =>
    new RegExp(`"?\\b${name}"?\\s*[:=]\\s*("(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`).exec(text)?.[1]
  const read = (name: string) => JSON.parse(json(name) ?? 'null')
  const variables = ['MCPGRAPHY_ORIGINAL', 'MCPGRAPHY_HEADERS'].map(name => [name, read(name)])
  return { command: read('command'), args: read('args'), env: Object.fromEntries(variables) }
}
