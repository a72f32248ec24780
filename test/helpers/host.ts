import { existsSync } from 'node:fs'
import { mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const root = resolve(import.meta.dirname, '../..')

/** The built program. `npm test` builds it first. */
export const program = join(root, 'dist', 'cli.js')

/** The script of a real server from npm. */
export const servers = {
  filesystem: join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js'),
  memory: join(root, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js'),
} as const

/** A host that has started something, as hosts do: a real MCP client over stdio. */
export interface Host {
  readonly client: Client
  /** The process that it started. */
  readonly pid: number
  /** Standard error so far. */
  said(): string
  call(tool: string, args: Record<string, unknown>): Promise<Told>
  leave(): Promise<void>
}

/** What one call came back with. */
export interface Told {
  readonly isError: boolean
  readonly text: string
  /** The lines of ours in it. */
  readonly ours: string
}

export interface Start {
  readonly command?: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a command as a host would and shakes hands with it. */
export async function startHost({ command = process.execPath, args, cwd, env = {} }: Start): Promise<Host> {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...(process.env as Record<string, string>), ...env },
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  })
  let said = ''
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  const client = new Client({ name: 'test-host', version: '1' })
  await client.connect(transport)
  return {
    client,
    pid: transport.pid ?? 0,
    said: () => said,
    call: async (name, args) => toldBy(await client.callTool({ name, arguments: args })),
    leave: () => client.close(),
  }
}

/** A folder of its own for one test, with its real path. */
export async function playground(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mcpgraphy-test-')))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** The arguments that start the proxy before the filesystem server. */
export function filesystemProxy(
  folder: string,
  more: readonly string[] = [],
  database = join(folder, '..', `${folder.split('/').at(-1)}.sqlite`),
): string[] {
  if (!existsSync(program)) throw new Error('The program is not built: npm run build')
  return [
    program,
    'proxy',
    '--name',
    'files',
    '--db',
    database,
    ...more,
    '--',
    process.execPath,
    servers.filesystem,
    folder,
  ]
}

function toldBy(result: Awaited<ReturnType<Client['callTool']>>): Told {
  const blocks = Array.isArray(result.content) ? (result.content as { text?: unknown }[]) : []
  const texts = blocks.map(({ text }) => String(text ?? ''))
  return {
    isError: result.isError === true,
    text: texts.join('\n'),
    ours: texts.filter(text => text.startsWith('mcpgraphy ')).join('\n'),
  }
}
