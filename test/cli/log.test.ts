import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import Engine from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { entry, piece } from '../store/generate.ts'
import { folder, open } from '../store/place.ts'
import { run } from './run.ts'

const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d'

describe('mcpgraphy log', () => {
  it('prints one line an entry: number, time, server, decision, tool, resources, reason', async () => {
    const { project } = await written()
    const { code, out, err } = await run(project, 'log')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n')).toEqual([
      expect.stringMatching(`^#1  ${time}  orders  forwarded  ship_order  order:7$`),
      expect.stringMatching(`^#2  ${time}  orders  refused    ship_order  order:8  it failed before$`),
      expect.stringMatching(`^#3  ${time}  files  mode       now block$`),
      '',
    ])
  })

  it('finds the database of the project from a folder inside it', async () => {
    const { project } = await written()
    const { out } = await run(join(project, '.mcpgraphy'), 'log', '--tail', '1')
    expect(out).toMatch(/^#3 /)
  })

  it('keeps to a server, to a resource, to the last entries, and says when there are earlier ones', async () => {
    const { project } = await written()
    const numbers = async (...options: string[]) => {
      const { out, err } = await run(project, 'log', ...options)
      return { shown: [...out.matchAll(/^#(\d+)/gm)].map(each => Number(each[1])), err }
    }
    expect(await numbers('--server', 'orders')).toEqual({ shown: [1, 2], err: '' })
    expect(await numbers('--resource', 'order:8')).toEqual({ shown: [2], err: '' })
    expect(await numbers('--tail', '2')).toEqual({
      shown: [2, 3],
      err: 'These are the last 2; --tail all shows every entry.\n',
    })
    expect(await numbers('--tail', '3')).toEqual({ shown: [1, 2, 3], err: '' })
    expect(await numbers('--tail', 'all')).toEqual({ shown: [1, 2, 3], err: '' })
    expect(await numbers('--resource', 'order:9')).toEqual({
      shown: [],
      err: 'The log has no such entry yet.\n',
    })
  })

  it('prints one JSON document with every field', async () => {
    const { project, database } = await written()
    const { out } = await run(project, 'log', '--json', '--server', 'orders')
    const said = JSON.parse(out)
    expect(said).toMatchObject({ database, earlier: false })
    expect(said.entries).toEqual([
      {
        seq: 1,
        number: 1,
        at: 1_764_000_000_000,
        time: '2025-11-24T16:00:00.000Z',
        server: 'orders',
        session: 's1',
        tool: 'ship_order',
        resources: ['order:7'],
        decision: 'forwarded',
        reason: '',
        requestDigest: 'cc'.repeat(32),
        replyDigest: 'dd'.repeat(32),
        evidence: 1,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      expect.objectContaining({ seq: 2, decision: 'refused', replyDigest: 'none', evidence: null }),
    ])
  })

  it('shows what a server said as data: no escape sequence reaches the terminal', async () => {
    const { project, store } = await written()
    const evil = '\u001b]0;owned\u0007\u001b[2Jship\u009b1A\u202e'
    await store.record(
      entry({ tool: evil, resources: [evil], reason: `${evil}\nmcpgraphy: all is well`, server: evil }),
    )
    for (const options of [[], ['--json']]) {
      const { out } = await run(project, 'log', ...options)
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    }
    expect((await run(project, 'log', '--tail', '1')).out).toMatch(
      /ship {2}ship {2}ship mcpgraphy: all is well\n$/,
    )
  })

  it('is empty, and no error, where nothing was called yet', async () => {
    const project = folder()
    expect(await run(project, 'log')).toEqual({ code: 0, out: '', err: 'The log has no such entry yet.\n' })
    expect(JSON.parse((await run(project, 'log', '--json')).out)).toMatchObject({
      entries: [],
      earlier: false,
    })
  })

  it.each([
    [['--tail', 'many'], /whole number, or "all"/],
    [['--tail', '-1'], /whole number, or "all"/],
    [['--verify', '--resource', 'order:7'], /cannot be used with/],
    [['--nonsense'], /^Unknown option '--nonsense'\.\nSee mcpgraphy log --help\.\n$/],
  ])('says what is wrong with %j', async (options, why) => {
    const { project } = await written()
    const { code, out, err } = await run(project, 'log', ...options)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(why)
  })

  it('says which servers it knows when one is named that it does not', async () => {
    const { project } = await written()
    const { code, err } = await run(project, 'log', '--server', 'order')
    expect(code).toBe(1)
    expect(err).toBe('The log has nothing of a server called order.\nIt knows: files, orders\n')
  })

  it('says so when the database that was named is missing or none', async () => {
    const project = folder()
    expect(await run(project, 'log', '--db', 'gone.sqlite')).toMatchObject({
      code: 1,
      err: /There is no database at /,
    })
    writeFileSync(join(project, 'text.sqlite'), 'no database at all')
    expect(await run(project, 'log', '--db', 'text.sqlite')).toMatchObject({ code: 1, err: /cannot be read/ })
  })

  it('has a help with examples', async () => {
    const { code, out } = await run(folder(), 'log', '--help')
    expect(code).toBe(0)
    expect(out).toMatch(/Examples:\n {2}mcpgraphy log --server orders --tail 20/)
  })
})

describe('mcpgraphy log --verify', () => {
  it('says of each server that its chain holds', async () => {
    const { project } = await written()
    expect(await run(project, 'log', '--verify')).toEqual({
      code: 0,
      out: 'files: the chain holds (1 entry)\norders: the chain holds (2 entries)\n',
      err: '',
    })
    expect((await run(project, 'log', '--verify', '--server', 'files')).out).toBe(
      'files: the chain holds (1 entry)\n',
    )
  })

  it('names the entry where a chain is broken, and exits 1', async () => {
    const { project, database } = await written()
    tamper(database, 'UPDATE log SET at = 0 WHERE seq = 2')
    const { code, out } = await run(project, 'log', '--verify')
    expect(code).toBe(1)
    expect(out).toContain('orders: the chain is broken at #2: entry no. 2 is not what was written\n')
    const json = await run(project, 'log', '--verify', '--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toEqual({
      database,
      ok: false,
      servers: [
        { server: 'files', ok: true, entries: 1 },
        { server: 'orders', ok: false, at: 2, why: 'entry no. 2 is not what was written' },
      ],
    })
  })
})

describe('mcpgraphy log --follow', () => {
  it('prints what was there, then each entry as another process writes it', async () => {
    const { project, store } = await written()
    const lines = following(project, '--tail', '1')
    expect(await lines.next()).toMatch(/^#3 .* files/)
    await store.record(entry({ decision: 'held', reason: 'waits for you' }))
    expect(await lines.next()).toMatch(/^#4 .* held .* waits for you$/)
    await store.append(piece(), entry())
    expect(await lines.next()).toMatch(/^#5 .* forwarded/)
  })

  it('waits for the first call, and keeps to one server and one resource, a JSON document a line', async () => {
    const project = folder()
    mkdirSync(join(project, '.mcpgraphy'))
    const lines = following(project, '--json', '--server', 'orders', '--resource', 'order:8')
    await lines.waiting
    const store = await open(join(project, '.mcpgraphy', 'graph.sqlite'))
    await store.record(entry())
    await store.record(entry({ server: 'files', resources: ['order:8'] }))
    await store.record(entry({ resources: ['order:8'] }))
    expect(JSON.parse(await lines.next())).toMatchObject({ seq: 3, number: 2, resources: ['order:8'] })
  })

  it('ends by itself when nobody reads any more', async () => {
    const { project, store } = await written()
    const lines = following(project)
    await lines.next()
    lines.child.stdout?.destroy()
    const exited = once(lines.child, 'exit')
    await store.record(entry())
    expect(await exited).toEqual([0, null])
  })
})

/** A project with a database of two servers and three entries. */
async function written(): Promise<{ project: string; database: string; store: Store }> {
  const project = folder()
  const database = join(project, '.mcpgraphy', 'graph.sqlite')
  const store = await open(database)
  await store.append(piece(), entry())
  await store.record(
    entry({ decision: 'refused', resources: ['order:8'], reason: 'it failed before', replyDigest: 'none' }),
  )
  await store.record(
    entry({ server: 'files', tool: '', resources: [], decision: 'mode', reason: 'now block' }),
  )
  return { project, database, store }
}

function tamper(database: string, sql: string): void {
  const raw = new Engine(database)
  raw.exec(sql)
  raw.close()
}

/** A process that follows the log. */
function following(project: string, ...options: string[]) {
  const root = resolve(import.meta.dirname, '../..')
  const cli = join(root, 'src/cli.ts')
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--import',
      pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href,
      cli,
      'log',
      '--follow',
      ...options,
    ],
    {
      cwd: project,
      env: { ...process.env, MCPGRAPHY_HOME: `${project}-user` },
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    waiting: once(child.stderr, 'data'),
    next: async (): Promise<string> => (await lines.next()).value ?? 'it ended',
  }
}
