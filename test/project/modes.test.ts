import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../src/problem.ts'
import { modeReader } from '../../src/project/mode-reader.ts'
import { modeNames, modeOf, modesPath, parseModes, readModes, withoutTrust } from '../../src/project/modes.ts'
import type { Folder } from '../../src/project/paths.ts'
import { accept } from '../../src/project/trust.ts'

let folder: Folder
let user: Folder

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'mcpgraphy-modes-'))
  folder = { path: join(root, 'project', '.mcpgraphy'), of: 'project' }
  user = { path: join(root, 'user'), of: 'user' }
  mkdirSync(folder.path, { recursive: true })
  mkdirSync(user.path)
})

function write(text: string): void {
  const draft = `${modesPath(folder)}.new`
  writeFileSync(draft, text)
  renameSync(draft, modesPath(folder))
}

async function writeAccepted(text: string): Promise<void> {
  write(text)
  await accept(user, modesPath(folder), Buffer.from(text))
}

describe('modes.json', () => {
  it('gives each server its mode and approvals, and the rest the default', () => {
    const modes = parseModes(
      '{ "version": 1, "default": "observe", "servers": { "orders": { "mode": "block", "approve": ["refund_order"] }, "files": {} } }',
      'modes.json',
    )
    expect(modeOf(modes, 'orders')).toEqual({ mode: 'block', approve: ['refund_order'] })
    expect(modeOf(modes, 'files')).toEqual({ mode: 'observe', approve: [] })
    expect(modeOf(modes, 'mail')).toEqual({ mode: 'observe', approve: [] })
  })

  it('is warn where nothing is said', () => {
    expect(readModes(folder)).toEqual({ kind: 'none' })
    expect(modeOf(parseModes('{"version":1}', 'm'), 'orders')).toEqual({ mode: 'warn', approve: [] })
  })

  it.each(['__proto__', 'constructor', 'a/b', 'a.b', '"', ''])('knows a server called %j', name => {
    const modes = parseModes(`{"version":1,"servers":{${JSON.stringify(name)}:{"mode":"block"}}}`, 'm')
    expect(modeOf(modes, name).mode).toBe('block')
    expect(modeOf(modes, 'other').mode).toBe('warn')
  })

  it.each([
    ['{"version":1,', 'm cannot be used: line 1, column 14: not JSON.'],
    ['[]', 'm cannot be used: Invalid input: expected object, received array.'],
    ['{"version":2}', 'm cannot be used: version: Invalid input: expected 1.'],
    [
      '{"version":1,"default":"blok"}',
      'm cannot be used: default: Invalid option: expected one of "pass"|"observe"|"warn"|"block".',
    ],
    [
      '{"version":1,"servers":{"a":{"aprove":["x"]}}}',
      'm cannot be used: server a: Unrecognized key: "aprove".',
    ],
    [
      '{"version":1,"servers":{"a":{"approve":[1]}}}',
      'm cannot be used: server a: approve.0: Invalid input: expected string, received number.',
    ],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => parseModes(text, 'm')).toThrow(message)
  })

  it('of a stranger can lower what is allowed and never raise it', () => {
    const entry = fc.record({
      mode: fc.option(fc.constantFrom(...modeNames), { nil: undefined }),
      approve: fc.array(fc.string()),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...modeNames),
        fc.array(fc.tuple(fc.string(), entry)),
        (byDefault, servers) => {
          const modes = { default: byDefault, servers: new Map(servers) }
          for (const name of [...modes.servers.keys(), 'unnamed']) {
            const { mode, approve } = modeOf(withoutTrust(modes), name)
            expect(approve).toEqual([])
            expect(mode).toBe(modeOf(modes, name).mode === 'block' ? 'block' : 'warn')
          }
        },
      ),
    )
  })
})

describe('a running proxy', () => {
  it('takes up a change at its next question', async () => {
    const reader = modeReader(folder, user, problem => expect.fail(problem.message))
    expect(reader.of('orders').mode).toBe('warn')
    await writeAccepted('{"version":1,"servers":{"orders":{"mode":"block","approve":["refund"]}}}')
    expect(reader.of('orders')).toEqual({ mode: 'block', approve: ['refund'] })
    await writeAccepted('{"version":1,"default":"pass"}')
    expect(reader.of('orders')).toEqual({ mode: 'pass', approve: [] })
    rmSync(modesPath(folder))
    expect(reader.of('orders').mode).toBe('warn')
  })

  it('keeps the last good modes while the file is half edited, and says so once', async () => {
    const told: Problem[] = []
    const reader = modeReader(folder, user, problem => told.push(problem))
    await writeAccepted('{"version":1,"default":"block"}')
    expect(reader.of('orders').mode).toBe('block')
    write('{"version":1,"default":')
    expect(reader.of('orders').mode).toBe('block')
    expect(reader.of('files').mode).toBe('block')
    expect(told.map(each => each.code)).toEqual(['modes-invalid'])
  })

  it('takes from a file that nobody accepted only what is stricter, until it is accepted', async () => {
    const told: Problem[] = []
    const reader = modeReader(folder, user, problem => told.push(problem))
    const text = '{"version":1,"default":"pass","servers":{"orders":{"mode":"block","approve":["refund"]}}}'
    write(text)
    expect(reader.of('files').mode).toBe('warn')
    expect(reader.of('orders')).toEqual({ mode: 'block', approve: [] })
    expect(told.map(each => each.code)).toEqual(['modes-unaccepted'])
    await accept(user, modesPath(folder), Buffer.from(text))
    expect(reader.of('files').mode).toBe('pass')
    expect(reader.of('orders').approve).toEqual(['refund'])
  })

  it('needs no acceptance for the folder of the user', () => {
    write('{"version":1,"default":"pass"}')
    const reader = modeReader({ ...folder, of: 'user' }, { ...folder, of: 'user' }, problem =>
      expect.fail(problem.message),
    )
    expect(reader.of('orders').mode).toBe('pass')
  })
})
