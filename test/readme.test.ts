import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { filesystemProxy, playground, program, startHost } from './helpers/host.ts'

const root = resolve(import.meta.dirname, '..')
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

/** Every command of ours that a page shows, in a block or in a table. */
function commandsIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  // odd parts stand between fences; the first line of each is its language
  const blocks = text.split(/^```/m).filter((part, at) => at % 2 === 1 && /^(?:sh|bash)\n/.test(part))
  const inBlocks = blocks.flatMap(block => block.split('\n').slice(1))
  const inLines = [...text.matchAll(/`(mcpgraphy [^`]+)`/g)].map(([, command]) => command ?? '')
  return [...inBlocks, ...inLines]
    .map(line =>
      line
        .replace(/\s+#.*$/, '')
        .replace(/^npx /, '')
        .trim(),
    )
    .filter(line => /^mcpgraphy\s/.test(line))
}

/** What a page's command needs to be run here: a server that stands in for the reader's, a place that was seen. */
function runnable(command: string, folder: string): string[] {
  return command
    .replace(/^mcpgraphy\s+/, '')
    .replace(/-- npx -y @\S+( \.)?$/, '--help')
    .replace(/^(explain|learn|retest)$/, '$1 --help') // named in a sentence
    .replace(/^adapter init$/, 'adapter init orders')
    .replace(/^(tools|backtest --server) orders$/, '$1 files')
    .replace(/^retest orders refund_order$/, 'retest files edit_file')
    .replace(/^wrap --write$/, `wrap --write --yes --launcher ${JSON.stringify([process.execPath, program])}`)
    .replace('file:/srv/a.txt', `file:${folder}/a.txt`)
    .replace('file:/srv/notes.txt', `file:${folder}/a.txt`)
    .split(/\s+/)
}

describe('the pages', () => {
  let folder = ''
  let home = ''
  beforeAll(async () => {
    folder = await playground({
      'a.txt': 'one',
      '.mcp.json': JSON.stringify({
        mcpServers: {
          orders: {
            command: process.execPath,
            args: [join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js'), '.'],
          },
        },
      }),
    })
    home = await playground()
    const host = await startHost({
      args: filesystemProxy(folder, [], join(folder, '.mcpgraphy', 'graph.sqlite')),
      cwd: folder,
    })
    await host.client.listTools()
    await host.call('edit_file', { path: join(folder, 'a.txt'), edits: [{ oldText: 'one', newText: 'two' }] })
    await host.leave()
  })

  const shown = [...new Set(pages.flatMap(commandsIn))]

  it('show commands of ours', () => expect(shown.length).toBeGreaterThan(8))

  it.each(shown)('`%s` is a command that works', async command => {
    const { exitCode, stderr } = await execa(process.execPath, [program, ...runnable(command, folder)], {
      cwd: folder,
      env: { HOME: home, MCPGRAPHY_HOME: join(home, 'data'), CI: '1' },
      input: '',
      reject: false,
    })
    expect(stderr).not.toMatch(/unknown option|unknown command|too many arguments|should not/i)
    expect([exitCode, stderr]).toEqual([0, expect.anything()])
  })
})
