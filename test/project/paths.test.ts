import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../../src/hosts/machine.ts'
import { folderFor, homeProblem, projectRoot, userFolder } from '../../src/project/paths.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-paths-')))
const project = join(root, 'shop')
const inner = join(project, 'packages', 'web')
mkdirSync(join(project, '.mcpgraphy'), { recursive: true })
mkdirSync(inner, { recursive: true })
mkdirSync(join(root, 'elsewhere'))

function machine(over: Partial<Machine> = {}): Machine {
  return { env: {}, home: '/home/ada', platform: 'linux', cwd: inner, ...over }
}

describe('which folder is used', () => {
  it('the nearest .mcpgraphy upward', () => {
    expect(folderFor(machine())).toEqual({ path: join(project, '.mcpgraphy'), of: 'project' })
  })

  it('that of --project before the nearest, also before it exists', () => {
    expect(folderFor(machine(), '../../../elsewhere').path).toBe(join(root, 'elsewhere', '.mcpgraphy'))
  })

  it('the nearest where the host did not expand its variable', () => {
    expect(folderFor(machine(), `\${workspaceFolder}`).path).toBe(join(project, '.mcpgraphy'))
  })

  it('the folder of the user where no project is around', () => {
    expect(folderFor(machine({ cwd: join(root, 'elsewhere') }))).toEqual({
      path: '/home/ada/.local/share/mcpgraphy',
      of: 'user',
    })
  })

  it('the one that should be there, also where a file or a link to nowhere has its name: none further up', () => {
    const cwd = join(root, 'elsewhere')
    const place = join(cwd, '.mcpgraphy')
    writeFileSync(place, '')
    expect(folderFor(machine({ cwd }))).toEqual({ path: place, of: 'project' })
    rmSync(place)
    symlinkSync('nowhere', place)
    expect(folderFor(machine({ cwd }))).toEqual({ path: place, of: 'project' })
    rmSync(place)
  })
})

describe('the folder of the user', () => {
  it('follows XDG on Linux, and ignores a relative XDG_DATA_HOME as XDG says', () => {
    expect(userFolder(machine({ env: { XDG_DATA_HOME: '/data' } })).path).toBe('/data/mcpgraphy')
    expect(userFolder(machine({ env: { XDG_DATA_HOME: 'data' } })).path).toBe(
      '/home/ada/.local/share/mcpgraphy',
    )
  })

  it('stands where the platform keeps data elsewhere', () => {
    expect(userFolder(machine({ platform: 'darwin' })).path).toBe(
      '/home/ada/Library/Application Support/mcpgraphy',
    )
    expect(userFolder(machine({ platform: 'win32', env: { LOCALAPPDATA: '/u/Local' } })).path).toBe(
      '/u/Local/mcpgraphy',
    )
  })

  it('is MCPGRAPHY_HOME where that is set', () => {
    expect(userFolder(machine({ env: { MCPGRAPHY_HOME: '/mine' } })).path).toBe('/mine')
  })
})

describe('a folder of the user that an entry of a project names', () => {
  const standard = '/home/ada/.local/share/mcpgraphy'
  const cloned = join(root, 'cloned')
  mkdirSync(join(cloned, '.git'), { recursive: true })
  symlinkSync(join(project, 'packages'), join(root, 'by-link'))

  it.each<[string, Machine['env'], Partial<Machine>]>([
    ['a relative path', { MCPGRAPHY_HOME: '.mcpgraphy' }, {}],
    ['a relative path from elsewhere', { MCPGRAPHY_HOME: 'shop/.mcpgraphy' }, { cwd: root }],
    ['a path in the project', { MCPGRAPHY_HOME: join(project, 'x') }, {}],
    ['the folder of the project', { MCPGRAPHY_HOME: join(project, '.mcpgraphy') }, {}],
    [
      'the folder of the project, started elsewhere',
      { MCPGRAPHY_HOME: join(project, '.mcpgraphy') },
      { cwd: '/' },
    ],
    ['a path in another clone', { MCPGRAPHY_HOME: join(cloned, 'x') }, { cwd: '/' }],
    ['a link into the project', { MCPGRAPHY_HOME: join(root, 'by-link', 'x') }, {}],
    ['the data folder', { XDG_DATA_HOME: project }, {}],
    ['the home', {}, { home: project }],
    [
      'the folder where it runs, without any mark',
      { MCPGRAPHY_HOME: join(root, 'elsewhere', 'x') },
      { cwd: join(root, 'elsewhere') },
    ],
  ])('does not count: %s', (_, env, over) => {
    const at = machine({ env, account: '/home/ada', ...over })
    expect(userFolder(at).path).toBe(standard)
    expect(homeProblem(at)?.code).toBe('home-untrusted')
  })

  it('does not count in the project that --project names', () => {
    const at = machine({
      env: { MCPGRAPHY_HOME: join(root, 'elsewhere', 'x') },
      account: '/home/ada',
      cwd: '/',
    })
    expect(userFolder(at).path).toBe(join(root, 'elsewhere', 'x'))
    expect(userFolder(at, join(root, 'elsewhere')).path).toBe(standard)
  })

  it('counts outside, also in a home that is a project itself, and where the proxy is started at the root', () => {
    mkdirSync(join(root, 'ada', '.git'), { recursive: true })
    const own = join(root, 'ada', 'data')
    for (const cwd of ['/', inner, join(root, 'ada')]) {
      const at = machine({ env: { MCPGRAPHY_HOME: own }, account: join(root, 'ada'), cwd })
      expect(userFolder(at).path).toBe(own)
      expect(homeProblem(at)).toBeUndefined()
    }
  })

  it('says in words what counts instead', () => {
    const at = machine({ env: { MCPGRAPHY_HOME: 'x' }, account: '/home/ada' })
    expect(homeProblem(at)?.message).toBe(
      'MCPGRAPHY_HOME puts your own folder of mcpgraphy at x, which is not an absolute path: what lies there is not taken for yours.',
    )
    expect(homeProblem(at)?.now).toContain(standard)
  })
})

describe('the root of a project', () => {
  it('is where .mcpgraphy or .git stands, else the folder itself', () => {
    expect(projectRoot({ cwd: inner })).toBe(project)
    const repository = join(root, 'repository')
    mkdirSync(join(repository, 'src'), { recursive: true })
    writeFileSync(join(repository, '.git'), 'gitdir: elsewhere')
    expect(projectRoot({ cwd: join(repository, 'src') })).toBe(repository)
  })
})
