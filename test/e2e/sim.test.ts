import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { playground, program, startHost } from '../helpers/host.ts'

describe('a simulator, served by the built program', () => {
  it('is learned by the proxy like any other server', async () => {
    const folder = await playground()
    const adapter = join(folder, 'release.json')
    const { stdout } = await execa(process.execPath, [program, 'sim', 'release_sim', '--adapter'])
    writeFileSync(adapter, stdout)
    const server = ['--', process.execPath, program, 'sim', 'release_sim', '--seed', '0']
    const own = [
      program,
      'proxy',
      '--name',
      'releases',
      '--adapter',
      adapter,
      '--db',
      join(folder, 'graph.sqlite'),
    ]
    const host = await startHost({ args: [...own, ...server], cwd: folder })
    await host.client.listTools()
    const failed = await host.call('publish_release', { release_id: 'demo-0-3' })
    expect(JSON.stringify(failed)).toContain('ERR_TESTS')
    expect(JSON.stringify(failed)).toContain(
      'mcpgraphy [status=DRAFT, tests_passed=false] no: publish_release',
    )
    await host.leave()
  })

  it('is reached over HTTP by who has the token, and by nobody else', async () => {
    const child = spawn(process.execPath, [
      program,
      'sim',
      'ticket_sim',
      '--seed',
      '3',
      '--listen',
      '127.0.0.1:0',
    ])
    try {
      const [url, token] = await addressOf(child)
      const bare = await fetch(url, { method: 'POST', body: '{}' })
      expect(bare.status).toBe(401)
      const foreign = await fetch(url, {
        method: 'POST',
        body: '{}',
        headers: { authorization: `Bearer ${token}`, origin: 'https://example.com' },
      })
      expect(foreign.status).toBe(403)
      const client = new Client({ name: 'test', version: '1' })
      const headers = { authorization: `Bearer ${token}` }
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Parameters<
          Client['connect']
        >[0],
      )
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('close_ticket')
      const call = (name: string) => client.callTool({ name, arguments: { ticket_id: 'tick-3-2' } })
      await call('resolve_ticket')
      // the next request meets the same tickets
      expect(JSON.stringify(await call('get_ticket'))).toContain('RESOLVED')
      await client.close()
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })

  it('says which simulators there are', async () => {
    const { exitCode, stderr } = await execa(process.execPath, [program, 'sim', 'nothing'], { reject: false })
    expect(exitCode).toBe(2)
    expect(stderr).toBe(
      'There is no simulator “nothing”.\nTake one of: release_sim, ticket_sim, file_sim, account_sim',
    )
  })
})

async function addressOf(child: ReturnType<typeof spawn>): Promise<[url: string, token: string]> {
  let said = ''
  for await (const chunk of child.stderr ?? []) {
    said += String(chunk)
    const found = /served on (\S+)\ntoken (\S+)\n/.exec(said)
    if (found?.[1] !== undefined && found[2] !== undefined) return [found[1], found[2]]
  }
  throw new Error(`it ended: ${said}`)
}
