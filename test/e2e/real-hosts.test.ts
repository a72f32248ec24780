import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { playground, program, servers } from '../helpers/host.ts'
import { claudeCode } from '../helpers/real-host/claude-code.ts'
import { codex } from '../helpers/real-host/codex.ts'
import { copilotCli } from '../helpers/real-host/copilot-cli.ts'
import { geminiCli } from '../helpers/real-host/gemini-cli.ts'
import { installed } from '../helpers/real-host/install.ts'
import { opencode } from '../helpers/real-host/opencode.ts'
import type { RealHost } from '../helpers/real-host/real-host.ts'
import { environmentOf, runHost } from '../helpers/real-host/run.ts'

/** MCPGRAPHY_HOSTS=all tries every host that npm has; else only the first, so that CI stays quick. */
const hosts =
  process.env.MCPGRAPHY_HOSTS === 'all' ? [claudeCode, codex, copilotCli, geminiCli, opencode] : [claudeCode]

for (const host of hosts) {
  const folder = await installed(host)
  describe.skipIf(folder === undefined)(
    `${host.name} ${host.version}, told of a server by its own command`,
    () => lives(host, String(folder)),
  )
}

/** A host is told of two servers, they are wrapped, it prints its file anew with a third, and they are unwrapped. */
function lives(host: RealHost, installation: string): void {
  let [bare, withThird, wrapped, unwrapped] = ['', '', '', '']
  let [listBefore, listWrapped] = ['', '']

  beforeAll(async () => {
    const home = await playground()
    const project = join(home, 'shop')
    await mkdir(join(project, '.git'), { recursive: true })
    // Nobody listens there: what the host wants of the network is refused.
    const place = { installed: installation, home, project, model: 'http://127.0.0.1:9' }
    const file = host.servers.file(place)
    const ask = async (args: readonly string[]) => (await runHost(host, place, args)).all
    const add = (name: string) => ask(host.servers.add(name, [process.execPath, servers.filesystem, project]))
    const ours = (...args: string[]) =>
      execa(process.execPath, [program, ...args, '--scope', 'all', '--write', '--yes'], {
        cwd: project,
        env: environmentOf(host, place),
        extendEnv: false,
      })

    // Codex asks for a folder that is there.
    await mkdir(dirname(file), { recursive: true })
    await trust(host, home)
    await add('files')
    await add('more')
    bare = await readFile(file, 'utf8')
    listBefore = await ask(host.servers.list)
    await add('third')
    withThird = await readFile(file, 'utf8')
    await writeFile(file, bare)

    await ours('wrap', '--launcher', JSON.stringify([process.execPath, program]))
    wrapped = await readFile(file, 'utf8')
    listWrapped = await ask(host.servers.list)
    await add('third')
    await ours('unwrap')
    unwrapped = await readFile(file, 'utf8')
  }, 300_000)

  it('starts it through mcpgraphy as it started it before', () => {
    expect(wrapped.split('MCPGRAPHY_ORIGINAL')).toHaveLength(3)
    expect(listWrapped).toContain('files')
    if (host.servers.connected === undefined) return
    expect(listBefore.match(host.servers.connected)).toHaveLength(2)
    expect(listWrapped.match(host.servers.connected)).toHaveLength(2)
    expect(listBefore).not.toContain(program)
    expect(listWrapped).toContain(program)
  })

  it('has after unwrap the file that it would have written without us', () => {
    expect(withThird).not.toBe(bare)
    const blankLines = host.servers.spreads ? /^\n/gm : ''
    expect(unwrapped.replaceAll(blankLines, '')).toBe(withThird.replaceAll(blankLines, ''))
  })
}

/** Claude Code starts a project's servers only where its user once said that it may. */
async function trust(host: RealHost, home: string): Promise<void> {
  if (host !== claudeCode) return
  await mkdir(join(home, 'claude'), { recursive: true })
  await writeFile(join(home, 'claude', 'settings.json'), '{ "enableAllProjectMcpServers": true }')
}
