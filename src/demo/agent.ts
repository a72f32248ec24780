import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Problem, reasonOf } from '../problem.ts'
import { filesystemServer, type Stage } from './stage.ts'
import type { Scene } from './story.ts'

/** What came back from one call: the server's words and ours apart. */
export interface Reply {
  readonly isError: boolean
  readonly server: readonly string[]
  readonly ours: readonly string[]
}

/** A host with an agent: a real MCP client that has started the server through the proxy. */
export interface Agent {
  readonly tools: readonly string[]
  call(scene: Scene, file: (name: string) => string): Promise<Reply>
  leave(): Promise<void>
}

/** Starts the proxy before the filesystem server, as a host would. Throws `demo-failed` with what it said. */
export async function hireAgent(
  stage: Stage,
  mode: 'warn' | 'block',
  program: readonly string[],
): Promise<Agent> {
  const server = filesystemServer(stage.work)
  const own = ['proxy', '--name', 'files', '--policy', mode, '--db', stage.database]
  const [command = process.execPath, ...before] = program
  const transport = new StdioClientTransport({
    command,
    args: [...before, ...own, '--', server.command, ...server.args],
    env: process.env as Record<string, string>,
    stderr: 'pipe',
  })
  const said: string[] = []
  transport.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')))
  const client = new Client({ name: 'mcpgraphy-demo', version: '1' })
  try {
    await client.connect(transport)
    const { tools } = await client.listTools()
    return {
      tools: tools.map(({ name }) => name),
      call: async (scene, file) =>
        replyOf(await client.callTool({ name: scene.tool, arguments: scene.args(file) }), scene.tool),
      leave: () => client.close(),
    }
  } catch (error) {
    throw new Problem(
      'demo-failed',
      { reason: reasonOf(error), said: said.join('').trim().split('\n').at(-1) },
      { cause: error },
    )
  }
}

/** Ours is what begins with our name, and all that one of our own tools says; the rest is the server's. */
function replyOf(result: Awaited<ReturnType<Client['callTool']>>, tool: string): Reply {
  const blocks = Array.isArray(result.content) ? (result.content as { text?: unknown }[]) : []
  const texts = blocks.map(({ text }) => String(text ?? ''))
  const isOurs = (text: string) => text.startsWith('mcpgraphy ') || tool.startsWith('mcpgraphy_')
  return {
    isError: result.isError === true,
    server: texts.filter(text => !isOurs(text)).flatMap(linesOf),
    ours: texts.filter(isOurs).flatMap(linesOf),
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '')
}
