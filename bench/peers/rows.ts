import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Start, Started } from './host.ts'
import { startHttpHost } from './http-host.ts'
import { startStdioHost } from './stdio-host.ts'

/** One row of the table: what stands between the host and the server. */
export interface Row {
  readonly name: string
  /** Rows of one way are compared with its first. */
  readonly way: Way
  readonly start: () => Promise<Started>
  /** The call of 1 KB that is measured. */
  readonly call: { readonly tool: string; readonly args: object }
}

/** How the host speaks, and how the server does. */
export type Way = 'stdio → stdio' | 'stdio → HTTP' | 'HTTP → stdio'

/** The rows, with `httpServer` the port of the bench's server over HTTP. Peers come from npm, into `folder`. */
export async function rowsIn(folder: string, httpServer: number): Promise<Row[]> {
  const peers = installPeers(folder)
  const url = `http://127.0.0.1:${httpServer}/mcp`
  const ours = (name: string, ...more: string[]) => [
    program,
    'proxy',
    '--name',
    'bench',
    '--db',
    join(folder, `${name}.sqlite`),
    ...more,
  ]
  const env = { MCPGRAPHY_HOME: join(folder, 'home'), MCPGRAPHY_TOKEN: token }
  const direct: Start = { args: [server] }
  const stdio = (name: string, args: readonly string[], call: Row['call'] = echo): Row => ({
    name,
    way: 'stdio → stdio',
    start: () => startStdioHost({ args, env }),
    call,
  })
  const remote = (name: string, args: readonly string[], more: Record<string, string> = {}): Row => ({
    name,
    way: 'stdio → HTTP',
    start: () => startStdioHost({ args, env: { ...env, ...more } }),
    call: echo,
  })
  const served = (name: string, argsFor: (port: number) => readonly string[]): Row => ({
    name,
    way: 'HTTP → stdio',
    async start() {
      const port = await freePort()
      return startHttpHost(
        { args: argsFor(port), env },
        { port, headers: { authorization: `Bearer ${token}` } },
      )
    },
    call: echo,
  })
  return [
    stdio('direct', direct.args),
    ...['pass', 'observe', 'warn'].map(mode =>
      stdio(`mcpgraphy ${mode}`, ours(mode, '--policy', mode, '--', process.execPath, server)),
    ),
    stdio(
      'mcpgraphy warn, two reads a call',
      ours('reads', '--policy', 'warn', '--adapter', adapter, '--', process.execPath, server),
      { tool: 'set_thing', args: { thing: 'a', text: kilobyte } },
    ),
    { ...served('direct', port => [server, String(port)]), way: 'stdio → HTTP' },
    ...['pass', 'warn'].map(mode =>
      remote(`mcpgraphy --url ${mode}`, ours(`url ${mode}`, '--policy', mode, '--url', url)),
    ),
    remote('mcp-remote', [peers('mcp-remote'), url, '--allow-http', '--transport', 'http-only'], {
      MCP_REMOTE_CONFIG_DIR: join(folder, 'mcp-remote'),
    }),
    remote('@civic/passthrough-mcp-server', [peers('@civic/passthrough-mcp-server'), '--stdio'], {
      TARGET_SERVER_URL: `http://127.0.0.1:${httpServer}`,
    }),
    remote('supergateway', [peers('supergateway'), '--streamableHttp', url, '--logLevel', 'none']),
    { ...stdio('direct', direct.args), way: 'HTTP → stdio' },
    ...['pass', 'warn'].map(mode =>
      served(`mcpgraphy --listen ${mode}`, port =>
        ours(
          `listen ${mode}`,
          '--policy',
          mode,
          '--listen',
          `127.0.0.1:${port}`,
          '--',
          process.execPath,
          server,
        ),
      ),
    ),
    served('mcp-proxy', port => [
      peers('mcp-proxy'),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--',
      process.execPath,
      server,
    ]),
    served('supergateway', port => [
      peers('supergateway'),
      '--stdio',
      `${process.execPath} ${server}`,
      '--outputTransport',
      'streamableHttp',
      '--stateful',
      '--port',
      String(port),
      '--logLevel',
      'none',
    ]),
  ]
}

/** Installs the peers once and says where the program of each stands. They are no dependencies of ours. */
function installPeers(folder: string): (name: string) => string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...peerPackages], { cwd: folder })
  return name => {
    const home = join(folder, 'node_modules', name)
    const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
      bin: Record<string, string>
    }
    return join(home, bin[name.split('/').at(-1) ?? name] ?? '')
  }
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

export const peerPackages = [
  'mcp-proxy@6.7.19',
  'mcp-remote@0.15.1',
  '@civic/passthrough-mcp-server@0.12.1',
  'supergateway@4.0.0',
] as const
export const server = fileURLToPath(new URL('server.mjs', import.meta.url))
const adapter = fileURLToPath(new URL('adapter.json', import.meta.url))
const program = resolve(import.meta.dirname, '../../dist/cli.js')
const token = 'b'.repeat(64)
const kilobyte = 'x'.repeat(900)
const echo = { tool: 'echo', args: { text: kilobyte } }
