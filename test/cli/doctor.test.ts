// biome-ignore-all lint/suspicious/noTemplateCurlyInString: hosts write their variables so
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '../../src/doctor/finding.ts'
import { openStore } from '../../src/store/open.ts'
import { program, servers } from '../helpers/host.ts'
import { newPlace, type Place } from './shell.ts'

const node = process.execPath
const launcher = ['--launcher', `${node} ${program}`]
const files = { command: node, args: [servers.filesystem, '.'] }

let place: Place

function atPlace(): Place {
  return newPlace({ PATH: dirname(node) })
}

function put(path: string, content: string | object, folder = place.shop): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2), {
    mode: 0o600,
  })
  return file
}

function config(mcpServers: object): string {
  return put('.mcp.json', { mcpServers })
}

async function wrap(...more: string[]): Promise<void> {
  const { code, err } = await place.run('wrap', '--write', '--yes', ...(more.length > 0 ? more : launcher))
  expect([code, err]).toEqual([0, expect.stringContaining('Written')])
}

function edit(path: string, from: string | RegExp, to: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}

async function found(...argv: string[]): Promise<{ code: number; findings: Finding[] }> {
  const { code, out, err } = await place.run('doctor', '--json', ...argv)
  expect(err).not.toContain('should not')
  return { code, findings: JSON.parse(out).findings }
}

/** What is not well: level, check and the sentence. */
async function faults(...argv: string[]): Promise<string[]> {
  const { findings } = await found(...argv)
  return findings
    .filter(({ level }) => level !== 'ok')
    .map(({ level, check, what }) => `${level} ${check}: ${what}`)
}

async function keepTools(server: string, ...names: string[]): Promise<void> {
  mkdirSync(join(place.shop, '.mcpgraphy'), { recursive: true, mode: 0o700 })
  const store = await openStore(join(place.shop, '.mcpgraphy', 'graph.sqlite'))
  await store.saveTools(
    server,
    names.map(name => ({ name, schema: name, definition: JSON.stringify({ name }) })),
  )
  await store.close()
}

beforeEach(() => {
  place = atPlace()
})

describe('doctor', () => {
  it('finds nothing wrong with a project whose server was just wrapped, and starts nothing by itself', async () => {
    config({ files })
    await wrap()
    const { code, out, err } = await place.run('doctor')
    expect(code).toBe(0)
    expect(out).toMatch(/^This machine\n {2}ok {7}Node .* fits\.\n {2}ok {7}SQLite .* works\.\n/)
    expect(out).toContain(
      '\n.mcp.json\n' +
        '  ok       Claude Code reads it: 1 server, 1 through mcpgraphy.\n' +
        '  ok       files goes through mcpgraphy and can be unwrapped byte for byte.\n' +
        `  ok       files: Claude Code finds ${node}.\n`,
    )
    expect(out).toContain('\nKept in .mcpgraphy\n  ok       There is no database yet')
    expect(out).toContain(
      '  ok       files has no adapter of its own: once its tools are seen, one of ours is taken if it fits them.\n',
    )
    expect(out).toMatch(/All is well: \d+ checks\.\n$/)
    expect(err).toBe('No server was started. To see whether they run: mcpgraphy doctor --start\n')
  })

  it('prints one document with stable keys, and never asks for it', async () => {
    config({ files })
    const { out, err } = await place.run('doctor', 'files', '--json')
    const document = JSON.parse(out)
    expect(Object.keys(document)).toEqual(['ok', 'started', 'counts', 'findings'])
    expect([document.ok, document.started]).toEqual([true, false])
    expect(document.findings).toContainEqual({
      check: 'wrap',
      level: 'ok',
      server: 'files',
      file: join(place.shop, '.mcp.json'),
      what: 'files starts without mcpgraphy.',
      now: null,
      run: null,
    })
    expect(err).toContain('mcpgraphy doctor files --start')
  })

  it('asks back for a server that is not there', async () => {
    config({ files })
    expect(await place.run('doctor', 'fils')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean files?'),
    })
  })
})

