import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeProjectAdapter } from '../../src/project/adapters.ts'
import { entry, piece } from '../store/generate.ts'
import { folder, open } from '../store/place.ts'
import { run } from './run.ts'

const adapter = `{
  // what a person wrote
  "server_id": "orders", "resource_class": "order",
  "observation_tool": "get_order", "id_param": "order_id",
  "features": [ "status" ], // one so far
}
`

describe('hidden state', () => {
  it('is listed by status with the field that would tell, and one command takes it in', async () => {
    const project = await used()
    const told = (await run(project, 'status')).out
    expect(told).toContain(
      'orders: ship_order from [status=PAID] worked twice and failed twice (ERR: not now): something that is no feature decides.'.replace(
        /twice/g,
        '2 times',
      ),
    )
    expect(told).toContain(
      '  The field locked tells 4 of 4 pairs of a call that worked and one that failed apart. To make it a feature: mcpgraphy adapter feature orders locked --write',
    )
    const file = join(project, '.mcpgraphy', 'adapters', 'orders.json')
    const shown = await run(project, 'adapter', 'feature', 'orders', 'locked')
    expect(shown.out).toContain('Nothing was written: add --write.')
    expect(readFileSync(file, 'utf8')).toBe(adapter)
    const { code, out } = await run(project, 'adapter', 'feature', 'orders', 'locked', '--write')
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Added locked to the features in /),
    })
    expect(readFileSync(file, 'utf8')).toBe(adapter.replace('"status" ]', '"status","locked" ]'))
    expect((await run(project, 'adapter', 'feature', 'orders', 'locked', '--write')).out).toContain('already')
    expect((await run(project, 'adapter', 'check', 'orders')).code).toBe(0)
  })

  it('is in the JSON of status', async () => {
    const [server] = JSON.parse((await run(await used(), 'status', '--json')).out).servers
    expect(server.hidden).toEqual([
      expect.objectContaining({
        tool: 'ship_order',
        splitter: { kind: 'field', field: 'locked', splits: 4, of: 4 },
      }),
    ])
  })

  it.each([
    [['orders', 'locked', '--class', 'ordr'], 2, 'Did you mean order?'],
    [['other', 'locked'], 1, 'mcpgraphy adapter init other --write'],
    [['orders'], 2, 'field'],
  ])('%j: exit %i, and what to do', async (args, code, said) => {
    const ran = await run(await used(), 'adapter', 'feature', ...args)
    expect(ran.code).toBe(code)
    expect(ran.err).toContain(said)
  })

  it('needs no features where all that have the shape of one count', async () => {
    const project = await used(adapter.replace('"features": [ "status" ], // one so far\n', ''))
    const { code, err } = await run(project, 'adapter', 'feature', 'orders', 'locked')
    expect(code).toBe(2)
    expect(err).toContain('The adapter names no features')
  })
})

/** A project in which one state gave both outcomes, and with an adapter that somebody wrote. */
async function used(text = adapter): Promise<string> {
  const project = folder()
  mkdirSync(join(project, '.mcpgraphy'))
  chmodSync(join(project, '.mcpgraphy'), 0o700)
  const of = { path: join(project, '.mcpgraphy'), of: 'project' as const }
  await writeProjectAdapter(of, { path: `${project}-user`, of: 'user' }, 'orders', text)
  writeFileSync(join(project, '.mcpgraphy', '.gitignore'), '')
  const store = await open(join(project, '.mcpgraphy', 'graph.sqlite'))
  const failure = {
    kind: 'failure',
    failure: 'state',
    code: 'ERR',
    fingerprint: 'not now',
    names: [],
  } as const
  for (const [at, locked] of [false, true, false, true].entries()) {
    const role = {
      role: 'order',
      resource: `order:${at}`,
      resourceClass: 'order',
      before: 'status=PAID',
      after: 'status=PAID',
    }
    const atoms = ['order.exists is true', 'order.status is PAID', `aside order.locked is ${locked}`]
    const more = locked ? { outcome: failure } : {}
    await store.append(piece({ roles: [role], atoms, callDigest: `${at}`, ...more }), entry({ at }))
  }
  return project
}
