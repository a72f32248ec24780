import { PassThrough } from 'node:stream'
import type { Start } from '../hosts/start.ts'
import type { JsonObject } from '../json.ts'
import { Problem, reasonOf } from '../problem.ts'
import { openSession } from '../relay/session.ts'

/** What came of starting a server. */
export type Started =
  | {
      readonly kind: 'started'
      /** From the start until its tools were listed. */
      readonly ms: number
      readonly serverInfo: JsonObject
      readonly tools: readonly JsonObject[]
    }
  | { readonly kind: 'failed'; readonly problem: Problem; readonly said: string }

/** Starts a server with exactly this environment, shakes hands, lists its tools, and ends it. No tool is called. */
export async function startOnce(
  { command, args, cwd }: Start,
  env: Readonly<Record<string, string | undefined>>,
  version: string,
): Promise<Started> {
  const errors = new PassThrough()
  let said = ''
  errors.on('data', chunk => {
    said = `${said}${chunk}`.slice(-4000)
  })
  const began = performance.now()
  try {
    const options = { clientName: 'mcpgraphy', clientVersion: version, timeoutMs: 60_000 }
    const session = await openSession({ command, args, cwd, env, errors, ...options })
    try {
      const tools = await session.tools()
      const ms = Math.round(performance.now() - began)
      return { kind: 'started', ms, tools, serverInfo: session.serverInfo }
    } finally {
      await session.close()
    }
  } catch (error) {
    const problem =
      error instanceof Problem
        ? error
        : new Problem('server-not-started', { command, reason: reasonOf(error) })
    return { kind: 'failed', problem, said: tellingLine(said) }
  }
}

/** Of a stack trace the line that names the error says most, of npm's many lines the first that is a sentence. */
export function tellingLine(said: string): string {
  const lines = said.split('\n').flatMap(line => line.trim() || [])
  return (
    lines.findLast(line => /\b[A-Z]\w*Error\b|\bError:/.test(line)) ??
    lines.find(line => /\berror\b/i.test(line) && line.split(' ').length > 4) ??
    lines.at(-1) ??
    ''
  )
}
