import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { playground, program, startHost } from '../helpers/host.ts'

const shop = resolve(import.meta.dirname, '../fixtures/servers/shop.mjs')

it('what a proxy saw without an adapter is enough to draft one, and the next proxy reads with it', async () => {
  const folder = await playground()
  const env = { HOME: folder, MCPGRAPHY_HOME: join(folder, 'data') }
  const proxied = ['proxy', '--name', 'shop', '--project', folder, '--', process.execPath, shop]
  const first = await startHost({ args: [program, ...proxied], cwd: folder, env })
  await first.client.listTools()
  await first.call('get_order', { order_id: '7' })
  await first.call('list_customers', {})
  await first.call('block_customer', { customer_id: 'c2' })
  await first.leave()

  const adapter = await execa(
    process.execPath,
    [program, 'adapter', 'init', 'shop', '--write', '--', process.execPath, shop],
    {
      cwd: folder,
      env,
    },
  )
  expect(adapter.stderr).toContain('real answers were looked at')
  expect(adapter.stderr).toMatch(/sure +resources \(order\)\.observation_root/)
  expect(adapter.stderr).toMatch(/sure +resources \(customer\)\.find/)
  expect(adapter.stderr).not.toContain('Calling')

  const second = await startHost({ args: [program, ...proxied], cwd: folder, env })
  await second.client.listTools()
  const shipped = await second.call('ship_order', { order_id: '7' })
  expect(shipped.text).toContain('not paid')
  expect(shipped.ours).toContain('status=in_progress')
  expect((await second.call('block_customer', { customer_id: 'c4' })).ours).toContain('blocked=true')
  await second.leave()
})
