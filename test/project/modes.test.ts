import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../src/problem.ts'
import { acceptFolder } from '../../src/project/accept.ts'
import { modesThatHold } from '../../src/project/holding.ts'
import { modeReader } from '../../src/project/mode-reader.ts'
import {
  modeNames,
  modeOf,
  modesPath,
  parseModes,
  readModes,
  standardModes,
  withoutTrust,
} from '../../src/project/modes.ts'
import type { Folder } from '../../src/project/paths.ts'
import { resetModes, setModes } from '../../src/project/set-modes.ts'
import { accept, acceptInstead } from '../../src/project/trust.ts'

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
  await acceptInstead(user, modesPath(folder), Buffer.from(text))
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

describe('block that the user set holds until the user lowers it', () => {
  const block =
    '{"version":1,"servers":{"tickets":{"mode":"block","approve":["close"]},"files":{"mode":"observe"}}}'
  const changes: [what: string, change: () => void, mode: object, told: string][] = [
    [
      'when a pull brings another file',
      () =>
        write('{"version":1,"default":"pass","servers":{"tickets":{"mode":"warn","approve":["delete"]}}}'),
      { mode: 'block', approve: [] },
      'modes-unaccepted',
    ],
    ['when the file is gone', () => rmSync(modesPath(folder)), { mode: 'block', approve: [] }, 'modes-gone'],
    [
      'when the file is broken',
      () => write('{"version"'),
      { mode: 'block', approve: ['close'] },
      'modes-invalid',
    ],
    [
      'when a folder stands there',
      () => {
        rmSync(modesPath(folder))
        mkdirSync(modesPath(folder))
      },
      { mode: 'block', approve: ['close'] },
      'modes-invalid',
    ],
  ]

  it.each(changes)('%s, in a proxy that runs and in one that starts', async (_, change, mode, code) => {
    const told: Problem[] = []
    const running = modeReader(folder, user, problem => told.push(problem))
    await writeAccepted(block)
    expect(running.of('tickets')).toEqual({ mode: 'block', approve: ['close'] })
    change()
    const started = modeReader(folder, user, problem => told.push(problem))
    for (const reader of [running, started]) {
      expect(reader.of('tickets')).toEqual(mode)
      expect(reader.of('files').mode).toBe(code === 'modes-invalid' ? 'observe' : 'warn')
      expect(reader.of('other').mode).toBe('warn')
      reader.of('tickets')
    }
    expect(told.map(each => each.code)).toEqual([code, code])
  })

  it('and the words say what holds', async () => {
    await writeAccepted(block)
    write('{"version":1}')
    expect(modesThatHold(folder, user).problem?.message).toMatch(
      /What you accepted before still holds: block for "tickets"\.$/,
    )
    rmSync(modesPath(folder))
    expect(modesThatHold(folder, user).problem?.message).toMatch(/which still hold: block for "tickets"\.$/)
  })

  it('also where what was accepted once comes back after it was replaced', async () => {
    const lax = '{"version":1,"servers":{"tickets":{"mode":"warn","approve":["delete"]}}}'
    await writeAccepted(lax)
    await writeAccepted(block)
    write(lax)
    expect(modeOf(modesThatHold(folder, user).modes, 'tickets')).toEqual({ mode: 'block', approve: [] })
  })

  it('but not longer than the user wants: a mode is set, or what stands there is accepted', async () => {
    await writeAccepted(block)
    rmSync(modesPath(folder))
    await setModes(folder, user, [{ server: 'files', mode: 'pass' }])
    expect(modeOf(modesThatHold(folder, user).modes, 'tickets')).toEqual({ mode: 'block', approve: [] })
    await setModes(folder, user, [{ server: 'tickets', mode: 'warn' }])
    expect(modesThatHold(folder, user)).toEqual({ modes: expect.anything() })
    rmSync(modesPath(folder))
    expect(modeOf(modesThatHold(folder, user).modes, 'tickets').mode).toBe('warn')

    await setModes(folder, user, [{ server: 'tickets', mode: 'block' }])
    rmSync(modesPath(folder))
    expect(await acceptFolder(folder, user)).toEqual([modesPath(folder)])
    expect(modesThatHold(folder, user)).toEqual({ modes: standardModes })
  })

  it('and no change from outside ever allows more than was accepted, or than warn', async () => {
    const mode = fc.constantFrom(...modeNames)
    const entry = fc.record({ mode, approve: fc.subarray(['close', 'delete']) }, { requiredKeys: [] })
    const file = fc.record({
      version: fc.constant(1),
      default: mode,
      servers: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), entry),
    })
    const order = ['pass', 'observe', 'warn', 'block']
    await fc.assert(
      fc.asyncProperty(file, fc.option(file), async (accepted, strange) => {
        await writeAccepted(JSON.stringify(accepted))
        const before = modesThatHold(folder, user).modes
        if (strange) write(`${JSON.stringify(strange)} `)
        else rmSync(modesPath(folder))
        const after = modesThatHold(folder, user).modes
        for (const server of ['a', 'b', '__proto__', 'c']) {
          const [was, is] = [modeOf(before, server), modeOf(after, server)]
          const least = was.mode === 'block' ? 'block' : 'warn'
          expect(order.indexOf(is.mode)).toBeGreaterThanOrEqual(order.indexOf(least))
          expect(is.approve).toEqual([])
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a modes.json that cannot be read', () => {
  it('is written anew on request with what held, and a good one is left alone', async () => {
    await writeAccepted('{"version":1,"default":"block","servers":{"a":{"mode":"warn","approve":["x"]}}}')
    expect(await resetModes(folder, user)).toBeUndefined()
    write('{"version":1')
    await resetModes(folder, user)
    expect(readFileSync(modesPath(folder), 'utf8')).toBe(
      '{\n  "version": 1,\n  "default": "block",\n  "servers": {\n    "a": { "mode": "warn" }\n  }\n}\n',
    )
    expect(modesThatHold(folder, user).problem).toBeUndefined()
  })
})
