import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../../src/hosts/machine.ts'
import { folderFor, projectRoot, userFolder } from '../../src/project/paths.ts'

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

  it('a file called .mcpgraphy is no folder of ours', () => {
    writeFileSync(join(root, 'elsewhere', '.mcpgraphy'), '')
    expect(folderFor(machine({ cwd: join(root, 'elsewhere') })).of).toBe('user')
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

describe('the root of a project', () => {
  it('is where .mcpgraphy or .git stands, else the folder itself', () => {
    expect(projectRoot({ cwd: inner })).toBe(project)
    const repository = join(root, 'repository')
    mkdirSync(join(repository, 'src'), { recursive: true })
    writeFileSync(join(repository, '.git'), 'gitdir: elsewhere')
    expect(projectRoot({ cwd: join(repository, 'src') })).toBe(repository)
  })
})
