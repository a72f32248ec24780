import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeEach, describe, expect, it } from 'vitest'
import { keys, openTerminal, program } from './terminal.ts'

const config = [
  '\uFEFF{',
  '  // the servers of the shop',
  '  "mcpServers": {',
  `    "orders": { "command": "npx", "args": ["-y", "@acme/orders-mcp"], "env": { "TOKEN": "\${TOKEN}" } }, // live`,
  '    "files": {',
  '      "command": "node", /* no arguments */',
  '    },',
  '    "caf\\u00e9": { "type": "http", "url": "https://example.com/mcp?features=docs%2Clogs" },',
  '  },',
  '}',
].join('\r\n')

let home: string
let shop: string
let env: Record<string, string>

beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-init-')))
  home = join(root, 'home')
  shop = join(root, 'shop')
  mkdirSync(home)
  mkdirSync(join(shop, '.git'), { recursive: true })
  writeFileSync(join(shop, '.mcp.json'), config)
  env = { HOME: home, PATH: process.env.PATH ?? '', TERM: 'xterm', NO_COLOR: '1' }
})

function read(): string {
  return readFileSync(join(shop, '.mcp.json'), 'utf8')
}

async function run(...args: string[]) {
  return await execa(process.execPath, [...program, ...args], {
    cwd: shop,
    env,
    extendEnv: false,
    reject: false,
    input: '',
  })
}

describe('a person runs init', () => {
  it('and unwrap gives back every byte of a file with comments, CRLF and a byte order mark', async () => {
    const terminal = openTerminal(['init'], shop, env)
    await terminal.sees('Found 3 servers in 1 file of Claude Code.')
    await terminal.sees('orders  npx -y @acme/orders-mcp')
    await terminal.sees('https://example.com/mcp?features=docs%2Clogs')
    await terminal.sees('Which servers shall go through mcpgraphy?')
    terminal.type(keys.enter)
    await terminal.sees('What may it do with their calls?')
    terminal.type(keys.enter)
    await terminal.sees('Start 2 servers once')
    terminal.type(`n${keys.enter}`)
    await terminal.sees('Write all of this?')
    terminal.type(keys.enter)
    await terminal.sees('Now start Claude Code again in this project.')
    await terminal.sees('mcpgraphy unwrap --write')
    expect(await terminal.ended).toBe(0)

    expect(read()).toContain('"--name", "orders", "--", "npx", "-y", "@acme/orders-mcp"]')
    expect(read()).not.toMatch(/[^\r]\n/)
    expect(JSON.parse(readFileSync(join(shop, '.mcpgraphy', 'modes.json'), 'utf8')).servers).toEqual({
      orders: { mode: 'warn' },
      files: { mode: 'warn' },
      café: { mode: 'warn' },
    })

    expect((await run('unwrap', '--write')).exitCode).toBe(0)
    expect(read()).toBe(config)
  })

  it('chooses one server and another mode', async () => {
    const terminal = openTerminal(['init'], shop, env)
    await terminal.sees('Which servers shall go through mcpgraphy?')
    terminal.type(keys.space + keys.enter)
    await terminal.sees('What may it do with their calls?')
    terminal.type(keys.down + keys.enter)
    await terminal.sees('Start 1 server once')
    terminal.type(`n${keys.enter}`)
    await terminal.sees('Write all of this?')
    terminal.type(keys.enter)
    expect(await terminal.ended).toBe(0)
    expect(read()).toContain('"orders": { "command": "npx", "args": ["-y", "@acme/orders-mcp"]')
    expect(read()).toContain('"--name", "files", "--", "node"]')
    expect(JSON.parse((await run('mode', '--json')).stdout).servers).toContainEqual({
      server: 'files',
      mode: 'observe',
      approve: [],
    })
  })

  it.each([
    'Which servers shall go through mcpgraphy?',
    'What may it do with their calls?',
    'Start 2 servers once',
    'Write all of this?',
  ])('and Ctrl-C at "%s" leaves everything as it was', async question => {
    const terminal = openTerminal(['init'], shop, env)
    const answers: [string, string][] = [
      ['Which servers shall go through mcpgraphy?', keys.enter],
      ['What may it do with their calls?', keys.enter],
      ['Start 2 servers once', `n${keys.enter}`],
      ['Write all of this?', ''],
    ]
    for (const [each, answer] of answers) {
      await terminal.sees(each)
      terminal.type(each === question ? keys.ctrlC : answer)
      if (each === question) break
    }
    expect(await terminal.ended).toBe(1)
    expect(terminal.screen()).toContain('Stopped. Nothing was changed.')
    expect(read()).toBe(config)
    expect(readdirSync(shop).sort()).toEqual(['.git', '.mcp.json'])
    expect(readdirSync(home)).toEqual([])
  })
})

describe('a person at a terminal', () => {
  it('sees a file again that changed between preview and write, and nothing is overwritten', async () => {
    const terminal = openTerminal(['wrap', '--write'], shop, env)
    await terminal.sees('Write this change to 1 file?')
    const changed = config.replace('"files": {', '"more": { "command": "m" },\r\n    "files": {')
    writeFileSync(join(shop, '.mcp.json'), changed)
    terminal.type(keys.enter)
    await terminal.sees(
      'was changed by something else in the meantime. This is the change as it would be now:',
    )
    await terminal.sees('more: m → through mcpgraphy')
    await terminal.sees('Write this change?')
    expect(read()).toBe(changed)
    terminal.type(keys.enter)
    expect(await terminal.ended).toBe(0)
    expect(read()).toContain('"--", "m"]')
    await run('unwrap', '--write')
    expect(read()).toBe(changed)
  })

  it('is asked which one is meant where a wrapped command was edited', async () => {
    await run('wrap', '--write', '--yes')
    writeFileSync(join(shop, '.mcp.json'), read().replace('"--", "node"]', '"--", "bun"]'))
    const terminal = openTerminal(['unwrap', '--write'], shop, env)
    await terminal.sees('original: node')
    await terminal.sees('current:  bun')
    await terminal.sees('Which one shall stand there?')
    terminal.type(keys.up + keys.up + keys.enter)
    expect(await terminal.ended).toBe(0)
    expect(read()).toBe(config)
  })

  it('may say no', async () => {
    const terminal = openTerminal(['wrap', '--write'], shop, env)
    await terminal.sees('Write this change to 1 file?')
    terminal.type(`n${keys.enter}`)
    expect(await terminal.ended).toBe(1)
    expect(read()).toBe(config)
  })
})

describe('without a terminal', () => {
  it('init changes nothing and says what to run', async () => {
    const { stdout, stderr, exitCode } = await run('init')
    expect(exitCode).toBe(0)
    expect(stderr).toContain('nothing was changed')
    expect(stdout).toContain('mcpgraphy wrap --write --yes')
    expect(read()).toBe(config)
  })

  it('wrap --write never asks: it says what to run', async () => {
    const { stderr, exitCode } = await run('wrap', '--write')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('To write it: mcpgraphy wrap --write --yes')
    expect(read()).toBe(config)
  })
})