describe('doctor looks at the configs', () => {
  it('and says where one cannot be read', async () => {
    put('.mcp.json', '{"mcpServers": {')
    const { code } = await found()
    expect(code).toBe(1)
    expect(await faults()).toEqual([
      expect.stringMatching(/^problem config: .*line 1, column 17: a closing brace/),
    ])
  })

  it('and says where servers stand that their host does not see', async () => {
    put('.vscode/mcp.json', { mcpServers: { files } })
    put('.mcp.json', '{"mcpServers": {"files": {"command": "x"},}}')
    expect(await faults()).toEqual([
      expect.stringMatching(/^warning config: Claude Code does not read comments or trailing commas/),
      expect.stringMatching(
        /^warning config: VS Code: it has its servers under "mcpServers", and VS Code looks for "servers"/,
      ),
    ])
  })

  it('and says so where there are none', async () => {
    expect(await faults()).toEqual(['warning config: No config of a host was found here.'])
  })

  it('and says which entry cannot be used', async () => {
    config({ files: { command: 'x', args: 'y' } })
    expect(await faults()).toEqual([
      'problem wrap: The entry of files cannot be used: its "args" is a string (line 5, column 15).',
    ])
  })

  it('and names the entry of a nearer file that hides a wrapped one', async () => {
    config({ files })
    put(
      '.claude.json',
      { projects: { [place.shop]: { mcpServers: { files: { command: 'y' } } } } },
      place.home,
    )
    expect((await faults()).join()).toContain('warning config: files is not started from this file')
  })
})

describe('doctor looks at wrapped entries', () => {
  let path: string
  beforeEach(async () => {
    path = config({ files })
    await wrap()
  })

  it('and sees that a host put the old entry back, which is broken where the host does so by itself', async () => {
    config({ files })
    const what = 'was wrapped and is no longer:'
    expect((await found()).findings.find(({ level }) => level === 'warning')).toMatchObject({
      what: `files ${what} Claude Code, or somebody else, put the old entry back.`,
      run: 'mcpgraphy wrap files --write',
    })
    const desktop = () =>
      put('.config/Claude/claude_desktop_config.json', { mcpServers: { mail: files } }, place.home)
    desktop()
    await wrap('mail', '--scope', 'user', ...launcher)
    desktop()
    const { code, findings } = await found('mail')
    expect(code).toBe(1)
    expect(findings.find(({ level }) => level === 'problem')).toMatchObject({
      what: `mail ${what} Claude Desktop, or somebody else, put the old entry back.`,
      now: expect.stringMatching(/^Quit Claude Desktop first/),
      run: 'mcpgraphy wrap mail --scope user --write',
    })
  })

  it('and sees that only half of an entry was put back', async () => {
    edit(path, /"command": ".*"/, '"command": "node"')
    edit(path, '"--name"', '"--nome"')
    edit(path, '"proxy"', '"serve"')
    expect(await faults()).toEqual([
      'problem wrap: files starts without mcpgraphy and still carries what an earlier wrap left in it.',
    ])
  })

  it('and sees that a command was changed since, so that what is kept does not fit', async () => {
    edit(path, `"${servers.filesystem}"`, `"${servers.memory}"`)
    expect(await faults()).toEqual([
      'warning wrap: files goes through mcpgraphy, and its command was changed since: it no longer fits what is kept for unwrapping.',
    ])
  })

  it('and sees that a host dropped what the entry carried', async () => {
    edit(path, 'MCPGRAPHY_ORIGINAL', 'OTHER')
    expect(await faults()).toEqual([expect.stringContaining('the copy in .mcpgraphy is the only way back')])
    rmSync(join(place.shop, '.mcpgraphy', 'wrapped.json'))
    expect(await faults()).toEqual([expect.stringContaining('only its arguments tell what it was')])
  })

  it('and sees that an entry was renamed, so that it learns under its old name', async () => {
    edit(path, '"files": {', '"documents": {')
    expect(await faults()).toContainEqual(
      'warning wrap: documents is called files where its modes and what was learned are kept: the entry was renamed since.',
    )
  })

  it('and sees that the program it starts is gone, or will not stay', async () => {
    edit(path, program, '/opt/gone/mcpgraphy/dist/cli.js')
    expect(await faults()).toEqual([
      'problem launcher: files starts /opt/gone/mcpgraphy/dist/cli.js, which is not there any more.',
    ])
    const cached = put('_npx/1a/node_modules/mcpgraphy/dist/cli.js', '', place.home)
    edit(path, '/opt/gone/mcpgraphy/dist/cli.js', cached)
    expect(await faults()).toEqual([expect.stringMatching(/^warning launcher: .*lies in the cache of npx/)])
  })

  it('and sees that entries start several versions of us', async () => {
    const old = put('mcpgraphy/dist/cli.js', '', place.home)
    put('mcpgraphy/package.json', { name: 'mcpgraphy', version: '0.0.1' }, place.home)
    edit(path, program, old)
    expect(await faults()).toEqual([
      expect.stringMatching(/^warning version: files starts mcpgraphy 0\.0\.1, and this is/),
    ])
  })
})

