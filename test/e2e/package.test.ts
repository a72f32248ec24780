import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const filesystemServer = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
)
const { version, dependencies } = (await import('../../package.json', { with: { type: 'json' } })).default

/** A folder of somebody who has installed the package, and nothing else of ours. */
let home: string
let packed: string[]

describe('the package', () => {
  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-package-')))
    const { stdout } = await npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', home)
    const [tarball] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
    packed = tarball?.files.map(file => file.path) ?? []
    await install(join(home, tarball?.filename ?? ''))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('holds the program, the adapters and the templates, and neither sources nor tests', () => {
    const folders = new Set(packed.map(path => (path.includes('/') ? path.split('/')[0] : path)))
    expect(folders).toContain('dist')
    expect([...folders].sort()).toEqual(
      expect.arrayContaining(['LICENSE', 'adapters', 'dist', 'package.json', 'templates']),
    )
    expect(packed.filter(path => /\.ts$|(^|\/)(test|bench|src)\/|\.sqlite|\.env/.test(path))).toEqual([])
    expect(packed).toEqual(expect.arrayContaining(['dist/cli.js', 'adapters/filesystem.json']))
  })

  it('has everything that it imports among its dependencies', () => {
    const installed = readdirSync(join(home, 'node_modules'))
    for (const name of Object.keys(dependencies)) expect(installed).toContain(name.split('/')[0])
    expect(installed).not.toContain('vitest')
  })

  it('runs where it was installed: npx mcpgraphy --version', async () => {
    expect((await npx('mcpgraphy', '--version')).stdout).toBe(version)
  })

  it('says what it can do: npx mcpgraphy --help', async () => {
    const { stdout } = await npx('mcpgraphy', '--help')
    for (const command of ['init', 'wrap', 'unwrap', 'mode', 'status', 'log', 'proxy']) {
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
    }
  })

  it('stands before a real server, passes a call on, and knows of it afterwards', async () => {
    const files = join(home, 'files')
    mkdirSync(files)
    mkdirSync(join(home, '.mcpgraphy'))
    writeFileSync(join(files, 'a.txt'), 'what it says')
    const client = await connected(
      'mcpgraphy',
      'proxy',
      '--name',
      'files',
      '--',
      process.execPath,
      filesystemServer,
      files,
    )
    const answer = await client.callTool({
      name: 'read_text_file',
      arguments: { path: join(files, 'a.txt') },
    })
    expect(JSON.stringify(answer)).toContain('what it says')
    const { tools } = await client.listTools()
    expect(tools.map(tool => tool.name)).toEqual(
      expect.arrayContaining(['read_text_file', 'mcpgraphy_status']),
    )
    await client.close()
    const { servers } = JSON.parse((await npx('mcpgraphy', 'status', '--json')).stdout)
    expect(servers).toMatchObject([{ server: 'files', mode: 'warn', calls: 1, model: 1 }])
    expect((await npx('mcpgraphy', 'log', '--verify')).stdout).toBe('files: the chain holds (1 entry)')
  })
})

/**
 * Installs the tarball with npm. What it depends on lies there already, copied from our own folder, so that the
 * network is not needed and SQLite is not compiled again.
 */
async function install(tarball: string): Promise<void> {
  const { stdout } = await npm(root, 'ls', '--all', '--omit=dev', '--parseable')
  const modules = join(root, 'node_modules')
  const paths = stdout.split('\n').filter(path => path.startsWith(modules))
  for (const path of paths) {
    const target = join(home, 'node_modules', relative(modules, path))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(path, target, {
      recursive: true,
      filter: from => from === path || !from.endsWith('/node_modules'),
    })
  }
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  // Links the commands of what was copied: else npm takes those packages for broken and fetches them.
  await npm(home, 'rebuild', '--ignore-scripts')
  await npm(home, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball)
}

async function connected(...command: string[]): Promise<Client> {
  const client = new Client({ name: 'package-test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: 'npx',
      args: command,
      cwd: home,
      env: environment(),
      stderr: 'ignore',
    }),
  )
  return client
}

function npx(...command: string[]) {
  return execa('npx', command, { cwd: home, env: environment(), extendEnv: false })
}

function npm(cwd: string, ...args: string[]) {
  return execa('npm', args, { cwd, env: environment(), extendEnv: false })
}

/** Ours, without what `npm test` adds to it for the folder that it runs in. */
function environment(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE_PATH$/i.test(name))
  const path = (process.env.PATH ?? '').split(':').filter(folder => !folder.startsWith(root))
  return {
    ...(Object.fromEntries(own) as Record<string, string>),
    PATH: path.join(':'),
    MCPGRAPHY_HOME: `${home}-user`,
  }
}
