import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptFolder } from '../../src/project/accept.ts'
import {
  adapterPath,
  fileNameOf,
  projectAdapter,
  projectAdapterFiles,
  writeProjectAdapter,
} from '../../src/project/adapters.ts'
import type { Folder } from '../../src/project/paths.ts'
import { accept } from '../../src/project/trust.ts'

let folder: Folder
let user: Folder

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'mcpgraphy-adapters-'))
  folder = { path: join(root, 'project', '.mcpgraphy'), of: 'project' }
  user = { path: join(root, 'user'), of: 'user' }
})

describe('the adapter that a project keeps', () => {
  it('is used when we wrote it, and no longer when something else changed it', async () => {
    expect(projectAdapter(folder, user, 'orders').kind).toBe('none')
    const path = await writeProjectAdapter(folder, user, 'orders', '{"server_id":"orders"}')
    expect(projectAdapter(folder, user, 'orders')).toEqual({
      kind: 'accepted',
      path,
      text: '{"server_id":"orders"}',
    })
    writeFileSync(path, '{"server_id":"orders","observation_tool":"wipe_all"}')
    expect(projectAdapter(folder, user, 'orders').kind).toBe('unaccepted')
    await accept(user, path, readFileSync(path))
    expect(projectAdapter(folder, user, 'orders').kind).toBe('accepted')
  })

  it('that came with the project counts once the user accepted what it brought', async () => {
    await writeProjectAdapter(folder, user, 'orders', '{}')
    writeFileSync(adapterPath(folder, 'orders'), '{"changed":true}')
    writeFileSync(adapterPath(folder, 'files'), '{}')
    expect(await acceptFolder(folder, user)).toEqual([
      adapterPath(folder, 'files'),
      adapterPath(folder, 'orders'),
    ])
    expect(projectAdapter(folder, user, 'orders').kind).toBe('accepted')
    expect(await acceptFolder(folder, user)).toEqual([])
  })

  it('is not accepted in another project because the same text was accepted here', async () => {
    await writeProjectAdapter(folder, user, 'orders', '{}')
    const stranger: Folder = { path: join(folder.path, '..', '..', 'stranger', '.mcpgraphy'), of: 'project' }
    await writeProjectAdapter(stranger, { path: join(folder.path, 'elsewhere'), of: 'user' }, 'orders', '{}')
    expect(projectAdapter(stranger, user, 'orders').kind).toBe('unaccepted')
  })

  it('can be read by the user alone, and git keeps everything else of the folder out', async () => {
    const path = await writeProjectAdapter(folder, user, 'orders', '{}')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(folder.path).mode & 0o777).toBe(0o700)
    const rules = readFileSync(join(folder.path, '.gitignore'), 'utf8')
      .split('\n')
      .filter(line => !line.startsWith('#'))
    expect(rules).toEqual(['*', '!.gitignore', '!modes.json', '!adapters/', '!adapters/*.json', ''])
  })

  it('is found again in the list', async () => {
    await writeProjectAdapter(folder, user, 'b', '{}')
    await writeProjectAdapter(folder, user, 'a/b', '{}')
    expect(projectAdapterFiles(folder)).toEqual([adapterPath(folder, 'a/b'), adapterPath(folder, 'b')])
  })
})

describe('a file name for a server', () => {
  it.each([
    ['orders', 'orders'],
    ['io.github.vendor/tool-mcp', 'io.github.vendor%2Ftool-mcp'],
    ['AWS Documentation', 'AWS%20Documentation'],
    ['..', '%2E%2E'],
    ['__proto__', '__proto__'],
    ['con', '%63on'],
    ['', '%'],
    ['100%', '100%25'],
  ])('of %j is %j', (server, name) => {
    expect(fileNameOf(server)).toBe(name)
  })

  it('never leaves the folder, is short, and differs for different names', () => {
    const names = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ minLength: 100, maxLength: 400 }),
      fc.constantFrom('/', '\\', 'a:b', '\0'),
    )
    fc.assert(
      fc.property(names, names, (one, other) => {
        expect(fileNameOf(one)).toMatch(/^(?!\.)[A-Za-z0-9_.%-]{1,120}$/)
        if (one !== other) expect(fileNameOf(one)).not.toBe(fileNameOf(other))
      }),
    )
  })
})
