import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { newPlace, type Place } from './shell.ts'

let place: Place

beforeEach(async () => {
  place = newPlace()
  writeFileSync(
    join(place.shop, '.mcp.json'),
    '{"mcpServers": {"orders": {"command": "x"}, "files": {"command": "y"}}}',
  )
  mkdirSync(join(place.shop, '.mcpgraphy'))
})

describe('mode', () => {
  it('shows every server that it finds, and what each mode means', async () => {
    const { code, out } = await place.run('mode')
    expect(code).toBe(0)
    expect(out).toBe(
      [
        '.mcpgraphy/modes.json',
        '  orders: warn (every call goes through)',
        '  files: warn (every call goes through)',
        '  every other server: warn (every call goes through)',
        '',
      ].join('\n'),
    )
  })

  it('sets mode and approvals of one server, and takes an approval back', async () => {
    const { code, out, err } = await place.run('mode', 'orders', 'block', '--approve', 'refund_order', 'ship')
    expect([code, err]).toEqual([
      0,
      'Nobody has seen the tools of orders yet, so these names were not checked: mcpgraphy tools orders --start\n' +
        'A running proxy takes this up at its next call; nothing needs to be restarted.\n',
    ])
    expect((await place.run('status')).out).toContain('\norders: approved: refund_order, ship\n')
    expect(out).toContain(
      'orders: block (a call that is known to fail is refused, and one that destroys waits for you; approved: refund_order, ship)',
    )
    await place.run('mode', 'orders', '--unapprove', 'ship')
    const { servers } = JSON.parse((await place.run('mode', 'orders', '--json')).out)
    expect(servers).toEqual([{ server: 'orders', mode: 'block', approve: ['refund_order'] }])
  })

  it('sets every server with --all', async () => {
    await place.run('mode', 'orders', 'block')
    await place.run('mode', '--all', 'observe')
    const modes = JSON.parse((await place.run('mode', '--json')).out)
    expect([modes.default, ...modes.servers.map((each: { mode: string }) => each.mode)]).toEqual([
      'observe',
      'observe',
      'observe',
    ])
  })

  const mistyped: [argv: string[], err: string][] = [
    [['ordrs', 'block'], 'There is no server called "ordrs".\nDid you mean orders?\n'],
    [['orders', 'blok'], 'There is no mode called "blok".\nDid you mean block?\n'],
    [
      ['orders', '--unapprove', 'x'],
      'There is no approved tool of orders called "x".\nNo approved tool of orders was found here.\n',
    ],
    [['--all'], '--all was given without a mode.\nFor example: mcpgraphy mode --all warn\n'],
    [['--all', 'orders', 'warn'], '--all and a server were both given.\nLeave one of them out.\n'],
    [
      ['--all', 'warn', '--approve', 'x'],
      'An approval is for one server, and none was named.\nFor example: mcpgraphy mode orders --approve refund_order\n',
    ],
  ]
  it.each(mistyped)('refuses %j and says what is meant', async (argv, err) => {
    expect(await place.run('mode', ...argv)).toEqual({ code: 2, out: '', err })
  })

  it('checks an approval against the tools that the server listed', async () => {
    const store = await openStore(join(place.shop, '.mcpgraphy', 'graph.sqlite'))
    await store.saveTools('orders', [{ name: 'refund_order', schema: 's', definition: '{}' }])
    await store.close()
    expect((await place.run('mode', 'orders', '--approve', 'refund_ordr')).err).toBe(
      'There is no tool of orders called "refund_ordr".\nDid you mean refund_order?\n',
    )
    expect((await place.run('mode', 'orders', '--approve', 'refund_order')).code).toBe(0)
  })

  it('lets nothing in that came with a cloned project, until it is accepted', async () => {
    const strange = '{"version":1,"default":"pass","servers":{"files":{"mode":"block","approve":["wipe"]}}}'
    writeFileSync(join(place.shop, '.mcpgraphy', 'modes.json'), strange)
    expect(JSON.parse((await place.run('mode', '--json')).out)).toMatchObject({
      default: 'warn',
      servers: [
        { server: 'orders', mode: 'warn' },
        { server: 'files', mode: 'block', approve: [] },
      ],
    })
    const refused = await place.run('mode', 'orders', 'block')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('mcpgraphy mode --accept')])
    await place.run('mode', '--accept')
    expect(JSON.parse((await place.run('mode', '--json')).out)).toMatchObject({
      default: 'pass',
      servers: [{}, { approve: ['wipe'] }],
    })
    expect(readFileSync(join(place.shop, '.mcpgraphy', 'modes.json'), 'utf8')).toBe(strange)
  })

  it('says where a modes.json is broken, and leaves it', async () => {
    writeFileSync(join(place.shop, '.mcpgraphy', 'modes.json'), '{"version": 1,\n')
    const { code, err } = await place.run('mode', 'orders', 'block')
    expect(code).toBe(1)
    expect(err).toMatch(/modes\.json cannot be used: line 2, column 1: not JSON\./)
  })
})
