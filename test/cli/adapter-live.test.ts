import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readAdapter } from '../../src/adapter/load.ts'
import { makeFolder } from '../../src/project/folder.ts'
import { databasePath, projectFolder } from '../../src/project/paths.ts'
import { openStore } from '../../src/store/open.ts'
import { type Ran, run as runIn } from './run.ts'

const root = resolve(import.meta.dirname, '../..')
const shop = ['--', process.execPath, join(root, 'test/fixtures/servers/shop.mjs')]
const files = join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')

let project: string

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'adapter-live-')))
})

describe('adapter init --sample', () => {
  it('takes root, features and absence from real answers, and finds in a paged list what is only listed', async () => {
    const { out, err } = await run(
      'adapter',
      'init',
      'shop',
      '--json',
      '--sample',
      'order:7',
      '--sample',
      'customer:c4',
      ...shop,
    )
    const { adapter, notes, cannot_draft, samples } = JSON.parse(out)
    expect([cannot_draft, samples]).toEqual([null, 4])
    expect(adapter.resources[0]).toMatchObject({
      resource_class: 'order',
      observation_root: 'order',
      missing: [{ text: 'Nothing is known of' }, expect.anything()],
      features: ['status', 'paid', { name: 'lines', path: 'lines', test: 'nonempty' }],
    })
    expect(adapter.resources[1]).toMatchObject({
      resource_class: 'customer',
      find: { in: 'customers', key: 'id', pages: { param: 'cursor', next: 'next_cursor' } },
      features: ['blocked'],
    })
    expect(notes).toContainEqual({
      path: 'resources[0].missing',
      why: 'so a real answer said that there is no such thing',
      confidence: 'sure',
    })
    const called = [...err.matchAll(/^Calling (\w+)/gm)].map(each => each[1])
    expect(called).toEqual(['get_order', 'list_customers', 'list_customers', 'get_order'])
  })

  it('drafts for the real filesystem server what the ready-made adapter says', async () => {
    writeFileSync(join(project, 'a.txt'), 'hello')
    const server = ['--', process.execPath, files, project]
    const { out } = await run(
      'adapter',
      'init',
      'files',
      '--draft',
      '--json',
      '--sample',
      join(project, 'a.txt'),
      ...server,
    )
    expect(JSON.parse(out).adapter.resources).toMatchObject([
      {
        resource_class: 'file',
        observation_tool: 'get_file_info',
        id_param: 'path',
        observation_format: 'kv_text',
        features: ['isDirectory', 'isFile'],
      },
    ])
  })

  it('says that tools in a file answer no call', async () => {
    const tools = join(root, 'test/fixtures/corpus/ohno.json')
    const { code, err } = await run('adapter', 'init', 'o', '--tools', tools, '--sample', '7')
    expect([code, err]).toEqual([2, expect.stringContaining('Tools in a file answer no call')])
  })
})

describe('adapter init with what the proxy saw', () => {
  it('drafts what the tools alone do not show: the list in which a customer stands, and what is state there', async () => {
    const folder = projectFolder(project)
    await makeFolder(folder)
    const store = await openStore(databasePath(folder))
    const seen = (tool: string, args: object, answer: object) => ({
      tool,
      failed: false,
      text: JSON.stringify({
        arguments: args,
        result: { content: [{ type: 'text', text: JSON.stringify(answer) }] },
      }),
    })
    await store.addSketch('shop', seen('block_customer', { customer_id: 'id-0001' }, { success: true }))
    const list = {
      customers: [
        { id: 'id-0002', blocked: false },
        { id: 'id-0001', blocked: true },
      ],
    }
    await store.addSketch('shop', seen('list_customers', {}, list))
    await store.addSketch('shop', { tool: 'get_order', failed: false, text: '{"half": "writ' })
    await store.close()
    const { out, err } = await run('adapter', 'init', 'shop', '--json', ...shop)
    expect(err).toContain('shop lists 10 tools. 2 real answers were looked at.')
    expect(err).not.toContain('Calling')
    expect(JSON.parse(out).adapter.resources[1]).toMatchObject({
      resource_class: 'customer',
      find: { in: 'customers', key: 'id' },
      features: ['blocked'],
    })
  })
})

