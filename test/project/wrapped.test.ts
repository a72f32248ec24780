import { existsSync, mkdtempSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Folder } from '../../src/project/paths.ts'
import { dropCopies, findCopy, keepCopies, readCopies, wrappedPath } from '../../src/project/wrapped.ts'

let folder: Folder
let file: string

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'mcpgraphy-wrapped-'))
  folder = { path: join(root, 'shop', '.mcpgraphy'), of: 'project' }
  file = join(root, 'shop', '.mcp.json')
})

const original = (command: string) => ({ command: JSON.stringify(command), args: null, addedEnv: true })

describe('the copies of what was replaced', () => {
  it('are kept for each entry, the newest in the place of an older one', async () => {
    await keepCopies(folder, [{ file, at: ['mcpServers', 'a.b'], original: original('1') }])
    await keepCopies(folder, [
      { file, at: ['mcpServers', 'a.b'], original: original('2') },
      { file, at: ['mcpServers', '__proto__'], original: original('3') },
    ])
    expect(readCopies(folder)).toHaveLength(2)
    expect(findCopy(readCopies(folder), file, ['mcpServers', 'a.b'])).toEqual(original('2'))
    expect(findCopy(readCopies(folder), file, ['mcpServers', '__proto__'])).toEqual(original('3'))
    expect(findCopy(readCopies(folder), file, ['mcpServers', 'a', 'b'])).toBeUndefined()
  })

  it('can be read by the user alone, since they may hold secrets', async () => {
    await keepCopies(folder, [{ file, at: ['a'], original: original('1') }])
    expect(statSync(wrappedPath(folder)).mode & 0o777).toBe(0o600)
  })

  it('are found again when the project was moved', async () => {
    await keepCopies(folder, [{ file, at: ['a'], original: original('1') }])
    const moved = join(dirname(dirname(folder.path)), 'moved')
    renameSync(dirname(folder.path), moved)
    const there: Folder = { path: join(moved, '.mcpgraphy'), of: 'project' }
    expect(findCopy(readCopies(there), join(moved, '.mcp.json'), ['a'])).toEqual(original('1'))
  })

  it('go when the entry was unwrapped, and the others stay', async () => {
    await keepCopies(folder, [
      { file, at: ['a'], original: original('1') },
      { file, at: ['b'], original: original('2') },
    ])
    await dropCopies(folder, [{ file, at: ['a'] }])
    expect(readCopies(folder).map(each => each.at)).toEqual([['b']])
    await dropCopies(folder, [{ file, at: ['b'] }])
    expect(existsSync(wrappedPath(folder))).toBe(false)
  })

  it('count as none where their file is damaged, and are not written over', async () => {
    await keepCopies(folder, [{ file, at: ['a'], original: original('1') }])
    const damaged = readFileSync(wrappedPath(folder), 'utf8').slice(0, 40)
    writeFileSync(wrappedPath(folder), damaged)
    expect(readCopies(folder)).toEqual([])
    const added = { file, at: ['b'], original: original('2') }
    await expect(keepCopies(folder, [added])).rejects.toMatchObject({ code: 'copies-invalid' })
    await dropCopies(folder, [added])
    expect(readFileSync(wrappedPath(folder), 'utf8')).toBe(damaged)
  })

  it('of another form are not written over, and one that only a newer version reads stays', async () => {
    await keepCopies(folder, [{ file, at: ['a'], original: original('1') }])
    const text = readFileSync(wrappedPath(folder), 'utf8')
    writeFileSync(wrappedPath(folder), text.replace('"version": 1', '"version": 2'))
    const added = { file, at: ['b'], original: original('2') }
    await expect(keepCopies(folder, [added])).rejects.toMatchObject({ code: 'copies-invalid' })
    const strange = { file: 'x', at: ['c'], original: { sealed: true } }
    writeFileSync(wrappedPath(folder), JSON.stringify({ version: 1, wrapped: [strange] }))
    await keepCopies(folder, [added])
    expect(JSON.parse(readFileSync(wrappedPath(folder), 'utf8')).wrapped[0]).toEqual(strange)
  })

  it('are all kept where several commands write at once, and all go where several take them off', async () => {
    const all = Array.from({ length: 8 }, (_, index) => ({
      file,
      at: ['s', index],
      original: original(`${index}`),
    }))
    await Promise.all(all.map(each => keepCopies(folder, [each])))
    expect(readCopies(folder)).toHaveLength(8)
    expect(findCopy(readCopies(folder), file, ['s', 3])).toEqual(original('3'))
    await Promise.all(all.slice(1).map(each => dropCopies(folder, [each])))
    expect(readCopies(folder).map(each => each.at)).toEqual([['s', 0]])
  })
})
