import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { program } from './terminal.ts'

interface Entry {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Record<string, string>
}

const server = resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)

/** Starts an entry as a host does, and gives the names of the tools and what one call answers. */
async function start(entry: Entry, cwd: string, home: string) {
  const client = new Client({ name: 'a-host', version: '1' })
  const env = { PATH: '/usr/bin:/bin', HOME: home, ...entry.env }
  await client.connect(
    new StdioClientTransport({ command: entry.command, args: [...entry.args], cwd, env, stderr: 'ignore' }),
  )
  try {
    const { tools } = await client.listTools()
    const listed = await client.callTool({ name: 'list_directory', arguments: { path: join(home, 'files') } })
    return { names: tools.map(each => each.name), listed: listed.content }
  } finally {
    await client.close()
  }
}

describe('a wrapped entry, started by a real client as a host would', () => {
  it('gives the same tools plus four, and the same answers, with the bare PATH of an app', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-start-')))
    const config = join(home, '.config', 'Claude', 'claude_desktop_config.json')
    mkdirSync(join(home, '.config', 'Claude'), { recursive: true })
    mkdirSync(join(home, 'files'))
    writeFileSync(join(home, 'files', 'a.txt'), 'a')
    const plain: Entry = { command: process.execPath, args: [server, join(home, 'files')] }
    writeFileSync(config, JSON.stringify({ mcpServers: { files: plain } }, null, 2))
    const env = { HOME: home, PATH: process.env.PATH ?? '' }
    await execa(process.execPath, [...program, 'wrap', '--scope', 'user', '--write', '--yes'], {
      cwd: join(home, 'files'),
      env,
      extendEnv: false,
    })

    const wrapped: Entry = JSON.parse(readFileSync(config, 'utf8')).mcpServers.files
    const before = await start(plain, join(home, 'files'), home)
    const after = await start(wrapped, join(home, 'files'), home)
    const ours = ['mcpgraphy_affordances', 'mcpgraphy_explain', 'mcpgraphy_graph', 'mcpgraphy_status']
    expect(wrapped.args).toContain('proxy')
    expect(after.names.slice(0, before.names.length)).toEqual(before.names)
    expect(after.names.slice(before.names.length).sort()).toEqual(ours)
    expect(after.listed).toEqual(expect.arrayContaining(before.listed as unknown[]))
  })
})
