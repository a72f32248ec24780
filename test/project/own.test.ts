import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptFolder } from '../../src/project/accept.ts'
import {
  adapterPath,
  projectAdapter,
  projectAdapterFiles,
  writeProjectAdapter,
} from '../../src/project/adapters.ts'
import { makeFolder } from '../../src/project/folder.ts'
import { modesThatHold } from '../../src/project/holding.ts'
import { modeOf, modesPath, readModes } from '../../src/project/modes.ts'
import { readOwn, writeOwn } from '../../src/project/own.ts'
import { databasePath, type Folder } from '../../src/project/paths.ts'
import { setModes } from '../../src/project/set-modes.ts'
import { keepCopies, readCopies, wrappedPath } from '../../src/project/wrapped.ts'
import { openStore } from '../../src/store/open.ts'

let root: string
let folder: Folder
let user: Folder
/** What a cloned project would like to have overwritten. */
let victim: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mcpgraphy-own-'))
  folder = { path: join(root, 'clone', '.mcpgraphy'), of: 'project' }
  user = { path: join(root, 'user'), of: 'user' }
  mkdirSync(folder.path, { recursive: true })
  victim = join(root, '.bashrc')
  writeFileSync(victim, 'PATH=/usr/bin\n')
})

const original = { command: '"x"', args: null, addedEnv: true }
const isUntouched = () => expect(readFileSync(victim, 'utf8')).toBe('PATH=/usr/bin\n')

describe('a link in .mcpgraphy that a cloned project brought along', () => {
  const writers: [name: string, path: () => string, write: () => Promise<unknown>][] = [
    ['modes.json', () => modesPath(folder), () => setModes(folder, user, [{ server: 'a', mode: 'block' }])],
    [
      'wrapped.json',
      () => wrappedPath(folder),
      () => keepCopies(folder, [{ file: join(root, 'clone', '.mcp.json'), at: ['a'], original }]),
    ],
    ['.gitignore', () => join(folder.path, '.gitignore'), () => makeFolder(folder)],
    ['an adapter', () => adapterPath(folder, 'a'), () => writeProjectAdapter(folder, user, 'a', '{}')],
    ['the database', () => databasePath(folder), () => openStore(databasePath(folder))],
  ]

  it.each(writers)('in the place of %s is not written through', async (_, path, write) => {
    mkdirSync(join(folder.path, 'adapters'))
    for (const target of [victim, join(root, 'new')]) {
      symlinkSync(target, path())
      await expect(write()).rejects.toMatchObject({ code: expect.stringMatching(/^(own|database)-link$/) })
      isUntouched()
      expect(existsSync(join(root, 'new'))).toBe(false)
      expect(lstatSync(path()).isSymbolicLink()).toBe(true)
      rmSync(path())
    }
  })

  it('in the place of an empty file beside the database leads SQLite nowhere', async () => {
    for (const suffix of ['-wal', '-shm', '-journal']) symlinkSync(victim, `${databasePath(folder)}${suffix}`)
    await expect(openStore(databasePath(folder))).rejects.toMatchObject({ code: 'database-link' })
    isUntouched()
  })

  it('is not read through', async () => {
    const elsewhere = join(root, 'elsewhere.json')
    writeFileSync(elsewhere, '{"version":1,"default":"block","wrapped":[]}')
    mkdirSync(join(folder.path, 'adapters'))
    for (const path of [modesPath(folder), wrappedPath(folder), adapterPath(folder, 'a')])
      symlinkSync(elsewhere, path)
    expect(readModes(folder)).toMatchObject({ kind: 'broken', problem: { code: 'own-link' } })
    expect(readCopies(folder)).toEqual([])
    expect(projectAdapterFiles(folder)).toEqual([])
    expect(() => projectAdapter(folder, user, 'a')).toThrow('is a link')
    await expect(acceptFolder(folder, user)).rejects.toMatchObject({ code: 'own-link' })
    expect(existsSync(user.path)).toBe(false)
  })

  it('in the place of the folder of adapters is no way to other files', async () => {
    mkdirSync(join(root, 'other'))
    symlinkSync(join(root, 'other'), join(folder.path, 'adapters'))
    await expect(writeProjectAdapter(folder, user, 'a', '{}')).rejects.toMatchObject({ code: 'own-link' })
    expect(readdirSync(join(root, 'other'))).toEqual([])
  })
})

