import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { entry, piece } from '../store/generate.ts'
import { folder, open } from '../store/place.ts'
import { run } from './run.ts'

describe('mcpgraphy status', () => {
  it('says what to do where nothing was learned yet', async () => {
    const project = folder()
    const { code, out, err } = await run(project, 'status')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Nothing was learned yet\. Wrap a server \(mcpgraphy init\), restart its host/)
    expect(JSON.parse((await run(project, 'status', '--json')).out)).toMatchObject({
      servers: [],
      remarks: [],
    })
  })

  it('counts calls, failures, warnings, refusals and holds, and names mode, adapter and model version', async () => {
    const project = await used()
    const { code, out } = await run(project, 'status')
    expect(code).toBe(0)
    const [heading, row] = out.split('\n')
    expect(heading?.split(/ {2,}/)).toEqual([
      'server',
      'mode',
      'adapter',
      'calls',
      'failed',
      'warned',
      'refused',
      'held',
      'model version',
      'last entry',
    ])
    expect(row?.split(/ {2,}/).slice(0, 9)).toEqual(['orders', 'warn', 'none', '4', '1', '1', '1', '1', '2'])
    expect(out).toContain('orders: 2 problems, the last at ')
    expect(out).toContain('the disk was full')
    expect(out).toContain('mcpgraphy adapter init orders')
  })

  it('prints the same as one JSON document', async () => {
    const project = await used()
    const { out } = await run(project, 'status', '--json')
    expect(JSON.parse(out)).toEqual({
      database: join(project, '.mcpgraphy', 'graph.sqlite'),
      servers: [
        {
          server: 'orders',
          mode: 'warn',
          approved: [],
          adapter: { kind: 'none', name: '' },
          calls: 4,
          failures: 1,
          warnings: 1,
          refusals: 1,
          holds: 1,
          outcomes: { unchanged: 0, partial: 0, unknown: 0, unsent: 0 },
          model: 2,
          problems: 2,
          hidden: [expect.objectContaining({ tool: 'ship_order', ok: 1, failed: 1, splitter: null })],
          lastProblem: { time: '1970-01-01T00:00:00.009Z', at: 9, reason: 'the disk was full' },
          first: '1970-01-01T00:00:00.001Z',
          last: '1970-01-01T00:00:00.009Z',
        },
      ],
      remarks: [],
    })
  })

  it('takes a mode that came with the project only as far as it makes things stricter, and says so', async () => {
    const project = await used()
    const servers = { orders: { mode: 'block', approve: ['refund_order'] }, files: { mode: 'pass' } }
    writeFileSync(join(project, '.mcpgraphy', 'modes.json'), JSON.stringify({ version: 1, servers }))
    const said = JSON.parse((await run(project, 'status', '--json')).out)
    expect(said.servers).toMatchObject([
      { server: 'orders', mode: 'block', approved: [] },
      { server: 'files', mode: 'warn', calls: 0, model: 0, first: null },
    ])
    expect(said.remarks).toHaveLength(1)
    expect((await run(project, 'status')).out).toContain('mcpgraphy mode --accept')
  })

  it('names the bundled adapter that fits the tools that the server listed', async () => {
    const project = folder()
    const store = await open(join(project, '.mcpgraphy', 'graph.sqlite'))
    const parameters = ['path', 'edits', 'content', 'source', 'destination']
    const inputSchema = { type: 'object', properties: Object.fromEntries(parameters.map(each => [each, {}])) }
    const listed = ['get_file_info', 'edit_file', 'move_file', 'write_file'].map(name => ({
      name,
      inputSchema,
    }))
    await store.saveTools(
      'files',
      listed.map(tool => ({ name: tool.name, schema: '', definition: JSON.stringify(tool) })),
    )
    await store.append(piece({ server: 'files' }), entry({ server: 'files' }))
    const said = JSON.parse((await run(project, 'status', '--json')).out)
    expect(said.servers).toMatchObject([
      { server: 'files', adapter: { kind: 'bundled', name: 'filesystem' } },
    ])
  })

  it('does not take an adapter that came with the project for one in use', async () => {
    const project = await used()
    mkdirSync(join(project, '.mcpgraphy', 'adapters'))
    writeFileSync(join(project, '.mcpgraphy', 'adapters', 'orders.json'), '{}')
    const { out } = await run(project, 'status')
    expect(out).toMatch(/^orders +warn +not used /m)
    expect(out).toContain('mcpgraphy mode --accept')
    const said = JSON.parse((await run(project, 'status', '--json')).out)
    expect(said.servers).toMatchObject([{ adapter: { kind: 'unusable' } }])
  })

  it('reads the database that is named', async () => {
    const project = await used()
    const { out } = await run(
      folder(),
      'status',
      '--db',
      join(project, '.mcpgraphy', 'graph.sqlite'),
      '--json',
    )
    expect(JSON.parse(out).servers).toMatchObject([{ server: 'orders', calls: 4 }])
    expect(await run(folder(), 'status', '--db', 'gone.sqlite')).toMatchObject({ code: 1, out: '' })
  })

  it('has a help with an example', async () => {
    const { code, out } = await run(folder(), 'status', '--help')
    expect(code).toBe(0)
    expect(out).toContain('Example:\n  mcpgraphy status --json')
  })
})

/** A project in which one server was called. */
async function used(): Promise<string> {
  const project = folder()
  const store = await open(join(project, '.mcpgraphy', 'graph.sqlite'))
  const failure = { kind: 'failure', failure: 'state', code: 'E', fingerprint: 'x', names: [] } as const
  await store.append(piece(), entry({ at: 1 }))
  await store.append(piece({ outcome: failure }), entry({ at: 2, decision: 'noted' }))
  await store.record(entry({ at: 3, decision: 'refused' }))
  await store.record(entry({ at: 4, decision: 'held' }))
  await store.record(entry({ at: 5, decision: 'problem', reason: 'the adapter was gone' }))
  await store.record(entry({ at: 9, decision: 'problem', reason: 'the disk was full' }))
  return project
}
