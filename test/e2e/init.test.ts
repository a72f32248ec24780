import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { servers } from '../helpers/host.ts'
import { openScreen, type Screen } from './screen.ts'
import { keys } from './terminal.ts'

let home: string
let shop: string
let env: Record<string, string>

function put(folder: string, path: string, content: string | object): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
}

beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-screens-')))
  home = join(root, 'home')
  shop = join(root, 'shop')
  mkdirSync(home)
  mkdirSync(join(shop, '.git'), { recursive: true })
  symlinkSync(servers.filesystem, join(shop, 'files.js'))
  symlinkSync(servers.memory, join(shop, 'notes.js'))
  env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, TERM: 'xterm', NO_COLOR: '1' }
})

/** Two hosts of the project, and one of the user. */
function threeFiles(): void {
  const files = { command: 'node', args: ['files.js', '.'], env: { TOKEN: 'abc' } }
  put(shop, '.mcp.json', { mcpServers: { files, odd: { type: 'stdio' } } })
  const late = { command: 'orders', disabled: true }
  put(shop, '.cursor/mcp.json', { mcpServers: { notes: { command: 'node', args: ['notes.js'] }, late } })
  put(home, '.config/Claude/claude_desktop_config.json', { mcpServers: { mail: { command: 'mail-mcp' } } })
}

/** The lines from the one that begins with `first` on, with our version left out. */
function from(screen: Screen, first: string): string {
  const lines = screen.lines().map(line => line.replace(/mcpgraphy@\d+\.\d+\.\d+/, 'mcpgraphy@X.Y.Z'))
  return lines.slice(lines.findLastIndex(line => line.startsWith(first))).join('\n')
}

/** A server of whose tools an adapter can be drafted. */
const draftable = `
import { createInterface } from 'node:readline'
const id = { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] }
const tools = ['get_order', 'cancel_order'].map(name => ({ name, inputSchema: id }))
const results = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'o', version: '1' } },
  'tools/list': { tools },
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
}
`

