import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptFolder } from '../../src/project/accept.ts'
import { modeNames, modeOf, modesPath, parseModes } from '../../src/project/modes.ts'
import type { Folder } from '../../src/project/paths.ts'
import { changedModes, setModes } from '../../src/project/set-modes.ts'

let folder: Folder
let user: Folder

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'mcpgraphy-set-modes-'))
  folder = { path: join(root, 'project', '.mcpgraphy'), of: 'project' }
  user = { path: join(root, 'user'), of: 'user' }
})

const start = '{\n  "version": 1,\n  "default": "warn",\n  "servers": {}\n}\n'

describe('a change of modes', () => {
  it('makes a file that is pleasant to read and review', async () => {
    await setModes(folder, user, [
      { server: 'orders', mode: 'block', approve: ['refund_order'] },
      { server: 'files', mode: 'observe' },
    ])
    expect(readFileSync(modesPath(folder), 'utf8')).toBe(
      '{\n  "version": 1,\n  "default": "warn",\n  "servers": {\n    "orders": { "mode": "block", "approve": ["refund_order"] },\n    "files": { "mode": "observe" }\n  }\n}\n',
    )
    expect(statSync(modesPath(folder)).mode & 0o777).toBe(0o600)
  })

  it('keeps comments and layout of what it does not touch', () => {
    const text =
      '{ "version": 1, // ours\n  "servers": { "a": {"mode":"warn"}, /* b is odd */ "b": { "approve": ["x"] } } }'
    expect(changedModes(text, { server: 'a', mode: 'block' }, 'm')).toBe(
      text.replace('"mode":"warn"', '"mode":"block"'),
    )
    expect(changedModes(text, { server: 'b', unapprove: ['x'] }, 'm')).toBe(
      text.replace(' "approve": ["x"] ', ' '),
    )
  })

  it('for all servers sets the default and the mode of each that has its own, and no approval', () => {
    const text = changedModes(start, { server: 'a', mode: 'block', approve: ['x'] }, 'm')
    const modes = parseModes(changedModes(text, { server: undefined, mode: 'pass' }, 'm'), 'm')
    expect(modeOf(modes, 'a')).toEqual({ mode: 'pass', approve: ['x'] })
    expect(modeOf(modes, 'other')).toEqual({ mode: 'pass', approve: [] })
  })

  it('does to one server what was said, and to every other nothing', () => {
    const name = fc.oneof(fc.constantFrom('a', '__proto__', 'a/b', '"', ''), fc.string({ maxLength: 5 }))
    const tool = fc.constantFrom<string>('t1', 't2', '"t3"')
    const change = fc.record(
      {
        server: name,
        mode: fc.constantFrom(...modeNames),
        approve: fc.array(tool),
        unapprove: fc.array(tool),
      },
      { requiredKeys: ['server'] },
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), changes => {
        let text = start
        const expected = new Map<string, { mode: string; approve: string[] }>()
        for (const each of changes) {
          text = changedModes(text, each, 'm')
          const before = expected.get(each.server) ?? { mode: 'warn', approve: [] }
          const approve = [...new Set([...before.approve, ...(each.approve ?? [])])].filter(
            tool => !each.unapprove?.includes(tool),
          )
          expected.set(each.server, { mode: each.mode ?? before.mode, approve })
        }
        const modes = parseModes(text, 'm')
        for (const [server, mode] of expected) expect(modeOf(modes, server)).toEqual(mode)
        expect(modeOf(modes, 'never named')).toEqual({ mode: 'warn', approve: [] })
      }),
      { numRuns: 300 },
    )
  })
})

describe('several writers at once', () => {
  it('lose no approval', async () => {
    const tools = Array.from({ length: 6 }, (_, index) => `tool_${index}`)
    await Promise.all(tools.map(tool => setModes(folder, user, [{ server: 'orders', approve: [tool] }])))
    const modes = parseModes(readFileSync(modesPath(folder), 'utf8'), 'm')
    expect([...modeOf(modes, 'orders').approve].sort()).toEqual(tools)
  })
})

describe('a modes.json that came with the project', () => {
  const strange = '{"version":1,"default":"pass","servers":{"orders":{"approve":["wipe_all"]}}}'

  beforeEach(() => {
    mkdirSync(folder.path, { recursive: true })
    writeFileSync(modesPath(folder), strange)
  })

  it('is not let in by a change of ours', async () => {
    await expect(setModes(folder, user, [{ server: 'files', mode: 'block' }])).rejects.toMatchObject({
      code: 'modes-unaccepted',
    })
    expect(readFileSync(modesPath(folder), 'utf8')).toBe(strange)
  })

  it('counts once the user accepted it', async () => {
    await acceptFolder(folder, user)
    const modes = await setModes(folder, user, [{ server: 'files', mode: 'block' }])
    expect(modeOf(modes, 'orders')).toEqual({ mode: 'pass', approve: ['wipe_all'] })
  })

  it('is not overwritten where it cannot be read', async () => {
    writeFileSync(modesPath(folder), '{"version":1')
    await expect(setModes(folder, user, [{ server: 'files', mode: 'block' }])).rejects.toMatchObject({
      code: 'modes-invalid',
    })
    await expect(acceptFolder(folder, user)).rejects.toMatchObject({ code: 'modes-invalid' })
    expect(readFileSync(modesPath(folder), 'utf8')).toBe('{"version":1')
    expect(existsSync(user.path)).toBe(false)
  })
})
