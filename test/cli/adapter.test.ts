import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseJsonc } from '../../src/jsonc.ts'
import { type Ran, run as runIn } from './run.ts'

const root = resolve(import.meta.dirname, '../..')
const filesystem = join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')

const node = process.execPath

let project: string

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'adapter-cli-')))
  writeFileSync(join(project, 'a.txt'), 'hello')
})

describe('adapter init', () => {
  it('prints the ready-made adapter for the filesystem server, and writes nothing', async () => {
    const { code, out, err } = await run('adapter', 'init', 'files', '--', node, filesystem, project)
    expect(code).toBe(0)
    expect(inJsonc(out)).toMatchObject({
      server_id: 'files',
      resources: [{ observation_tool: 'get_file_info' }],
    })
    expect(err).toContain(
      'files lists 14 tools.\nThe adapter "filesystem" that comes with mcpgraphy is made for them.',
    )
    expect(err).toContain('To write it: mcpgraphy adapter init files --write -- …')
    expect(existsSync(join(project, '.mcpgraphy'))).toBe(false)
  })

  it('writes it where the project keeps adapters, readable by the user alone, and it loads again', async () => {
    const { code, err } = await run('adapter', 'init', 'files', '--write', '--', node, filesystem, project)
    const file = join(project, '.mcpgraphy/adapters/files.json')
    expect([code, statSync(file).mode & 0o777]).toEqual([0, 0o600])
    expect(err).toContain('Wrote .mcpgraphy/adapters/files.json.')
    expect((await run('adapter', 'check', 'files')).code).toBe(0)
    expect((await run('adapter', 'list')).out).toMatch(/^files +project +file +/m)
  })

  it('never overwrites an adapter that says something else, unless it is told to', async () => {
    const file = projectAdapter('shrimp', '{"mine": true}')
    const refused = await run('adapter', 'init', 'shrimp', '--write', '--tools', fixture('shrimp'))
    expect([refused.code, readFileSync(file, 'utf8')]).toEqual([1, '{"mine": true}'])
    expect(refused.err).toContain('There is an adapter for shrimp already')
    const forced = await run('adapter', 'init', 'shrimp', '--write', '--force', '--tools', fixture('shrimp'))
    expect(forced.code).toBe(0)
    expect(inJsonc(readFileSync(file, 'utf8')).resources[0]?.observation_tool).toBe('get_task_detail')
  })

  it('says what it decided, why, and how far to trust it', async () => {
    const { out, err } = await run(
      'adapter',
      'init',
      'kazuph',
      '--draft',
      '--tools',
      fixture('kazuph-taskmanager'),
    )
    expect(inJsonc(out).resources).toMatchObject([
      { resource_class: 'task', observation_tool: 'open_task_details', id_param: 'taskId' },
    ])
    expect(err).toMatch(
      /^ {2}sure {4}resources \(task\)\.observation_tool: open_task_details: its name says "open"/m,
    )
    expect(err).toMatch(/^ {2}unsure {2}resources \(request\): left out: /m)
  })

  it('exits 1 with the reason where nothing can be drafted, also as JSON', async () => {
    const { code, out, err } = await run('adapter', 'init', 'db', '--json', '--tools', fixture('postgres'))
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ server: 'db', adapter: null, file: null })
    expect(err).toContain('No adapter can be drafted: ')
  })

  it('starts a server as its config says, with its variables, also when it is wrapped', async () => {
    const args = [filesystem, variable(`SHARED:-${project}`)]
    config({ files: { command: node, args }, odd: { command: node, args: [variable('input:key')] } })
    expect((await run('adapter', 'init', 'files')).code).toBe(0)
    config({
      files: {
        command: 'npx',
        args: ['-y', 'mcpgraphy@1.0.0', 'proxy', '--name', 'files', '--', node, ...args],
      },
    })
    expect((await run('adapter', 'init', 'files')).code).toBe(0)
  })

  it('says so where only the host knows how to start a server, and where there is no such server', async () => {
    config({ odd: { command: node, args: [variable('input:key')] }, far: { url: 'https://example.org/mcp' } })
    expect((await run('adapter', 'init', 'odd')).err).toContain(
      `Only its host can fill in ${variable('input:key')}`,
    )
    expect((await run('adapter', 'init', 'far')).err).toContain('is not started by a command')
    expect((await run('adapter', 'init', 'ood')).err).toContain('Did you mean odd?')
    expect((await run('adapter', 'init')).err).toContain('Name one of odd, far')
  })
})

