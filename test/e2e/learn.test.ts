import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { playground, program } from '../helpers/host.ts'

const server = resolve(import.meta.dirname, '../fixtures/servers/orders-file.mjs')

/** A place with orders, an adapter that says how they are set back, and what runs `learn` on it. */
async function sandbox(reset?: readonly string[]) {
  const folder = await playground()
  const [orders, adapter, db] = ['orders.json', 'adapter.json', 'graph.sqlite'].map(name =>
    join(folder, name),
  )
  const said = {
    server_id: 'orders',
    resource_class: 'order',
    observation_tool: 'get_order',
    id_param: 'id',
    observation_format: 'fields',
    features: ['status', 'paid'],
    effect_classes: { pay_order: 'MUTATING', close_order: 'DESTRUCTIVE' },
    approval_required: [],
    sandbox: { reset: reset ?? [process.execPath, server, orders ?? '', 'reset'], resources: ['1', '2'] },
  }
  await writeFile(adapter ?? '', JSON.stringify(said))
  const env = { HOME: folder, MCPGRAPHY_HOME: join(folder, 'home'), CI: '1' }
  const run = (...args: string[]) =>
    execa(process.execPath, [program, ...args], { cwd: folder, env, reject: false })
  const learn = (...more: string[]) =>
    run(
      'learn',
      ...['--server', 'orders', '--adapter', adapter ?? '', '--db', db ?? '', '--budget', '80', ...more],
      ...['--', process.execPath, server, orders ?? ''],
    )
  return { run, learn, db: db ?? '', orders: orders ?? '' }
}

describe('experiments on a server of one’s own', () => {
  it('find out by the set-back sandbox when its tools work', async () => {
    const { run, learn, db } = await sandbox()
    const { exitCode, stderr } = await learn('--sandbox')
    expect([exitCode, stderr]).toEqual([0, expect.anything()])
    const { stdout } = await run('graph', 'export', '--server', 'orders', '--db', db, '--format', 'json')
    expect(stdout).toContain('close_order')
    const explained = await run(
      'explain',
      'close_order@order:paid=false,status=OPEN',
      '--server',
      'orders',
      '--db',
      db,
    )
    expect(explained.stdout).toMatch(/order\.paid is false/)
  })

  it('are not made where nobody says that it is a sandbox: not one call', async () => {
    const { learn, db, orders } = await sandbox()
    const { exitCode, stderr } = await learn()
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain('--sandbox')
    expect([existsSync(orders), existsSync(db)]).toEqual([false, false])
  })

  it('end in words where it cannot be set back', async () => {
    const { learn } = await sandbox([process.execPath, '-e', 'process.exit(3)'])
    const { exitCode, stderr } = await learn('--sandbox')
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/set back|reset/)
  })
})