describe('the screens of init, in 80 columns', () => {
  it('show what was found, the questions with their reasons, the drafts, the exact change, and what to do then', async () => {
    threeFiles()
    const screen = openScreen(['init'], shop, env)
    await screen.shows('⏎ submit')
    expect(from(screen, 'Found')).toMatchInlineSnapshot(`
      "Found 5 servers in 3 files of Claude Code, Cursor, Claude Desktop.

        .mcp.json (Claude Code; also read by Copilot CLI, VS Code, Warp)
          files  node files.js .
          odd    left alone: it has neither a command nor an address

        .cursor/mcp.json (Cursor)
          notes  node notes.js
          late   orders

        ~/.config/Claude/claude_desktop_config.json (Claude Desktop)
          mail  mail-mcp

      ? Which servers shall go through mcpgraphy?
      ❯◉ files  .mcp.json
       ◉ notes  .cursor/mcp.json
       ◯ late  .cursor/mcp.json (switched off)
       ◯ mail  ~/.config/Claude/claude_desktop_config.json (yours, in every project)

      node files.js .
      ↑↓ navigate • space select • a all • i invert • ⏎ submit"
    `)
    screen.type(keys.enter)

    await screen.shows('before it repeats a mistake')
    await screen.shows('⏎ select')
    expect(from(screen, '✔')).toMatchInlineSnapshot(`
      "✔ Which servers shall go through mcpgraphy? files, notes
      ? What may it do with their calls?
      ❯ warn (recommended)
        observe
        block
        pass

      every call goes through. Recommended to begin with: nothing is stopped,
      and your agent is told before it repeats a mistake.
      ↑↓ navigate • ⏎ select"
    `)
    screen.type(keys.enter)

    await screen.shows('to see the tools? (Y/n)')
    expect(from(screen, 'mcpgraphy learns')).toMatchInlineSnapshot(`
      "mcpgraphy learns more where it knows how a resource is read back. That can be
      drafted from the servers' lists of tools. No tool is called.
      ? Start 2 servers once, to see the tools? (Y/n)"
    `)
    screen.type(keys.enter)

    await screen.shows('Write all of this? (Y/n)')
    expect(from(screen, '  starting files')).toMatchInlineSnapshot(`
      "  starting files …
        starting notes …

        files: the adapter "filesystem" that comes with mcpgraphy fits its tools: it
          reads file
        notes: the adapter "memory" that comes with mcpgraphy fits its tools: it reads
          entity

      This will change in your files (••• hides a value):

        .mcp.json (launcher: the same for everybody who shares this file)
          files
          - { "command": "node", "args": [ "files.js", "." ], "env": { "TOKEN": "•••"
            } }
          + { "command": "npx", "args": [ "-y", "mcpgraphy@X.Y.Z", "proxy", "--name",
            "files", "--", "node", "files.js", "." ], "env": { "TOKEN": "•••",
            "MCPGRAPHY_ORIGINAL": "•••" } }

        .cursor/mcp.json (launcher: the same for everybody who shares this file)
          notes
          - { "command": "node", "args": [ "notes.js" ] }
          + { "command": "npx", "args": [ "-y", "mcpgraphy@X.Y.Z", "proxy", "--name",
            "notes", "--project", "\${workspaceFolder}", "--", "node", "notes.js" ],
            "env": { "MCPGRAPHY_ORIGINAL": "•••" } }

      Written beside them, in .mcpgraphy: modes.json, wrapped.json (copies of what is
        replaced) and .gitignore; later what is learned.

      ? Write all of this? (Y/n)"
    `)
    screen.type(keys.enter)

    expect(await screen.ended).toBe(0)
    expect(from(screen, '✔')).toMatchInlineSnapshot(`
      "✔ Write all of this? Yes
      Written: .mcp.json
      Written: .cursor/mcp.json
      Now start Claude Code again in this project. Claude Code may ask once more
        whether to use the servers of this project.
      Now switch the servers off and on in Cursor (Settings, MCP), or start Cursor
        again. Cursor may ask to approve a server whose command changed.

      Then work as usual. Three commands that you will need:
        mcpgraphy status            what was learned, warned and refused
        mcpgraphy mode files block  refuse what is known to fail
        mcpgraphy unwrap --write    take it all off again, byte for byte
      If something does not work: mcpgraphy doctor"
    `)
    expect(screen.lines().every(line => line.length <= 80)).toBe(true)
    expect(JSON.parse(readFileSync(join(shop, '.mcp.json'), 'utf8')).mcpServers.files.args).toContain('proxy')
    expect(readFileSync(join(shop, '.cursor/mcp.json'), 'utf8')).toContain('"disabled": true')
  })

  it('are left by Ctrl-C while a server starts, which goes with us, and everything is as it was', async () => {
    const hangs = `require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`
    put(shop, '.mcp.json', { mcpServers: { hangs: { command: 'node', args: ['-e', hangs] } } })
    const before = readFileSync(join(shop, '.mcp.json'), 'utf8')
    const screen = openScreen(['init'], shop, env)
    await screen.shows('⏎ submit')
    screen.type(keys.enter)
    await screen.shows('⏎ select')
    screen.type(keys.enter)
    await screen.shows('to see the tools?')
    screen.type(keys.enter)
    await screen.shows('starting hangs')
    const pid = await until(
      () => existsSync(join(shop, 'pid')) && Number(readFileSync(join(shop, 'pid'), 'utf8')),
    )
    screen.type(keys.ctrlC)
    expect(await screen.ended).toBe(1)
    expect(from(screen, 'Stopped')).toBe('Stopped. Nothing was changed.')
    await until(() => !isAlive(pid))
    expect(readFileSync(join(shop, '.mcp.json'), 'utf8')).toBe(before)
    expect(readdirSync(shop)).not.toContain('.mcpgraphy')
    expect(readdirSync(home)).toEqual([])
  })

  it('show all of a draft before it is written, and nothing else is', async () => {
    put(shop, 'orders.mjs', draftable)
    put(shop, '.mcp.json', { mcpServers: { orders: { command: 'node', args: ['orders.mjs'] } } })
    const screen = openScreen(['init'], shop, env)
    await screen.shows('⏎ submit')
    screen.type(keys.enter)
    await screen.shows('⏎ select')
    screen.type(keys.enter)
    await screen.shows('to see the tools? (Y/n)')
    screen.type(keys.enter)
    await screen.shows('Write all of this?')
    const shown = from(screen, '  adapters/orders.json (new)')
    expect(existsSync(join(shop, '.mcpgraphy'))).toBe(false)
    screen.type(keys.enter)
    expect(await screen.ended).toBe(0)
    const written = readFileSync(join(shop, '.mcpgraphy/adapters/orders.json'), 'utf8')
    // a long line goes on in the next; what counts is that nothing is left out
    const draft = shown.slice(shown.indexOf('    + {'), shown.indexOf('? Write all'))
    const bare = (text: string) => text.replace(/^ {4}\+ /gm, '').replace(/\s/g, '')
    expect(bare(draft)).toBe(bare(written))
  })

  it('keep an adapter that is there, and start no server for it', async () => {
    put(shop, '.mcp.json', { mcpServers: { files: { command: 'node', args: ['files.js', '.'] } } })
    put(shop, '.mcpgraphy/adapters/files.json', '{"mine": true}')
    const screen = openScreen(['init'], shop, env)
    await screen.shows('⏎ submit')
    screen.type(keys.enter)
    await screen.shows('⏎ select')
    screen.type(keys.enter)
    await screen.shows('Write all of this?')
    screen.type(keys.enter)
    expect(await screen.ended).toBe(0)
    expect(readFileSync(join(shop, '.mcpgraphy/adapters/files.json'), 'utf8')).toBe('{"mine": true}')
  })
})

/** Asks again, each time the event loop comes round, until there is an answer. */
async function until<Value>(ask: () => Value | false): Promise<Value> {
  for (;;) {
    const answer = ask()
    if (answer !== false && answer !== 0) return answer
    await new Promise(setImmediate)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