describe('a .mcpgraphy that is no folder', () => {
  it.each(['a link', 'a file'])('but %s is refused, and nothing is written', async kind => {
    const clone: Folder = { path: join(root, 'second', '.mcpgraphy'), of: 'project' }
    mkdirSync(join(root, 'second'))
    if (kind === 'a link') symlinkSync(folder.path, clone.path)
    else writeFileSync(clone.path, '')
    const problem = { code: kind === 'a link' ? 'own-link' : 'own-folder' }
    await expect(makeFolder(clone)).rejects.toMatchObject(problem)
    await expect(setModes(clone, user, [{ server: 'a', mode: 'block' }])).rejects.toMatchObject(problem)
    expect(readModes(clone)).toMatchObject({ kind: 'broken', problem })
    expect(readdirSync(folder.path)).toEqual([])
  })

  it('does not take over what was accepted where a link leads', async () => {
    await setModes(folder, user, [{ server: 'tickets', mode: 'block', approve: ['delete_ticket'] }])
    const clone: Folder = { path: join(root, 'second', '.mcpgraphy'), of: 'project' }
    mkdirSync(join(root, 'second'))
    symlinkSync(folder.path, clone.path)
    const { modes, problem } = modesThatHold(clone, user)
    expect(modeOf(modes, 'tickets')).toEqual({ mode: 'warn', approve: [] })
    expect(problem?.code).toBe('own-link')
  })

  it('leaves what the user accepted for the project itself where it is', async () => {
    await setModes(folder, user, [{ server: 'tickets', mode: 'block' }])
    renameSync(folder.path, join(root, 'moved'))
    symlinkSync(join(root, 'moved'), folder.path)
    expect(modeOf(modesThatHold(folder, user).modes, 'tickets').mode).toBe('block')
  })
})

describe('a folder that cannot be made', () => {
  const clone = (): Folder => ({ path: join(root, 'full', '.mcpgraphy'), of: 'project' })

  it('because the disk is full is not left behind empty, and the disk is what is said', async () => {
    mkdirSync(join(root, 'full'))
    const handle = await open(victim)
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    const writing = vi.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockRejectedValue(full)
    await handle.close()
    const problem = await makeFolder(clone()).catch(error => error)
    writing.mockRestore()
    expect(problem).toMatchObject({ code: 'disk-full', message: expect.stringContaining('The disk is full') })
    expect(readdirSync(join(root, 'full'))).toEqual([])
    await makeFolder(clone())
    expect(readdirSync(clone().path)).toEqual(['.gitignore'])
  })

  it('says how to mend that for a project, and names another place only for the own folder of the user', async () => {
    writeFileSync(join(root, 'full'), 'a file where the project should be')
    const problem = await makeFolder(clone()).catch(error => error)
    expect([problem.code, problem.now]).toEqual([
      'folder-not-made',
      expect.not.stringContaining('MCPGRAPHY_HOME'),
    ])
    const own = await makeFolder({ path: join(root, 'full', 'x'), of: 'user' }).catch(error => error)
    expect([own.code, own.now]).toEqual(['folder-not-made', expect.stringContaining('MCPGRAPHY_HOME=DIR')])
  })
})

describe('a file of ours', () => {
  it('that is a pipe keeps nobody waiting', () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', modesPath(folder)])
    expect(readModes(folder)).toMatchObject({ kind: 'broken', problem: { code: 'modes-invalid' } })
  })

  it('gives nobody more rights than it should, also where a project brought it along', async () => {
    const path = wrappedPath(folder)
    writeFileSync(path, '{"version":1,"wrapped":[]}', { mode: 0o666 })
    await keepCopies(folder, [{ file: join(root, 'clone', '.mcp.json'), at: ['a'], original }])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('may lie in a folder of the user that is reached by a link', async () => {
    mkdirSync(join(root, 'disk'))
    symlinkSync(join(root, 'disk'), user.path)
    await writeOwn(user, { path: join(user.path, 'deep', 'x'), bytes: 'y', mode: 0o600 })
    expect(readOwn(user, join(user.path, 'deep', 'x'))?.toString()).toBe('y')
    expect(readOwn(user, join(user.path, 'none'))).toBeUndefined()
  })
})
