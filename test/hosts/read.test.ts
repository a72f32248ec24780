import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Reading, readConfig } from '../../src/hosts/read.ts'
import { foundAt } from './samples.ts'

let path: string

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'mcpgraphy-read-')), '.mcp.json')
})

function read(content?: string | Buffer, id?: string): Promise<Reading> {
  if (content !== undefined) writeFileSync(path, content)
  return readConfig(foundAt(path, id))
}

/** What is said of a file that is refused, with its path left out. */
async function refusal(content?: string | Buffer): Promise<string> {
  const reading = await read(content)
  return reading.kind === 'refused' ? reading.problem.message.replaceAll(path, 'FILE') : reading.kind
}

describe('a file is refused, with line and column and what to do', () => {
  const broken: [what: string, content: string, message: string][] = [
    ['a comma too few', '{\n  "mcpServers": {}\n  "b": 1\n}', 'FILE, line 3, column 3: a comma is missing.'],
    [
      'a comma too many',
      '{"mcpServers": {},, }',
      'FILE, line 1, column 19: a name in double quotes is missing.',
    ],
    [
      'cut off',
      '{\n  "mcpServers": {\n    "a": {\n',
      'FILE, line 4, column 1: a closing brace } is missing.',
    ],
    [
      'no outer braces',
      '"mcp": {\n  "servers": {}\n}',
      'FILE, line 1, column 6: there is something behind the end.',
    ],
    ['single quotes', "{'mcpServers': {}}", 'FILE, line 1, column 2: this is no JSON value.'],
    ['an open comment', '{"mcpServers": {}} /* ', 'FILE, line 1, column 20: a comment never ends.'],
    ['CR as line ends', '{\r"a": 1\r"b": 2}', 'FILE, line 3, column 1: a comma is missing.'],
    ['a list', '[]', 'FILE, line 1, column 1: the file should be an object and is array.'],
    ['null', 'null', 'FILE, line 1, column 1: the file should be an object and is null.'],
    [
      'servers in a list',
      '{"mcpServers": []}',
      'FILE, line 1, column 16: mcpServers should be an object and is array.',
    ],
    [
      'a server twice',
      '{"mcpServers": {"a": {"command": "x"},\n "\\u0061": {}}}',
      'FILE, line 2, column 2: "a" stands there twice, and hosts differ in which one counts.',
    ],
    [
      'the servers twice',
      '{"mcpServers": {},\n"mcpServers": {}}',
      'FILE, line 2, column 1: "mcpServers" stands there twice, and hosts differ in which one counts.',
    ],
  ]
  it.each(broken)('%s', async (_what, content, message) => {
    expect(await refusal(content)).toBe(message)
    const reading = await read(content)
    expect(reading.kind === 'refused' && reading.problem.now).toMatch(/^Nothing was changed\. (Mend|Remove)/)
  })

  it('UTF-16, with and without its mark', async () => {
    expect(await refusal(Buffer.from('\uFEFF{}', 'utf16le'))).toBe('FILE is UTF-16; configs are UTF-8.')
    expect(await refusal(Buffer.from('{"mcpServers":{}}', 'utf16le'))).toBe(
      'FILE is UTF-16; configs are UTF-8.',
    )
  })

  it('bytes that are no UTF-8', async () => {
    expect(await refusal(Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]))).toBe(
      'FILE is not UTF-8; configs are UTF-8.',
    )
  })

  it('nesting without end', async () => {
    expect(await refusal(`{"mcpServers":${'['.repeat(200_000)}`)).toMatch(/^FILE, line 1, column \d+: /)
  })

  it('a folder', async () => {
    mkdirSync(path)
    expect(await refusal()).toBe('A folder stands where a config file should be: FILE.')
  })

  it('a link that leads nowhere', async () => {
    symlinkSync(join(path, '..', 'gone.json'), path)
    expect(await refusal()).toBe('FILE is a link to a file that does not exist.')
  })

  it('a link that leads back to itself', async () => {
    symlinkSync(path, path)
    expect(await refusal()).toBe('FILE is a link that leads back to itself.')
  })

  it.skipIf(process.platform === 'win32')('a pipe, for which nobody waits', async () => {
    await execa('sh', ['-c', 'mkfifo "$0"', path])
    expect(await refusal()).toBe('FILE is no regular file but a pipe, a device or the like.')
  })

  it('a file that is not there', async () => {
    expect(await refusal()).toMatch(/^FILE cannot be read: ENOENT/)
  })
})

describe('a file without servers is said to be so', () => {
  const cases: [content: string, why: string][] = [
    ['', 'it is empty'],
    [' \r\n', 'it is empty'],
    ['{}', 'it has no servers'],
    ['{"mcpServers": {}}', 'it has no servers'],
    [
      '{"servers": {"a": {"command": "x"}}}',
      'it has its servers under "servers", and Claude Code looks for "mcpServers"',
    ],
  ]
  it.each(cases)('%j', async (content, why) => {
    expect(await read(content)).toMatchObject({ kind: 'nothing', why })
  })

  it('and a key of another host is named', async () => {
    expect(await read('{"mcpServers": {"a": {"command": "x"}}}', 'vscode')).toMatchObject({
      why: 'it has its servers under "mcpServers", and VS Code looks for "servers"',
    })
  })
})

describe('what a user should know of a file that can be edited', () => {
  it('that Claude Code ignores one with comments', async () => {
    const reading = await read('{"mcpServers": {"a": {"command": "x"}}} // mine')
    expect(reading.kind === 'config' && reading.config.remarks).toEqual([
      'Claude Code does not read comments or trailing commas: it may ignore this file as it is',
    ])
  })

  it('that Claude Desktop stumbles over a byte order mark', async () => {
    const reading = await read('\uFEFF{"mcpServers": {"a": {"command": "x"}}}', 'claude-desktop')
    expect(reading.kind === 'config' && reading.config.remarks).toEqual([
      'Claude Desktop may not read a file that begins with a byte order mark',
    ])
  })
})

describe('names of every sort', () => {
  it.each(['__proto__', 'constructor', 'a/b', 'a.b', '~1', '"', '', ' '])(
    '%j is a server like any other',
    async name => {
      const reading = await read(
        `{"mcpServers": {${JSON.stringify(name)}: {"command": "x"}, "b": {"command": "y"}}}`,
      )
      expect(reading.kind === 'config' && reading.config.servers.map(each => each.name)).toEqual([name, 'b'])
    },
  )
})