describe('adapter init --write', () => {
  it('writes reasons and doubts as comments, and the schema where the file names it', async () => {
    await run('adapter', 'init', 'shop', '--write', ...shop)
    const text = readFileSync(join(project, '.mcpgraphy/adapters/shop.json'), 'utf8')
    expect(text).toContain(
      '      // sure: get_order: its name says "get", it is about order\n      "observation_tool": "get_order"',
    )
    expect(text).toMatch(/^\/\/ customer: left out: list_customers lists them/)
    expect(readAdapter(text)).toHaveProperty('adapter')
    const schema = JSON.parse(readFileSync(join(project, '.mcpgraphy/adapter.schema.json'), 'utf8'))
    expect(schema.title).toBe('mcpgraphy adapter')
    expect((await run('adapter', 'list')).out).not.toContain('schema')
  })

  it('run again with more evidence changes what it had drafted, and keeps what a person changed', async () => {
    await run('adapter', 'init', 'shop', '--write', ...shop)
    const file = join(project, '.mcpgraphy/adapters/shop.json')
    const before = readFileSync(file, 'utf8')
    const mine = before
      .replace(
        '"id_param": "drawer_id"',
        '"id_param": "drawer_id", // the blue one\n      "features": ["open"]',
      )
      .replace(/"approval_required": \[\]/, '"approval_required": ["ship_order"]')
    writeFileSync(file, mine)
    await run('mode', '--accept')
    const again = await run('adapter', 'init', 'shop', '--write', '--sample', 'order:7', ...shop)
    const text = readFileSync(file, 'utf8')
    expect([again.code, again.err]).toEqual([
      0,
      expect.stringContaining('What you had changed there stays as it was'),
    ])
    expect(again.err).toContain('  added resources[0].observation_root\n')
    expect(text).toContain('// the blue one\n      "features": ["open"]')
    expect(text).toContain('"approval_required": ["ship_order"]')
    expect(text).toContain('"observation_root": "order"')
    expect(readAdapter(text)).toHaveProperty('adapter')
    const third = await run('adapter', 'init', 'shop', '--write', '--sample', 'order:7', ...shop)
    expect(third.err).toContain('says all this already. Nothing was changed.')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

describe('adapter check with a real resource', () => {
  beforeEach(async () => {
    await run('adapter', 'init', 'shop', '--write', '--sample', 'order:7', '--sample', 'customer:c4', ...shop)
  })

  it('shows the state of one that is there and of one that is not', async () => {
    const { code, out } = await check('customer:c5')
    expect(code).toBe(0)
    expect(out).toContain('customer:c5  [blocked=false]\n')
    expect(out).toContain('customer:c5-does-not-exist  [exists=false]\n')
  })

  it('calls it an error where a reading tool makes what it does not find', async () => {
    const { code, out } = await check('drawer:1')
    expect(code).toBe(1)
    expect(out).toContain(
      'error  drawer.observation_tool: get_drawer made what it was asked to read, and did not find',
    )
  })

  it('warns of a reading tool that takes away what it reads', async () => {
    const { code, out } = await check('letter:1')
    expect(code).toBe(0)
    expect(out).toContain('warning  letter.read: a second reading with get_letter no longer showed it')
    expect(out).toContain('"read": {"before": false, "after": false}')
  })

  it('warns of a state that does not stay, and of a field that counts the readings', async () => {
    const visit = {
      resource_class: 'order',
      observation_tool: 'view_visit',
      id_param: 'order_id',
      features: ['rank'],
    }
    writeFileSync(join(project, 'visit.json'), JSON.stringify({ server_id: 'shop', resources: [visit] }))
    const { out } = await run(
      'adapter',
      'check',
      'visit.json',
      '--resource',
      '7',
      '--slow',
      '600000',
      ...shop,
    )
    expect(out).toContain('order.features: "rank" changed between two readings')
    expect(out).toContain('order.observation_tool: view_visit may change what it reads: "visits" grew')
  })

  it('warns of readings that are slower than the stated limit', async () => {
    const slow = await run(
      'adapter',
      'check',
      'shop',
      '--json',
      '--resource',
      'order:7',
      '--slow',
      '0',
      ...shop,
    )
    const [{ findings, reading, missing }] = JSON.parse(slow.out).adapters
    expect(findings).toMatchObject([{ severity: 'warning', path: 'order.read' }])
    expect([reading.observation, missing.observation]).toEqual(['seen', 'absent'])
    expect((await run('adapter', 'check', 'shop', '--live', '--resource', '7', '--slow', 'soon')).code).toBe(
      2,
    )
  })

  function check(resource: string): Promise<Ran> {
    return run('adapter', 'check', 'shop', '--resource', resource, '--slow', '600000', ...shop)
  }
})

function run(...argv: string[]): Promise<Ran> {
  return runIn(project, ...argv)
}
