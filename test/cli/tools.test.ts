import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { newPlace, type Place } from './shell.ts'

const root = resolve(import.meta.dirname, '../..')
const memory = join(root, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js')

let place: Place

beforeEach(() => {
  place = newPlace()
})

async function keep(folder: string, server: string, tools: object[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const store = await openStore(join(folder, 'graph.sqlite'))
  const known = tools.map(tool => ({ name: 'x', schema: 's', definition: JSON.stringify(tool) }))
  await store.saveTools(server, known)
  await store.close()
}

function config(mcpServers: object): void {
  writeFileSync(join(place.shop, '.mcp.json'), JSON.stringify({ mcpServers }))
}

const refund = {
  name: 'create_refund',
  inputSchema: { properties: { payment_id: { type: 'string' } }, required: ['payment_id'] },
}

describe('tools', () => {
  it('are the list that was kept, under the heading of their class, with reason and suggested rule', async () => {
    config({ orders: { command: 'no-such-program' } })
    await keep(join(place.shop, '.mcpgraphy'), 'orders', [
      { name: 'get_order' },
      refund,
      { name: 'frobnicate' },
    ])
    const { code, out, err } = await place.run('tools', 'orders')
    expect([code, err]).toEqual([0, ''])
    expect(out).toBe(
      [
        'orders: 1 read, 1 change, 0 destroy, 1 unknown, as it listed them when it last ran.',
        '',
        'reads',
        '  get_order      its name says "get"',
        '',
        'changes something',
        '  create_refund  its name says "create"',
        '      suggested rule: at most once per payment_id',
        '',
        'unknown',
        '  frobnicate     neither its name nor a hint says what it does',
        '',
      ].join('\n'),
    )
  })

  it('are one JSON document with stable keys', async () => {
    await keep(join(place.home, '.local/share/mcpgraphy'), 'orders', [refund])
    config({ orders: { command: 'x' } })
    mkdirSync(join(place.shop, '.mcpgraphy'))
    expect(JSON.parse((await place.run('tools', '--json')).out)).toEqual({
      servers: [
        {
          server: 'orders',
          from: 'kept',
          tools: [
            {
              tool: 'create_refund',
              class: 'changes',
              why: 'its name says "create"',
              depends_on: null,
              suggested_rule: { kind: 'at_most_once', per: ['payment_id'] },
            },
          ],
        },
      ],
    })
  })

  it('never start a server without a word: without a terminal they say what to run', async () => {
    config({ orders: { command: 'no-such-program' } })
    const { code, err } = await place.run('tools', 'orders')
    expect([code, err]).toEqual([
      1,
      'Nobody has seen the tools of orders yet.\n' +
        'Use it through mcpgraphy once, or let it be started now: mcpgraphy tools orders --start\n',
    ])
    expect((await place.run('tools')).err).toContain('Nobody has seen the tools of any server here.')
    expect((await place.run('tools', 'ordrs', '--start')).err).toContain('Did you mean orders?')
  })

  it('are asked from the live server with --start, and from a command behind dashes', async () => {
    config({ memory: { command: process.execPath, args: [memory] } })
    const { out, err } = await place.run('tools', 'memory', '--start', '--json')
    expect(err).toContain('Starting')
    const [server] = JSON.parse(out).servers
    expect(server.from).toBe('live')
    expect(server.tools).toContainEqual(
      expect.objectContaining({ tool: 'delete_entities', class: 'destroys' }),
    )
    const direct = await place.run('tools', 'mine', '--', process.execPath, memory)
    expect(direct.out).toMatch(/^mine: \d+ read, .*, as it lists them now\./)
  })

  it('can be read from a file', async () => {
    const file = join(root, 'test/fixtures/corpus/filesystem.json')
    expect(JSON.parse(readFileSync(file, 'utf8')).tools.length).toBeGreaterThan(10)
    const { out } = await place.run('tools', '--tools', file)
    expect(out).toContain('depends on "dryRun": true reads')
    expect(out).toContain('move_file                  the adapter says so (its name says "move")')
  })
})