describe('doctor looks for what a host starts', () => {
  it('and knows that a program with windows has a bare PATH', async () => {
    chmodSync(put('bin/my-npx', '#!/bin/sh\n', place.home), 0o755)
    place = newPlace({ PATH: join(place.home, 'bin') })
    put('.cursor/mcp.json', { mcpServers: { files } })
    put('.config/Claude/claude_desktop_config.json', { mcpServers: { files } }, place.home)
    await wrap('--scope', 'all', '--launcher', 'my-npx -y mcpgraphy@0.1.0')
    const { findings } = await found()
    const launchers = findings.filter(({ check }) => check === 'launcher')
    expect(launchers.map(({ level }) => level)).toEqual(['warning', 'problem'])
    expect(launchers[1]).toMatchObject({
      what: 'files: it needs my-npx, which this terminal finds and a program started from the desktop does not.',
      run: expect.stringContaining('mcpgraphy wrap files --scope user --launcher'),
    })
  })

  it('and says so where there is no such program at all, also of the server behind us', async () => {
    config({ files: { command: 'no-such-program' } })
    await wrap()
    expect(await faults()).toEqual([
      'problem launcher: files cannot start: the server behind it needs no-such-program, and there is no such program here.',
    ])
  })

  it('and names a variable that only the host knows', async () => {
    config({ files: { command: node, args: ['${input:key}'] } })
    await wrap()
    expect(await faults()).toEqual([
      'warning launcher: Only its host can fill in ${input:key} of the server files.',
    ])
  })
})

describe('doctor looks at what is kept', () => {
  const folder = () => join(place.shop, '.mcpgraphy')
  beforeEach(async () => {
    config({ orders: { command: node } })
    await wrap()
  })

  it('and sees a mode that does not count, names nobody, or approves what is no tool', async () => {
    await keepTools('orders', 'refund_order', 'get_order')
    const modes = {
      version: 1,
      servers: { orders: { mode: 'block', approve: ['refund_ordr', 'ship_it'] }, ordres: { mode: 'pass' } },
    }
    put('.mcpgraphy/modes.json', modes)
    const { findings } = await found()
    expect(findings.filter(({ check, level }) => level !== 'ok' && check !== 'adapter')).toMatchObject([
      {
        check: 'modes',
        what: expect.stringContaining('did not come from your own commands'),
        run: 'mcpgraphy mode --accept',
      },
      {
        check: 'modes',
        what: 'modes.json names ordres, and there is no such server.',
        now: 'Did you mean orders?',
      },
      {
        check: 'approvals',
        what: 'refund_ordr is approved for orders, which has no such tool.',
        run: 'mcpgraphy mode orders --unapprove refund_ordr --approve refund_order',
      },
      { check: 'approvals', run: 'mcpgraphy mode orders --unapprove ship_it' },
    ])
    await place.run('mode', '--accept')
    expect((await faults()).join()).not.toContain('did not come from')
    put('.mcpgraphy/modes.json', '{"version": 1,\n')
    expect(await faults()).toContainEqual(
      expect.stringMatching(/^problem modes: .*line 2, column 1: not JSON/),
    )
  })

  it('and sees an adapter that is broken, unaccepted, unfit, or of nobody', async () => {
    await keepTools('orders', 'get_order', 'ship_order')
    expect(await faults()).toEqual([
      'warning adapter: orders has no adapter: without one only exact repeats are noticed.',
    ])
    const adapter = {
      server_id: 'orders',
      resource_class: 'order',
      observation_tool: 'get_ordr',
      id_param: 'id',
    }
    put('.mcpgraphy/adapters/orders.json', adapter)
    put('.mcpgraphy/adapters/others.json', adapter)
    expect(await faults()).toEqual([
      expect.stringMatching(/^warning adapter: .*came with the project/),
      'warning adapter: others.json is an adapter for a server that is not there.',
    ])
    await place.run('mode', '--accept')
    expect((await faults())[0]).toBe(
      'problem adapter: The adapter of orders, order.observation_tool: the server has no tool "get_ordr".',
    )
    put('.mcpgraphy/adapters/orders.json', '{"server_id": 1}')
    await place.run('mode', '--accept')
    expect((await faults())[0]).toMatch(/^problem adapter: .*orders\.json, line 1/)
  })

  it('and sees a database that is damaged, of somebody else, or was changed from outside', async () => {
    put('.mcpgraphy/graph.sqlite', 'not a database, and longer than any header of one'.repeat(20))
    expect(await faults()).toEqual([expect.stringMatching(/^problem database: The database cannot be read/)])
    rmSync(join(folder(), 'graph.sqlite'))
    const store = await openStore(join(folder(), 'graph.sqlite'))
    const entry = {
      server: 'orders',
      session: 's',
      tool: 't',
      resources: [],
      requestDigest: 'r',
      replyDigest: 'none',
    }
    await store.record({ ...entry, at: 1, decision: 'refused', reason: 'one' })
    await store.record({ ...entry, at: 2, decision: 'refused', reason: 'two' })
    await store.close()
    expect((await found()).findings.find(({ check }) => check === 'log')?.what).toBe(
      'The log of orders is whole: 2 entries.',
    )
    const { default: Database } = await import('better-sqlite3')
    const database = new Database(join(folder(), 'graph.sqlite'))
    database.exec('DELETE FROM log WHERE number = 1')
    database.close()
    expect(await faults()).toEqual([
      expect.stringMatching(/^problem log: The log of orders was changed from outside/),
    ])
  })

  it('and sees what others can read, and what git would take in', async () => {
    await keepTools('orders')
    chmodSync(folder(), 0o755)
    chmodSync(join(folder(), 'graph.sqlite'), 0o644)
    rmSync(join(folder(), '.gitignore'))
    const { findings } = await found()
    expect(findings.filter(({ check }) => check === 'rights').map(({ run }) => run)).toEqual([
      `chmod 700 ${folder()}`,
      `chmod 600 ${join(folder(), 'graph.sqlite')}`,
      null,
    ])
  })
})

