import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playground } from '../helpers/host.ts'
import { everything, proxied, servers } from './commands.ts'
import { type Diary, type Negotiation, walk } from './walk.ts'

let folder = ''
beforeAll(async () => {
  folder = await playground()
})
afterAll(() => rm(folder, { recursive: true }))

describe('a client and a server of the second SDK', () => {
  it.each<[string, Negotiation, readonly string[]]>([
    ['in the earlier era', 'legacy', servers.v2],
    ['in the later era, found by asking first', 'auto', servers.v2],
    ['in the later era, insisted on', { pin: '2026-07-28' }, servers.modern],
    ['after asking first before a server of the first SDK', 'auto', servers.v1],
  ])('tell each other the same with the proxy between them, %s', async (name, mode, server) => {
    const through = proxied('warn', join(folder, `${name}.sqlite`), server)
    const [bare, with_us] = await Promise.all([walk(server, mode), walk(through, mode)])
    expect(withoutOurs(with_us)).toEqual(bare)
    expect(lines(with_us)).not.toEqual([])
  })
})

describe('the command line of MCP Inspector', () => {
  it.each([
    ['the tools', ['tools/list']],
    ['a call', ['tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hello “you”']],
    [
      'structured content',
      ['tools/call', '--tool-name', 'get-structured-content', '--tool-arg', 'location=Chicago'],
    ],
  ])('prints the same of “everything” with us and without: %s', async (name, method) => {
    const through = proxied('warn', join(folder, `${name} inspected.sqlite`), everything)
    const [bare, with_us] = await Promise.all([inspect(everything, method), inspect(through, method)])
    expect(withoutOurs(with_us)).toEqual(bare)
  })
})

/** What the Inspector prints, parsed. It finds its own package.json only from where it lies. */
async function inspect(
  [command = '', ...args]: readonly string[],
  method: readonly string[],
): Promise<unknown> {
  const asked = [command, '--method', ...method, '--', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, ...asked], {
    cwd: dirname(inspector),
  })
  return JSON.parse(stdout)
}

const inspector = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/inspector-cli/build/index.js',
)

/** The same without our four tools and our lines. */
function withoutOurs<Told>(told: Told): Told {
  if (Array.isArray(told)) return told.filter(each => !isOurs(each)).map(withoutOurs) as Told
  if (typeof told !== 'object' || told === null) return told
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, withoutOurs(value)])) as Told
}

function isOurs(value: unknown): boolean {
  const { name, type, text } = (value ?? {}) as Record<string, unknown>
  return (
    String(name ?? '').startsWith('mcpgraphy_') || (type === 'text' && String(text).startsWith('mcpgraphy '))
  )
}

function lines(diary: Diary): string[] {
  return JSON.stringify(diary).match(/mcpgraphy \[status=READY\]/g) ?? []
}
