import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { groundFor } from '../../src/cli/ground.ts'
import { readProxyLine } from '../../src/cli/proxy-options.ts'
import { modesPath } from '../../src/project/modes.ts'
import type { Folder } from '../../src/project/paths.ts'
import { setModes } from '../../src/project/set-modes.ts'
import { type Host, servers, startHost } from '../helpers/host.ts'

let root: string
let project: string
let folder: Folder
let user: Folder

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-ground-')))
  project = join(root, 'shop')
  folder = { path: join(project, '.mcpgraphy'), of: 'project' }
  user = { path: join(root, 'user'), of: 'user' }
  mkdirSync(project)
})

async function ground(words: readonly string[] = [], env: Record<string, string> = {}, cwd = project) {
  const stderr = new PassThrough()
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr }
  const shell = { ...streams, env: { MCPGRAPHY_HOME: user.path, ...env }, cwd, platform: 'linux' as const }
  const line = readProxyLine(['--name', 'notes', ...words, '--', 'x'])
  const made = await groundFor(line, { ...shell, canAsk: false, colour: false })
  const mode = made.policy.mode()
  return { made, mode, said: String(stderr.read() ?? '') }
}

describe('what a proxy stands on', () => {
  it('is not what lies where an entry of the project names the folder of the user', async () => {
    const strange: Folder = { path: join(project, 'theirs'), of: 'user' }
    await setModes(strange, strange, [{ server: 'notes', mode: 'pass', approve: ['wipe'] }])
    for (const env of [{ MCPGRAPHY_HOME: 'theirs' }, { MCPGRAPHY_HOME: strange.path }]) {
      const { made, mode, said } = await ground([], env)
      expect([mode, made.policy.isApproved('wipe')]).toEqual(['warn', false])
      expect(said).toMatch(/^mcpgraphy: MCPGRAPHY_HOME puts your own folder of mcpgraphy at/)
      expect(said).toContain(userInfo().homedir)
    }
  })

  it('is the folder of the user with --user, also in a project that has its own', async () => {
    await setModes(user, user, [{ server: 'notes', mode: 'block' }])
    await setModes(folder, user, [{ server: 'notes', mode: 'observe' }])
    expect((await ground()).mode).toBe('observe')
    const { made, mode, said } = await ground(['--user'])
    expect([mode, said]).toEqual(['block', ''])
    expect(made.database).toBe(join(user.path, 'graph.sqlite'))
    expect(() => readProxyLine(['--user', '--project', '.', '--', 'x'])).toThrow('--user and --project')
  })

  it('is no folder that a link stands for: nothing is kept, and what was accepted there does not count here', async () => {
    const other: Folder = { path: join(root, 'other', '.mcpgraphy'), of: 'project' }
    await setModes(other, user, [{ server: 'notes', mode: 'block', approve: ['wipe'] }])
    symlinkSync(other.path, folder.path)
    const before = readdirSync(other.path)
    const { made, mode, said } = await ground()
    expect([mode, made.policy.isApproved('wipe')]).toEqual(['warn', false])
    expect(made.unusable).toMatchObject({ code: 'own-link' })
    expect(said).toContain(`${folder.path} is a link`)
    await expect(made.adapter()).rejects.toMatchObject({ code: 'own-link' })
    expect(readdirSync(other.path)).toEqual(before)
  })
})

describe('a tool that destroys, in block mode that the user has set', () => {
  let host: Host | undefined
  afterEach(() => host?.leave())

  const start = () =>
    startHost({
      args: [
        '--import',
        import.meta.resolve('tsx'),
        resolve(import.meta.dirname, '../../src/cli.ts'),
        'proxy',
        '--name',
        'notes',
        '--',
        process.execPath,
        servers.memory,
      ],
      cwd: project,
      env: { MCPGRAPHY_HOME: user.path, MEMORY_FILE_PATH: join(root, 'memory.json') },
    })
  const wipe = async () => (await host?.call('delete_entities', { entityNames: ['a'] }))?.isError

  it('stays held whatever comes with a pull', async () => {
    await setModes(folder, user, [{ server: 'notes', mode: 'block' }])
    host = await start()
    await host.client.listTools()
    expect(await wipe()).toBe(true)
    writeFileSync(modesPath(folder), '{"version":1,"servers":{"notes":{"approve":["delete_entities"]}}}')
    expect(await wipe()).toBe(true)
    rmSync(modesPath(folder))
    expect(await wipe()).toBe(true)
    await host.leave() // what was said on standard error is whole then
    expect(host.said().match(/What you accepted before still holds: block for "notes"/g)).toHaveLength(1)
    expect(host.said().match(/modes\.json is gone/g)).toHaveLength(1)

    rmSync(folder.path, { recursive: true })
    mkdirSync(join(root, 'theirs'))
    symlinkSync(join(root, 'theirs'), folder.path)
    host = await start()
    await host.client.listTools()
    expect(await wipe()).toBe(true)
    await host.leave()
    expect(host.said()).toContain('mode block')
    expect(host.said()).toContain(`${folder.path} is a link`)
    expect(readdirSync(join(root, 'theirs'))).toEqual([])
  })
})
