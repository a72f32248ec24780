import { mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { servers } from '../helpers/host.ts'
import { openScreen } from './screen.ts'
import { keys } from './terminal.ts'

let home: string
let shop: string
let env: Record<string, string>

beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgraphy-asking-')))
  home = join(root, 'home')
  shop = join(root, 'shop')
  mkdirSync(home)
  mkdirSync(join(shop, '.git'), { recursive: true })
  const memory = { command: process.execPath, args: [servers.memory] }
  writeFileSync(join(shop, '.mcp.json'), JSON.stringify({ mcpServers: { memory } }))
  env = { HOME: home, PATH: dirname(process.execPath), TERM: 'xterm', NO_COLOR: '1' }
})

describe('a person at a terminal is asked before a server is started', () => {
  it('by tools, which then shows what the server lists', async () => {
    const screen = openScreen(['tools', 'memory'], shop, env)
    await screen.shows("No list of memory's tools is kept. Start it once")
    screen.type(keys.enter)
    expect(await screen.ended).toBe(0)
    expect(screen.lines()).toContain('  delete_entities      its name says "delete"')
  })

  it('by doctor, which looks at the rest where the answer is no', async () => {
    const screen = openScreen(['doctor', 'memory'], shop, env)
    await screen.shows('to see whether they run?')
    screen.type(`n${keys.enter}`)
    expect(await screen.ended).toBe(0)
    const shown = screen.lines().join('\n')
    expect(shown).toContain('  ok       memory starts without mcpgraphy.')
    expect(shown).toContain('No server was started. To see whether they run: mcpgraphy doctor memory --start')
    expect(readdirSync(home)).toEqual([])
  })
})