describe('doctor looks at this terminal', () => {
  it('and says what hosts do not see, or what reaches every server', async () => {
    place = newPlace({
      PATH: dirname(node),
      MCPGRAPHY_HOME: '/tmp/elsewhere',
      NODE_OPTIONS: '--require ./x.js',
    })
    config({ files })
    expect(await faults()).toEqual([
      expect.stringMatching(/^warning environment: MCPGRAPHY_HOME is set here/),
      expect.stringMatching(/^warning environment: NODE_OPTIONS is set here/),
    ])
  })
})

describe('doctor starts servers as their hosts do', () => {
  let there: Place
  let findings: Finding[]
  let code: number
  const of = (server: string, check: string) =>
    findings
      .filter(each => each.server === server && each.check === check)
      .map(({ level, what }) => `${level}: ${what}`)

  beforeAll(async () => {
    const home = atPlace().home
    mkdirSync(join(home, 'bin'))
    symlinkSync(node, join(home, 'bin', 'my-node'))
    place = newPlace({ PATH: `${join(home, 'bin')}:${dirname(node)}` })
    put('.cursor/mcp.json', { mcpServers: { named: { command: 'my-node', args: [servers.memory] } } })
    config({
      files,
      crash: { command: node, args: ['-e', 'throw new Error("no database here")'] },
      plain: { command: 'no-such-program' },
    })
    put(
      '.config/Claude/claude_desktop_config.json',
      { mcpServers: { memory: { command: node, args: [servers.memory] } } },
      place.home,
    )
    await wrap('files', 'crash', 'memory', 'named', '--scope', 'all', ...launcher)
    there = place
    ;({ code, findings } = await found('--start'))
  })

  it('and sees that a wrapped one is the same as without us, but for our tools', () => {
    expect(of('files', 'start')).toEqual(['ok: files starts as Claude Code starts it, and lists 18 tools.'])
    expect(of('files', 'tools')).toEqual([
      'ok: files lists the same 14 tools as without mcpgraphy, and 4 of ours.',
    ])
    expect(of('files', 'adapter')).toEqual([
      "ok: The adapter of files, filesystem (comes with mcpgraphy), fits the server's tools.",
    ])
    expect(of('memory', 'start')).toEqual([
      expect.stringContaining('ok: memory starts as Claude Desktop starts it'),
    ])
  })

  it('and says what one that ends at once said', () => {
    expect(code).toBe(1)
    expect(of('crash', 'start')).toEqual([
      expect.stringMatching(
        /^problem: crash does not start, with or without mcpgraphy\. .*It said: Error: no database here$/,
      ),
    ])
  })

  it('and says of a program with windows whether its bare PATH is enough', () => {
    expect(of('named', 'start')).toContain(
      'warning: named starts from this terminal and not with the bare PATH of a program with windows.',
    )
    expect(of('named', 'start')).toContain('ok: named starts as Cursor starts it, and lists 13 tools.')
  })

  it('and leaves one that does not go through us alone, unless it is named', async () => {
    expect(of('plain', 'start')).toEqual([])
    const named = await there.run('doctor', 'plain', '--start')
    expect(named.code).toBe(1)
    expect(named.out).toContain(
      "PROBLEM  plain does not start. The server's command does not exist: no-such-program.",
    )
  })
})
