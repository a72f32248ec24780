import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Adapter, SandboxRule } from '../../adapter/adapter.ts'
import { effectOf } from '../../adapter/effect.ts'
import { listedTools } from '../../adapter/tool.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { Problem, reasonOf } from '../../problem.ts'
import type { Session } from '../../relay/session.ts'
import type { Sandbox } from './sandbox.ts'
import { triesFor } from './tries.ts'

export interface ServerSandboxOptions {
  readonly server: string
  readonly adapter: Adapter
  readonly rule: SandboxRule
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Starts the server, and opens a session with it. */
  readonly open: () => Promise<Session>
}

/** A user's own server as a sandbox, and the tools that cannot be tried, each with the argument that is missing. */
export interface ServerSandbox extends Sandbox {
  readonly leftOut: readonly string[]
  close(): Promise<void>
}

/**
 * Sets a server back by the command of its adapter, and starts it anew each time.
 * Rejects with Problem `reset-failed`, or what `open` rejects with.
 */
export async function serverSandbox(options: ServerSandboxOptions): Promise<ServerSandbox> {
  const { server, adapter, rule, open } = options
  await reset(options)
  let session = await open()
  const definitions: readonly Json[] = await session.tools()
  const changing = listedTools(definitions).filter(
    tool => effectOf(adapter, tool.name, {}, tool.hints) !== 'READ_ONLY',
  )
  const tries = changing.map(tool => ({ tool, of: triesFor(adapter, rule, tool) }))
  return {
    server,
    adapter,
    definitions,
    ids: rule.resources,
    leftOut: tries.flatMap(({ tool, of }) => (of.kind === 'cannot' ? [`${tool.name} (${of.missing})`] : [])),
    moves: id => tries.flatMap(({ of }) => (of.kind === 'can' ? of.tries(id) : [])),
    async call({ tool, args }) {
      const answer = await session.ask('tools/call', { name: tool, arguments: args }, { timeoutMs: 30_000 })
      const value = answer.kind === 'answer' ? answer.message.value() : undefined
      if (value === undefined) throw new Problem('server-silent', { method: tool, seconds: 30 })
      return bodyIn(value)
    },
    async reset() {
      await session.close()
      await reset(options)
      session = await open()
    },
    close: () => session.close(),
  }
}

function bodyIn({ result, error }: JsonObject): JsonObject {
  return isObject(error) ? { error } : { result: result ?? {} }
}

/** How long setting back may take, in milliseconds. */
const patience = 120_000

async function reset({ rule, cwd, env }: ServerSandboxOptions): Promise<void> {
  const [command = '', ...args] = rule.reset
  try {
    const child = spawn(command, args, {
      cwd,
      env: { ...env },
      stdio: 'ignore',
      timeout: patience,
      shell: false,
    })
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    if (code !== 0) throw new Error(signal === null ? `it ended with ${code}` : `it was ended by ${signal}`)
  } catch (error) {
    throw new Problem('reset-failed', { command, reason: reasonOf(error) }, { cause: error })
  }
}