describe('adapter check', () => {
  it('reads one real resource and shows the state that it yields', async () => {
    const server = ['--', node, filesystem, project]
    const seen = await run('adapter', 'check', 'filesystem', '--resource', 'file:a.txt', ...server)
    expect(seen.code).toBe(0)
    expect(seen.out).toContain('file:a.txt  [isDirectory=false, isFile=true]\n')
    expect(seen.out).toContain('read, but no state: size, created, modified, accessed, permissions')
    const missing = await run('adapter', 'check', 'filesystem', '--resource', 'no.txt', ...server)
    expect(missing.out).toContain('file:no.txt  [exists=false]')
    const denied = await run(
      'adapter',
      'check',
      'filesystem',
      '--json',
      '--resource',
      '/etc/passwd',
      ...server,
    )
    expect(JSON.parse(denied.out).adapters[0].reading).toMatchObject({
      observation: 'unread',
      state: null,
    })
  })

  it('tells every fault with its place, and exits 1', async () => {
    writeFileSync(join(project, 'bad.json'), '{\n  "server_id": "s",\n  "resource_clas": "r"\n}')
    const { code, out } = await run('adapter', 'check', 'bad.json')
    expect(code).toBe(1)
    expect(out).toContain(
      'bad.json:3:3  error  resource_clas: "resource_clas" is not a key of the format here. Did you mean',
    )
    expect(out).toContain('"observation_tool" is missing')
  })

  it('never calls a reading tool that writes', async () => {
    const adapter = {
      server_id: 's',
      resource_class: 'file',
      observation_tool: 'create_directory',
      id_param: 'path',
    }
    writeFileSync(join(project, 'writes.json'), JSON.stringify(adapter))
    const server = ['--', node, filesystem, project]
    const { code, out } = await run(
      'adapter',
      'check',
      'writes.json',
      '--resource',
      join(project, 'made'),
      ...server,
    )
    expect(code).toBe(1)
    expect(out).toContain('create_directory changes things: its name says "create"')
    expect(existsSync(join(project, 'made'))).toBe(false)
  })

  it('holds an adapter against tools in a file, and checks every adapter of the project', async () => {
    const key = join(root, 'test/fixtures/corpus/keys/ohno.json')
    expect((await run('adapter', 'check', key, '--tools', fixture('ohno'))).out).toContain(
      "its server's tools bear it out",
    )
    projectAdapter('one', readFileSync(key, 'utf8'))
    projectAdapter('two', '{')
    const { code, out } = await run('adapter', 'check', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      adapters: [{ findings: [] }, { findings: [{ line: 1 }] }],
    })
  })

  it('asks for a server where a resource is to be read, and for a name where there is none', async () => {
    expect(await run('adapter', 'check', 'filesystem', '--resource', 'x')).toMatchObject({ code: 2 })
    expect(await run('adapter', 'check')).toMatchObject({ code: 2 })
    expect((await run('adapter', 'check', 'filesystm')).err).toContain('Did you mean filesystem?')
    expect((await run('adapter', 'check', 'none.json')).err).toContain('There is no adapter at')
  })
})

describe('adapter list, show and schema', () => {
  it('show prints the very text of the file', async () => {
    const text = readFileSync(join(root, 'adapters/filesystem.json'), 'utf8')
    expect((await run('adapter', 'show', 'filesystem')).out).toBe(text)
    expect(JSON.parse((await run('adapter', 'show', 'filesystem', '--json')).out)).toMatchObject({
      name: 'filesystem',
      from: 'bundled',
      adapter: { server_id: 'filesystem' },
    })
  })

  it('list says of each that comes along what it was verified with, when, and whether live', async () => {
    const { out } = await run('adapter', 'list')
    expect(out).toMatch(/^git +bundled +repository, .*live \d{4}-\d\d-\d\d, @cyanheads\/git-mcp-server \d/m)
    expect(out).toMatch(/^notion +bundled +page, .*by its list of tools \d{4}-/m)
    const { adapters } = JSON.parse((await run('adapter', 'list', '--json')).out)
    expect(adapters).toContainEqual(
      expect.objectContaining({ name: 'redis', verified: expect.objectContaining({ how: 'answers' }) }),
    )
    expect((await run('adapter', 'show', 'git')).code).toBe(0)
  })

  it('list says of one that came with the project that nobody has accepted it', async () => {
    projectAdapter('theirs', readFileSync(join(root, 'adapters/filesystem.json'), 'utf8'))
    expect((await run('adapter', 'list')).out).toMatch(/^theirs +project, not accepted/m)
    const { adapters } = JSON.parse((await run('adapter', 'list', '--json')).out)
    expect(adapters).toContainEqual(expect.objectContaining({ name: 'theirs', accepted: false }))
  })

  it('migrate prints the flat form in the newest one, and says so of one that has it', async () => {
    const key = join(root, 'test/fixtures/corpus/keys/ohno.json')
    const { code, out, err } = await run('adapter', 'migrate', key)
    expect([code, err]).toEqual([0, expect.stringContaining('is in the flat form (version 0)')])
    expect(JSON.parse(out)).toMatchObject({ version: 1, resources: [{ observation_tool: 'get_task' }] })
    writeFileSync(join(project, 'new.json'), out)
    const again = await run('adapter', 'migrate', 'new.json')
    expect([again.out, again.err]).toEqual([out, expect.stringContaining('of the newest version')])
    writeFileSync(join(project, 'newer.json'), '{"version": 9, "server_id": "s"}')
    const newer = await run('adapter', 'migrate', 'newer.json')
    expect([newer.code, newer.err]).toEqual([1, expect.stringContaining('of version 9 of the format')])
  })

  it('schema prints what lies in the package', async () => {
    const committed = JSON.parse(readFileSync(join(root, 'adapters/adapter.schema.json'), 'utf8'))
    expect(JSON.parse((await run('adapter', 'schema')).out)).toEqual(committed)
  })
})

/** A draft carries its reasons as comments. */
function inJsonc(text: string) {
  const parsed = parseJsonc(text)
  return (parsed.kind === 'value' ? parsed.value : {}) as { resources: { observation_tool: string }[] }
}

function run(...argv: string[]): Promise<Ran> {
  return runIn(project, ...argv)
}

/** As configs write it. */
function variable(name: string): string {
  return `\${${name}}`
}

function config(mcpServers: object): void {
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers }))
}

function projectAdapter(name: string, text: string): string {
  mkdirSync(join(project, '.mcpgraphy/adapters'), { recursive: true })
  const file = join(project, '.mcpgraphy/adapters', `${name}.json`)
  writeFileSync(file, text)
  return file
}

function fixture(server: string): string {
  return join(root, `test/fixtures/corpus/${server}.json`)
}
