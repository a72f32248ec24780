import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { type LauncherWish, launcherFor } from '../../src/hosts/launcher.ts'
import { selfOf } from '../../src/hosts/self.ts'

const self = { words: ['/opt/node', '/opt/mcpgraphy/dist/cli.js'], version: '1.2.3' }

function words(wish: Partial<LauncherWish>): readonly string[] {
  return launcherFor({
    shared: true,
    platform: 'linux',
    self,
    isDependency: false,
    override: undefined,
    ...wish,
  }).words
}

describe('what a host starts', () => {
  it('in a file of one user: this program by absolute paths, since a GUI has a bare PATH', () => {
    expect(words({ shared: false })).toEqual(['/opt/node', '/opt/mcpgraphy/dist/cli.js'])
  })

  it('in a file that is shared: npx with our version, never a path of this machine', () => {
    expect(words({})).toEqual(['npx', '-y', 'mcpgraphy@1.2.3'])
  })

  it('in a shared file of a project that depends on us: what it depends on', () => {
    expect(words({ isDependency: true })).toEqual(['npx', '-y', 'mcpgraphy'])
  })

  it('on Windows: npx through cmd', () => {
    expect(words({ platform: 'win32' })).toEqual(['cmd', '/c', 'npx', '-y', 'mcpgraphy@1.2.3'])
  })

  it('what the user says, as typed or as a JSON list', () => {
    expect(words({ override: 'node "/my tools/cli.js" --x=\'a b\'' })).toEqual([
      'node',
      '/my tools/cli.js',
      '--x=a b',
    ])
    expect(words({ override: '["C:\\\\Program Files\\\\node.exe", "cli.js"]' })).toEqual([
      'C:\\Program Files\\node.exe',
      'cli.js',
    ])
    expect(() => words({ override: ' ' })).toThrow('The launcher is empty.')
  })
})

describe('this program, as a host can start it again', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-self-')))

  function put(path: string): string {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
    return join(root, path)
  }

  it('is its script where that is installed', () => {
    const script = put('lib/node_modules/mcpgraphy/dist/cli.js')
    expect(selfOf('/opt/node', script, '1.2.3').words).toEqual(['/opt/node', script])
  })

  it('is npx by absolute path where the script lies in its cache, which may be emptied', () => {
    const script = put('.npm/_npx/abc/node_modules/mcpgraphy/dist/cli.js')
    const npx = put('prefix/lib/node_modules/npm/bin/npx-cli.js')
    expect(selfOf(join(root, 'prefix/bin/node'), script, '1.2.3').words).toEqual([
      join(root, 'prefix/bin/node'),
      npx,
      '-y',
      'mcpgraphy@1.2.3',
    ])
  })

  it('is what was built, for a checkout', () => {
    const built = put('checkout/dist/cli.js')
    expect(selfOf('/opt/node', put('checkout/src/cli.ts'), '1').words).toEqual(['/opt/node', built])
  })

  it('starts from sources through their loader, and does start', async () => {
    const script = join(import.meta.dirname, '../../src/cli.ts')
    const [node = '', ...args] = selfOf(process.execPath, script, '1').words
    const { stdout } = await execa(node, [...args, '--version'], { cwd: tmpdir() })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+$/)
    expect(args[0] === '--import' ? args[1] : pathToFileURL(args[0] ?? '').href).toMatch(/^file:/)
  })
})
